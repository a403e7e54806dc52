import CExpat

/// The elements of a document while expat tells of them.
final class XMLTree {
  private let limits: XMLLimits
  private let parser: XML_Parser
  /// The elements that are open, the root first.
  private var open: [XMLElement] = []
  private var count = 0
  private(set) var root: XMLElement?
  var failure: XMLError?

  init(_ limits: XMLLimits, _ parser: XML_Parser) {
    self.limits = limits
    self.parser = parser
  }

  static let onStart: XML_StartElementHandler = { data, name, attributes in
    guard let data, let name else { return }
    XMLTree.of(data).start(name, attributes)
  }

  static let onEnd: XML_EndElementHandler = { data, _ in
    guard let data else { return }
    XMLTree.of(data).end()
  }

  static let onDocumentType: XML_StartDoctypeDeclHandler = { data, _, _, _, _ in
    guard let data else { return }
    let tree = XMLTree.of(data)
    tree.fail(.hasDocumentType(line: tree.line))
  }

  private static func of(_ data: UnsafeMutableRawPointer) -> XMLTree {
    Unmanaged<XMLTree>.fromOpaque(data).takeUnretainedValue()
  }

  private var line: Int { Int(clamping: XML_GetCurrentLineNumber(parser)) }

  private func fail(_ error: XMLError) {
    if failure == nil { failure = error }
    XML_StopParser(parser, 0)
  }

  private func start(
    _ name: UnsafePointer<CChar>, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard failure == nil else { return }
    count += 1
    guard count <= limits.elements else { return fail(.beyond(line: line, .elements)) }
    guard open.count < limits.depth else { return fail(.beyond(line: line, .depth)) }
    guard let name = text(name), let attributes = attributes(list) else { return }
    open.append(XMLElement(name: name, attributes: attributes))
  }

  private func attributes(
    _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) -> [String: String]? {
    var attributes: [String: String] = [:]
    var next = list
    while let pair = next, let name = pair[0], let value = pair[1] {
      guard attributes.count < limits.attributes else {
        fail(.beyond(line: line, .attributes))
        return nil
      }
      guard let name = text(name), let value = text(value) else { return nil }
      attributes[name] = value
      next = pair + 2
    }
    return attributes
  }

  /// Nil, and the end, for a text that is too long.
  private func text(_ bytes: UnsafePointer<CChar>) -> String? {
    var length = 0
    while bytes[length] != 0 {
      length += 1
      if length > limits.textBytes {
        fail(.beyond(line: line, .text))
        return nil
      }
    }
    return String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
  }

  private func end() {
    guard failure == nil, let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }
}

/// A strict reader of the XML that pictures and pages consist of: elements, attributes in double
/// quotes, text, the five named entities and numeric ones. Anything else is an error.
package struct XMLScanner {
  package struct Malformed: Error, CustomStringConvertible {
    package var description: String
  }

  package private(set) var elements: [(name: String, attributes: [String: String])] = []
  package private(set) var texts: [String] = []
  private var rest: ArraySlice<UInt8>
  private var open: [String] = []

  package init(_ bytes: [UInt8]) throws {
    rest = bytes[...]
    guard String(validating: bytes, as: UTF8.self) != nil else { throw failure("not UTF-8") }
    // A page begins with the one document type that HTML has.
    let type = Array("<!DOCTYPE html>\n".utf8)
    if rest.starts(with: type) { rest = rest.dropFirst(type.count) }
    try scan()
  }

  private mutating func scan() throws {
    while let first = rest.first {
      if rest.starts(with: "</".utf8) {
        let name = text(try upTo(">").dropFirst(2))
        guard open.popLast() == name else { throw failure("closing \(name)") }
      } else if first == UInt8(ascii: "<") {
        guard elements.isEmpty || !open.isEmpty else { throw failure("a second root") }
        try element(try upTo(">").dropFirst())
      } else {
        let content = rest.prefix { $0 != UInt8(ascii: "<") }
        rest = rest.dropFirst(content.count)
        if open.isEmpty, content.contains(where: { $0 > 0x20 }) { throw failure("stray text") }
        texts.append(try decoded(content))
      }
    }
    guard open.isEmpty, !elements.isEmpty else { throw failure("end") }
  }

  private mutating func element(_ body: ArraySlice<UInt8>) throws {
    let isEmpty = body.last == UInt8(ascii: "/")
    var body = isEmpty ? body.dropLast() : body
    let name = text(body.prefix { $0 != UInt8(ascii: " ") })
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber }) else {
      throw failure("name \(name)")
    }
    body = body.dropFirst(name.utf8.count)
    var attributes: [String: String] = [:]
    while let space = body.first {
      guard space == UInt8(ascii: " ") else { throw failure("attributes of \(name)") }
      let key = text(body.dropFirst().prefix { $0 != UInt8(ascii: "=") })
      body = body.dropFirst(key.utf8.count + 1)
      guard body.starts(with: "=\"".utf8), attributes[key] == nil else {
        throw failure("key \(key)")
      }
      let value = body.dropFirst(2).prefix { $0 != UInt8(ascii: "\"") }
      body = body.dropFirst(value.count + 3)
      attributes[key] = try decoded(value)
    }
    elements.append((name, attributes))
    if !isEmpty { open.append(name) }
  }

  private func decoded(_ content: ArraySlice<UInt8>) throws -> String {
    guard !content.contains(UInt8(ascii: ">")) else { throw failure("bare >") }
    var result = ""
    var rest = content
    while let entity = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += text(rest[..<entity])
      let name = text(rest[(entity + 1)...].prefix { $0 != UInt8(ascii: ";") })
      let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
      guard let value = known[name] else { throw failure("entity \(name)") }
      result += value
      rest = rest[(entity + 1)...].dropFirst(name.utf8.count + 1)
    }
    return result + text(rest)
  }

  private mutating func upTo(_ end: Unicode.Scalar) throws -> ArraySlice<UInt8> {
    let part = rest.prefix { $0 != UInt8(ascii: end) }
    guard part.endIndex < rest.endIndex else { throw failure("no \(end)") }
    rest = rest[(part.endIndex + 1)...]
    return part
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private func failure(_ what: String) -> Malformed {
    Malformed(description: "\(what) before: \(text(rest.prefix(60)))")
  }
}

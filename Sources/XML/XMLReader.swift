import CExpat

/// A document that comes in pieces, read with expat. After an error everything else is refused too.
package final class XMLReader {
  private let parser: XML_Parser
  private let tree: XMLTree
  private let limits: XMLLimits
  private var taken = 0

  package init(limits: XMLLimits = XMLLimits()) throws(XMLError) {
    guard let parser = XML_ParserCreate(nil) else { throw .outOfMemory }
    self.parser = parser
    self.limits = limits
    tree = XMLTree(limits, parser)
    XML_SetUserData(parser, Unmanaged.passUnretained(tree).toOpaque())
    XML_SetElementHandler(parser, XMLTree.onStart, XMLTree.onEnd)
    XML_SetStartDoctypeDeclHandler(parser, XMLTree.onDocumentType)
  }

  deinit { XML_ParserFree(parser) }

  /// Takes the next bytes.
  package func feed(_ bytes: [UInt8]) throws(XMLError) {
    taken += bytes.count
    guard taken <= limits.bytes else { throw .beyond(line: line, .bytes) }
    try parse(bytes, isLast: false)
  }

  /// Ends the document and gives its root.
  package func finish() throws(XMLError) -> XMLElement {
    try parse([], isLast: true)
    guard let root = tree.root else { throw .malformed(line: line, "no element found") }
    return root
  }

  private func parse(_ bytes: [UInt8], isLast: Bool) throws(XMLError) {
    if let failure = tree.failure { throw failure }
    let status = bytes.withUnsafeBytes { raw in
      XML_Parse(
        parser, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(raw.count),
        isLast ? 1 : 0)
    }
    if barograph_xml_failed(status) == 0 { return }
    let failure = tree.failure ?? .malformed(line: line, cause)
    tree.failure = failure
    throw failure
  }

  private var line: Int { Int(clamping: XML_GetCurrentLineNumber(parser)) }

  private var cause: String {
    XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error"
  }
}

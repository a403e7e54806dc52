/// Reads documents whole: their elements and attributes, without text, comments and instructions.
package enum XMLDocument {
  /// The root element. A document type is refused, so no entity but the five of XML is ever expanded,
  /// and nothing is fetched.
  package static func read(
    _ bytes: [UInt8], limits: XMLLimits = XMLLimits()
  ) throws(XMLError) -> XMLElement {
    let reader = try XMLReader(limits: limits)
    try reader.feed(bytes)
    return try reader.finish()
  }
}

import Bytes

/// Writes HTML that is well-formed XML too; every text and attribute is escaped here.
struct HTMLText {
  private(set) var bytes: [UInt8] = []

  /// An element with what `content` writes in it.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
    _ content: (inout HTMLText) -> Void
  ) {
    open(name, attributes)
    bytes.append(text: ">")
    content(&self)
    bytes.append(text: "</\(name)>\n")
  }

  /// An element that holds a text.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String
  ) {
    element(name, attributes) { $0.text(text) }
  }

  /// An element without content and end tag.
  mutating func void(_ name: String, _ attributes: KeyValuePairs<String, String>) {
    open(name, attributes)
    bytes.append(text: "/>")
  }

  /// A text; what is longer than 300 characters is cut.
  mutating func text(_ text: String) { bytes.append(text: XMLText.escaped(text.cut(to: 300))) }

  /// A long text.
  mutating func paragraph(_ text: String) { bytes.append(text: XMLText.escaped(text)) }

  /// A drawing or a style, as it is.
  mutating func verbatim(_ content: [UInt8]) { bytes += content }

  private mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String>) {
    bytes.append(text: "<\(name)")
    for (key, value) in attributes {
      bytes.append(text: " \(key)=\"\(XMLText.escaped(value))\"")
    }
  }
}

extension String {
  /// At most so many scalars, with an ellipsis where it was cut.
  func cut(to count: Int) -> String {
    guard let end = unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return String(unicodeScalars[..<end]) + "…"
  }
}

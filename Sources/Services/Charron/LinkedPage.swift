import HTTPClient

/// The links of a web page, each with the text of the line of the page that it stands in.
package struct LinkedPage {
  package struct Link: Equatable, Sendable {
    /// As the page writes it.
    package var target: String
    /// Printable, at most 200 characters.
    package var line: String
  }

  /// More links than any page has.
  package static let most = 5000
  private static let longestLine = 2000
  /// Elements that begin or end a line.
  private static let breaks: Set<String> = [
    "tr", "li", "p", "br", "div", "table", "ul", "ol", "body", "h1", "h2", "h3",
  ]

  private var links: [Link] = []
  private var targets: [String] = []
  private var text: [UInt8] = []

  /// Reads HTML as it comes; what is none gives no links.
  package static func links(of page: [UInt8]) -> [Link] {
    var reader = LinkedPage()
    var rest = page[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      reader.add(text: rest[..<start])
      let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
      reader.add(tag: rest[(start + 1)..<end])
      rest = rest[min(end + 1, rest.endIndex)...]
    }
    reader.add(text: rest)
    reader.endLine()
    return reader.links
  }

  private mutating func add(text more: ArraySlice<UInt8>) {
    text += more.prefix(max(0, Self.longestLine - text.count))
  }

  private mutating func add(tag: ArraySlice<UInt8>) {
    let isEnd = tag.first == UInt8(ascii: "/")
    let name = String(
      decoding: tag.dropFirst(isEnd ? 1 : 0).prefix { $0.isAlphanumeric }, as: UTF8.self
    )
    .lowercased()
    if Self.breaks.contains(name) { endLine() } else { add(text: [0x20]) }
    guard name == "a", !isEnd, links.count + targets.count < Self.most,
      let target = Self.reference(String(decoding: tag.prefix(Self.longestLine), as: UTF8.self))
    else { return }
    targets.append(target)
  }

  private mutating func endLine() {
    defer { (targets, text) = ([], []) }
    if targets.isEmpty { return }
    let words = Self.unescaped(String(decoding: text, as: UTF8.self))
      .split { $0.isWhitespace }.joined(separator: " ")
    let line = UplinkResponse.spoken(words)
    links += targets.map { Link(target: $0, line: line) }
  }

  /// The value of `href`, quoted or not.
  private static func reference(_ tag: String) -> String? {
    let bytes = Array(tag.utf8)
    let mark = Array("href".utf8)
    // Small letters differ from capitals in this bit alone; `data-href` is another attribute.
    let place = bytes.indices.dropFirst().first { index in
      bytes[index - 1] <= 0x20 && bytes[index...].prefix(mark.count).map { $0 | 0x20 } == mark
    }
    guard let place else { return nil }
    let rest = bytes[(place + mark.count)...].drop { $0 <= 0x20 }
    guard rest.first == UInt8(ascii: "=") else { return nil }
    let value = rest.dropFirst().drop { $0 <= 0x20 }
    let isQuoted = value.first == UInt8(ascii: "\"") || value.first == UInt8(ascii: "'")
    let inside =
      isQuoted ? value.dropFirst().prefix { $0 != value.first } : value.prefix { $0 > 0x20 }
    return unescaped(String(decoding: inside, as: UTF8.self))
  }

  /// A text without the character references that stand in links and names.
  private static func unescaped(_ text: String) -> String {
    let references = [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#039;", "'"),
      ("&nbsp;", " "), ("&amp;", "&"),
    ]
    return references.reduce(text) { text, reference in
      text.split(separator: reference.0, omittingEmptySubsequences: false)
        .joined(separator: reference.1)
    }
  }
}

extension UInt8 {
  fileprivate var isAlphanumeric: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}

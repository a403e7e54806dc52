/// A text as JSON has it, quotation marks included.
package enum JSONText {
  /// The text that `json` holds and nothing else; nil for anything that is none.
  package static func read(_ json: String) -> String? {
    var json = json
    return json.withUTF8 { bytes in
      var scanner = ContractScanner(bytes)
      guard let text = try? scanner.text(), scanner.isAtEnd else { return nil }
      return text
    }
  }

  /// The one form in which Barograph writes a text.
  package static func write(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(json: .text(text))
    return String(decoding: bytes, as: UTF8.self)
  }
}

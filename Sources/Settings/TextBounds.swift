import IGC

/// What a free text may be: its length, and characters that it has not, controls among them always.
package struct TextBounds: Equatable, Sendable {
  /// Counted as JSON and the contract count, in UTF-16 units.
  package let longest: Int
  package let forbidden: String

  /// What goes into a header of an IGC file: one line there, without the characters that a file
  /// keeps for itself. Letters that it does not know are written without their accents.
  package static let header = TextBounds(longest: 50, forbidden: RecordText.reserved)
  /// What names a row of the contract.
  package static let key = TextBounds(longest: 128, forbidden: "")

  /// Whether a text keeps to them.
  package func allow(_ text: String) -> Bool {
    text.utf16.count <= longest
      && text.unicodeScalars.allSatisfy { scalar in
        let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        return !isControl && !forbidden.unicodeScalars.contains(scalar)
      }
  }

  /// For a person: `a text of at most 50 characters, none of $ *`.
  var words: String {
    let without = forbidden.map(String.init).joined(separator: " ")
    return "a text of at most \(longest) characters"
      + (without.isEmpty ? "" : ", none of \(without)")
  }
}

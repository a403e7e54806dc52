import SyncContract

extension SettingKey {
  /// What holds while nothing is set.
  package var defaultValue: SettingValue {
    switch kind {
    case .bool(let flag): .bool(flag)
    case .integer(let number, _): .integer(number)
    case .choice(let word, _): .text(word)
    case .text(let text, _): .text(text)
    }
  }

  /// The values that are allowed, for a person: `true or false`, `1 to 8`.
  package var allowed: String {
    switch kind {
    case .bool: "true or false"
    case .integer(_, let range): "\(range.lowerBound) to \(range.upperBound)"
    case .choice(_, let words): words.joined(separator: ", ")
    case .text(_, let bounds): bounds.words
    }
  }

  /// Reads the JSON text of a value, as `SettingValue.json` writes it; texts with any escapes.
  package func parse(json: String) throws(SettingError) -> SettingValue {
    switch kind {
    case .bool, .integer: return try parse(json)
    case .choice, .text:
      guard let text = JSONText.read(json) else { throw notAllowed }
      return try parse(text)
    }
  }

  /// Reads a value as a person writes it: a word, a number or a text without quotes.
  package func parse(_ word: String) throws(SettingError) -> SettingValue {
    switch kind {
    case .bool:
      if word == "true" || word == "false" { return .bool(word == "true") }
    case .integer(_, let range):
      // Another spelling of the number would not be read back as the same text.
      if let number = Int64(word), String(number) == word, range.contains(number) {
        return .integer(number)
      }
    case .choice(_, let words):
      if words.contains(word) { return .text(word) }
    case .text(_, let bounds):
      if bounds.allow(word) { return .text(word) }
    }
    throw notAllowed
  }

  private var notAllowed: SettingError { .notAllowed(key: name, allowed: allowed) }
}

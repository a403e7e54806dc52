import Bytes
import IGC

/// Texts as a field of a sentence can carry them.
enum SentenceField {
  /// ASCII without what ends or divides a sentence: accents are taken off, `$ * ,` and controls
  /// become blanks, blanks at both ends go.
  static func clean(_ text: String) -> String {
    let bytes = RecordText.permitted(text).map { $0 == ASCII.comma ? ASCII.space : $0 }
    let start = bytes.firstIndex { $0 != ASCII.space } ?? bytes.endIndex
    let end = bytes.lastIndex { $0 != ASCII.space } ?? start
    return start < bytes.endIndex ? String(decoding: bytes[start...end], as: UTF8.self) : ""
  }

  /// The same, cut to `limit` bytes; no blank stays at the cut.
  static func clean(_ text: String, limit: Int) -> String {
    clean(String(decoding: Array(clean(text).utf8.prefix(max(0, limit))), as: UTF8.self))
  }
}

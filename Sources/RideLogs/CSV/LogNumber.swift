import Bytes

/// A number as logs write it.
enum LogNumber: Equatable {
  case value(Double)
  /// Nothing, or a word for it: `nan`, `inf`.
  case missing
  case broken

  /// Reads one field; blanks around it and a percent sign behind it do not count.
  init(_ field: ArraySlice<UInt8>) {
    var text = field
    while let first = text.first, first == ASCII.space { text.removeFirst() }
    while let last = text.last, last == ASCII.space || last == UInt8(ascii: "%") {
      text.removeLast()
    }
    if text.isEmpty {
      self = .missing
    } else if text.count > 40 {
      self = .broken
    } else if text.allSatisfy(Self.isNumeric) {
      self =
        Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? .value($0) : nil }
        ?? .broken
    } else {
      let word = String(decoding: text, as: UTF8.self).lowercased().drop { $0 == "-" || $0 == "+" }
      self = ["nan", "inf", "null"].contains(word) ? .missing : .broken
    }
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    ASCII.isDigit(byte) || "+-.eE".utf8.contains(byte)
  }
}

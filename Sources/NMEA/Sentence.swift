import Bytes

/// One line that passed every check: `$` to checksum, or a line of an instrument without either
/// (`PRS`, `TMP`, `BAT`).
///
/// Its bytes are a slice of the scanner's buffer: reading it allocates nothing, keeping it copies.
package struct Sentence: Equatable, Sendable {
  /// The line without its end.
  package let line: ArraySlice<UInt8>

  /// Takes a line (without line end) as it is when it is a good sentence.
  package init(checking line: ArraySlice<UInt8>) throws(SentenceFault) {
    guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .controlCharacter }
    guard let first = line.first else { throw .notASentence }
    if first == ASCII.dollar {
      try Self.verifyChecksum(of: line)
    } else if !Self.isKeywordLine(line) {
      throw .notASentence
    }
    self.line = line
  }

  /// The first field: talker and type (`GPRMC`), or the whole name of a maker's own (`PFLAA`).
  package var address: ArraySlice<UInt8> {
    let body = body
    let end = body.firstIndex { $0 == ASCII.comma || $0 == ASCII.space } ?? body.endIndex
    return body[body.startIndex..<end]
  }

  /// Whether the address is exactly this text.
  package func hasAddress(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { address.elementsEqual($0) }
  }

  /// Whether the address begins with this text.
  package func hasAddress(prefix text: StaticString) -> Bool {
    text.withUTF8Buffer { address.starts(with: $0) }
  }

  /// The fields behind the address.
  package var fields: FieldCursor {
    var cursor = FieldCursor(rest: body)
    _ = cursor.next()
    return cursor
  }

  /// What the checksum covers: the bytes between `$` and `*`.
  private var body: ArraySlice<UInt8> {
    guard line.first == ASCII.dollar else { return line }
    return line.dropFirst().dropLast(3)
  }

  private static func verifyChecksum(of line: ArraySlice<UInt8>) throws(SentenceFault) {
    guard let star = line.lastIndex(of: ASCII.asterisk) else { throw .checksumMissing }
    let digits = line[(star + 1)...]
    guard digits.count == 2, let high = ASCII.hexValue(digits[star + 1]),
      let low = ASCII.hexValue(digits[star + 2])
    else { throw .checksumMalformed }
    let sum = line[(line.startIndex + 1)..<star].reduce(0, ^)
    guard sum == high << 4 | low else { throw .checksumMismatch }
  }

  /// BlueFly's lines: three capitals, a blank, a value that may be missing.
  private static func isKeywordLine(_ line: ArraySlice<UInt8>) -> Bool {
    return ["PRS ", "TMP ", "BAT "].contains { line.starts(with: $0.utf8) }
  }
}

import Bytes

/// One line that passed every check: `$` (or Cambridge's `!`) to checksum, or a line of an instrument
/// that has none.
///
/// Its bytes are a slice of the scanner's buffer: reading it allocates nothing, keeping it copies.
package struct Sentence: Equatable, Sendable {
  /// The line without its end.
  package let line: ArraySlice<UInt8>
  /// The first field: talker and type (`GPRMC`), or the whole name of a maker's own (`PFLAA`).
  package let code: AddressCode
  /// Whether a checksum says that the line is whole.
  package let isChecked: Bool
  private let addressEnd: Int
  /// What the checksum covers: behind the first character, before `*`.
  private let body: Range<Int>

  /// Takes a line (without line end) as it is when it is a good sentence.
  package init(checking line: ArraySlice<UInt8>) throws(SentenceFault) {
    let layout = try line.withUnsafeBufferPointer { bytes throws(SentenceFault) in
      try SentenceLayout(of: bytes)
    }
    self.line = line
    code = layout.code
    isChecked = layout.isChecked
    addressEnd = line.startIndex + layout.addressEnd
    body = line.startIndex + layout.body.lowerBound..<line.startIndex + layout.body.upperBound
  }

  /// The first field as it was sent.
  package var address: ArraySlice<UInt8> { line[body.lowerBound..<addressEnd] }

  /// Whether the address is this text, in either case.
  @inlinable package func hasAddress(_ text: StaticString) -> Bool { code == AddressCode(text) }

  /// Whether the address begins with this text, in capitals.
  package func hasAddress(prefix text: StaticString) -> Bool {
    text.withUTF8Buffer { address.starts(with: $0) }
  }

  /// The fields behind the address.
  package var fields: FieldCursor {
    addressEnd < body.upperBound
      ? FieldCursor(rest: line[addressEnd + 1..<body.upperBound]) : FieldCursor()
  }
}

/// Where the parts of a good line stand.
private struct SentenceLayout {
  var code: AddressCode
  var isChecked: Bool
  var addressEnd: Int
  var body: Range<Int>

  init(of line: UnsafeBufferPointer<UInt8>) throws(SentenceFault) {
    let content = LineContent(line)
    guard content.isPrintable else { throw .controlCharacter }
    guard let first = line.first else { throw .notASentence }
    let start = first == UInt8(ascii: "$") || first == UInt8(ascii: "!") ? 1 : 0
    addressEnd = start
    while addressEnd < line.count, !Self.endsAddress(line[addressEnd]) { addressEnd += 1 }
    code = AddressCode(UnsafeBufferPointer(rebasing: line[start..<addressEnd]))
    guard start == 1 else {
      guard Self.isKeywordLine(line) else { throw .notASentence }
      (body, isChecked) = (0..<line.count, false)
      return
    }
    let isNamed =
      first == UInt8(ascii: "$") || code == AddressCode("W") || code == AddressCode("XCV")
    guard isNamed else { throw .notASentence }
    guard Self.hasChecksum(line) else {
      guard Self.omitsChecksum(code, line) else { throw .checksumMissing }
      (body, isChecked) = (1..<line.count, false)
      return
    }
    body = try 1..<Self.verifiedEnd(of: line, content)
    isChecked = true
  }

  /// Looks first where the star of a good line stands.
  private static func hasChecksum(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let star = UInt8(ascii: "*")
    return line.count > 3 && line[line.count - 3] == star || line.contains(star)
  }

  private static func endsAddress(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "*")
  }

  /// Where the body ends, which the checksum says is whole.
  private static func verifiedEnd(
    of line: UnsafeBufferPointer<UInt8>, _ content: LineContent
  ) throws(SentenceFault) -> Int {
    let star = line.count - 3
    guard star > 0, line[star] == UInt8(ascii: "*"), let high = ASCII.hexValue(line[star + 1]),
      let low = ASCII.hexValue(line[star + 2])
    else { throw .checksumMalformed }
    let frame = line[0] ^ line[star] ^ line[star + 1] ^ line[star + 2]
    guard content.sum ^ frame == high << 4 | low else { throw .checksumMismatch }
    return star
  }

  /// BlueFly's lines: three capitals, a blank, a value that may be missing.
  private static func isKeywordLine(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.starts(with: "PRS ".utf8) || line.starts(with: "TMP ".utf8)
      || line.starts(with: "BAT ".utf8)
  }

  /// Levil's attitude and air data are sent without checksum; only the full number of fields says
  /// that such a line was not cut off.
  private static func omitsChecksum(
    _ code: AddressCode, _ line: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let commas = line.count { $0 == UInt8(ascii: ",") }
    return code == AddressCode("RPYL") && commas >= 7
      || code == AddressCode("APENV1") && commas >= 6
  }
}

/// What a look at every byte of a line says. The loop is one that the compiler makes vectors of.
private struct LineContent {
  /// All bytes in exclusive or.
  var sum: UInt8 = 0
  /// Whether no byte is below 0x20 or 0x7F.
  var isPrintable: Bool

  init(_ line: UnsafeBufferPointer<UInt8>) {
    var unprintable: UInt8 = 0
    for byte in line {
      sum ^= byte
      unprintable |= (byte < 0x20 ? 1 : 0) | (byte == 0x7F ? 1 : 0)
    }
    isPrintable = unprintable == 0
  }
}

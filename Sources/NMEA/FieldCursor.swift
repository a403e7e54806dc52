/// Hands out the fields of a sentence one after the other.
package struct FieldCursor: Sequence, IteratorProtocol, Sendable {
  private let line: ArraySlice<UInt8>
  private var position: Int
  private var isAtEnd: Bool

  init(rest: ArraySlice<UInt8>) {
    line = rest
    position = rest.startIndex
    isAtEnd = false
  }

  /// No field at all.
  init() {
    line = []
    position = 0
    isAtEnd = true
  }

  /// The next field, empty where nothing stands between two commas; nil behind the last one.
  package mutating func next() -> Field? { nextRange().map { Field(bytes: line[$0]) } }

  /// Passes over `count` fields.
  package mutating func skip(_ count: Int) {
    for _ in 0..<count { _ = nextRange() }
  }

  /// The next field as a whole number; nil if it is empty, missing or anything else.
  package mutating func nextInteger() -> Int? { nextNumber { FieldText.integer($0, at: &$1) } }

  /// The next field as a decimal number; nil if it is empty, missing or anything else.
  package mutating func nextDecimal() -> Double? { nextNumber { FieldText.decimal($0, at: &$1) } }

  /// The next field as `Field.fixedPoint` reads it; nil if it is empty, missing or anything else.
  package mutating func nextFixedPoint(decimals: Int) -> Int? {
    nextValue { FieldText.fixedPoint($0, decimals: decimals) }
  }

  /// The next field as a whole number in hexadecimal; nil if it is empty, missing or anything else.
  package mutating func nextHexadecimal() -> Int? { nextValue { FieldText.hexadecimal($0) } }

  /// The next field as text; nil if it is empty or missing.
  package mutating func nextText() -> String? {
    next().flatMap { $0.isEmpty ? nil : $0.text }
  }

  /// The next field as two texts, cut at the first `separator`; nil for one that is empty or missing.
  package mutating func nextTexts(
    separator: Unicode.Scalar
  ) -> (first: String?, second: String?) {
    nextValue { bytes in
      let end = bytes.firstIndex(of: UInt8(ascii: separator)) ?? bytes.count
      let first = UnsafeBufferPointer(rebasing: bytes[..<end])
      let second = UnsafeBufferPointer(rebasing: bytes[Swift.min(end + 1, bytes.count)...])
      return (
        first.isEmpty ? nil : FieldText.text(first), second.isEmpty ? nil : FieldText.text(second)
      )
    } ?? (nil, nil)
  }

  /// The next field when it is one character, a letter as a capital.
  package mutating func nextLetter() -> UInt8? { nextValue { FieldText.letter($0) } }

  /// The next field as 0 or 1.
  package mutating func nextFlag() -> Bool? {
    switch nextInteger() {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// Whether the next field is anything but missing, empty or 0.
  package mutating func nextIsSet() -> Bool {
    nextValue { bytes in
      var end = 0
      return !bytes.isEmpty
        && (FieldText.integer(bytes, at: &end) != 0 || end < bytes.count)
    } ?? false
  }

  /// All that is left as one text, commas included; nil if that is nothing.
  package mutating func remainingText() -> String? {
    let rest = line[Swift.min(position, line.endIndex)...]
    guard !isAtEnd, !rest.isEmpty else { return nil }
    isAtEnd = true
    return Field(bytes: rest).text
  }

  /// Reads the next field where it stands: without a slice of its own, which costs more than most
  /// readings.
  mutating func nextValue<Value>(_ read: (UnsafeBufferPointer<UInt8>) -> Value?) -> Value? {
    guard let range = nextRange() else { return nil }
    let first = line.startIndex
    return line.withUnsafeBufferPointer { bytes in
      read(
        UnsafeBufferPointer(
          rebasing: bytes[range.lowerBound - first..<range.upperBound - first]))
    }
  }

  /// Reads the next field as a number and finds its end in one pass.
  private mutating func nextNumber<Value>(
    _ read: (UnsafeBufferPointer<UInt8>, inout Int) -> Value?
  ) -> Value? {
    guard !isAtEnd else { return nil }
    var end = position - line.startIndex
    let value = line.withUnsafeBufferPointer { bytes in
      let value = read(bytes, &end)
      if end == bytes.count || bytes[end] == UInt8(ascii: ",") { return value }
      while end < bytes.count, bytes[end] != UInt8(ascii: ",") { end += 1 }
      return nil
    }
    position = line.startIndex + end
    isAtEnd = position == line.endIndex
    position += 1
    return value
  }

  private mutating func nextRange() -> Range<Int>? {
    guard !isAtEnd else { return nil }
    let (start, first) = (position, line.startIndex)
    let end = line.withUnsafeBufferPointer { bytes in
      var end = start - first
      while end < bytes.count, bytes[end] != UInt8(ascii: ",") { end += 1 }
      return end + first
    }
    isAtEnd = end == line.endIndex
    position = end + 1
    return start..<end
  }
}

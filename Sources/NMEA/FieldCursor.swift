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
  package mutating func nextInteger() -> Int? { nextValue { FieldText.integer($0) } }

  /// The next field as a decimal number; nil if it is empty, missing or anything else.
  package mutating func nextDecimal() -> Double? { nextValue { FieldText.decimal($0) } }

  /// The next field as text; nil if it is empty or missing.
  package mutating func nextText() -> String? {
    next().flatMap { $0.isEmpty ? nil : $0.text }
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

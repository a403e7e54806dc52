import Bytes

/// Hands out the fields of a sentence one after the other.
package struct FieldCursor: Sequence, IteratorProtocol, Sendable {
  private var rest: ArraySlice<UInt8>
  private var isAtEnd = false

  init(rest: ArraySlice<UInt8>) { self.rest = rest }

  /// The next field, empty where nothing stands between two commas; nil behind the last one.
  package mutating func next() -> Field? {
    guard !isAtEnd else { return nil }
    guard let comma = rest.firstIndex(of: ASCII.comma) else {
      isAtEnd = true
      return Field(bytes: rest)
    }
    defer { rest = rest[(comma + 1)...] }
    return Field(bytes: rest[..<comma])
  }

  /// Passes over `count` fields.
  package mutating func skip(_ count: Int) {
    for _ in 0..<count { _ = next() }
  }

  /// The next field as a whole number; nil if it is empty, missing or anything else.
  package mutating func nextInteger() -> Int? { next()?.integer }
}

/// The text between two commas.
package struct Field: Equatable, Sendable {
  package let bytes: ArraySlice<UInt8>

  package var isEmpty: Bool { bytes.isEmpty }

  /// The text, lenient about what is no UTF-8.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// A whole number in decimal with an optional sign.
  package var integer: Int? { fixedPoint(decimals: 0, rounding: false) }

  /// A whole number in hexadecimal without sign, at most eight digits.
  package var hexadecimal: Int? {
    guard !bytes.isEmpty, bytes.count <= 8 else { return nil }
    var value = 0
    for byte in bytes {
      guard let digit = ASCII.hexValue(byte) else { return nil }
      value = value << 4 | Int(digit)
    }
    return value
  }

  /// A decimal number in units of 10^-`decimals`: `2.4` with two decimals is 240. Further digits
  /// are rounded half away from zero. Nil if empty, more than 12 digits or anything else.
  package func fixedPoint(decimals: Int) -> Int? { fixedPoint(decimals: decimals, rounding: true) }

  private func fixedPoint(decimals: Int, rounding: Bool) -> Int? {
    var digits = bytes
    let isNegative = digits.first == ASCII.minus
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    guard !digits.isEmpty, digits.count <= 13 else { return nil }
    var value = 0
    var seen = 0
    var fraction: Int?
    var roundsUp = false
    for byte in digits {
      if byte == ASCII.dot, rounding, fraction == nil {
        fraction = 0
      } else if ASCII.isDigit(byte) {
        seen += 1
        if let places = fraction {
          if places == decimals { roundsUp = byte >= UInt8(ascii: "5") }
          fraction = places + 1
          if places >= decimals { continue }
        }
        value = value * 10 + Int(byte - ASCII.zero)
      } else {
        return nil
      }
    }
    guard seen > 0 else { return nil }
    for _ in min(fraction ?? 0, decimals)..<decimals { value *= 10 }
    if roundsUp { value += 1 }
    return isNegative ? -value : value
  }
}

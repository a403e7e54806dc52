import Bytes

/// Hands out the fields of a sentence one after the other.
package struct FieldCursor: Sequence, IteratorProtocol, Sendable {
  private var rest: ArraySlice<UInt8>
  private var isAtEnd = false

  init(rest: ArraySlice<UInt8>) { self.rest = rest }

  /// No field at all.
  init() {
    rest = []
    isAtEnd = true
  }

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

  /// The next field as a decimal number; nil if it is empty, missing or anything else.
  package mutating func nextDecimal() -> Double? { next()?.decimal }

  /// The next field as text; nil if it is empty or missing.
  package mutating func nextText() -> String? {
    next().flatMap { $0.isEmpty ? nil : $0.text }
  }

  /// The next field when it is one character, a letter as a capital.
  package mutating func nextLetter() -> UInt8? { next()?.letter }

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
    guard !isAtEnd, !rest.isEmpty else { return nil }
    isAtEnd = true
    return Field(bytes: rest).text
  }
}

/// The text between two commas.
package struct Field: Equatable, Sendable {
  package let bytes: ArraySlice<UInt8>

  package init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  package var isEmpty: Bool { bytes.isEmpty }

  /// The text, as UTF-8 or else as Latin-1.
  package var text: String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The only character, a letter as a capital; nil if there are none or more.
  package var letter: UInt8? {
    guard bytes.count == 1, let byte = bytes.first else { return nil }
    return byte &- 0x61 < 26 ? byte & 0xDF : byte
  }

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

  /// A decimal number without exponent, at most 20 characters; digits behind the 17th add nothing.
  package var decimal: Double? {
    guard bytes.count <= 20 else { return nil }
    return bytes.withUnsafeBufferPointer { Self.decimal($0) }
  }

  private static func decimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    var rest = bytes[...]
    let isNegative = rest.first == ASCII.minus
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    var digits = 0
    var significand = 0
    var decimals: Int?
    for byte in rest {
      if ASCII.isDigit(byte) {
        digits += 1
        // A whole part of more digits than these is nothing that an instrument measures.
        guard digits <= 17 || decimals != nil else { return nil }
        guard digits <= 17 else { continue }
        significand = significand * 10 + Int(byte - ASCII.zero)
        if let places = decimals { decimals = places + 1 }
      } else if byte == ASCII.dot, decimals == nil {
        decimals = 0
      } else {
        return nil
      }
    }
    guard digits > 0 else { return nil }
    let value = Double(significand) / powersOfTen[decimals ?? 0]
    return isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  ]

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

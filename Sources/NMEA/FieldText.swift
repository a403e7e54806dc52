import Bytes

/// What the bytes of a field can be read as.
enum FieldText {
  /// See `Field.letter`.
  static func letter(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
    guard bytes.count == 1 else { return nil }
    return bytes[0] &- 0x61 < 26 ? bytes[0] & 0xDF : bytes[0]
  }

  /// See `Field.text`.
  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// See `Field.integer`. Reads from `at` to the first character that is no digit; `at` is that one.
  static func integer(_ bytes: UnsafeBufferPointer<UInt8>, at: inout Int) -> Int? {
    let isNegative = takeSign(bytes, &at)
    var value = 0
    let count = takeDigits(bytes, &at, into: &value, most: 13)
    guard (1...13).contains(count) else { return nil }
    return isNegative ? -value : value
  }

  /// See `Field.hexadecimal`.
  static func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard !bytes.isEmpty, bytes.count <= 8 else { return nil }
    var value = 0
    for byte in bytes {
      guard let digit = ASCII.hexValue(byte) else { return nil }
      value = value << 4 | Int(digit)
    }
    return value
  }

  /// See `Field.decimal`. Reads from `at` to the first character that cannot belong to it; `at` is
  /// that one.
  static func decimal(_ bytes: UnsafeBufferPointer<UInt8>, at: inout Int) -> Double? {
    let start = at
    let isNegative = takeSign(bytes, &at)
    var significand = 0
    let whole = takeDigits(bytes, &at, into: &significand, most: 17)
    var decimals = 0
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      decimals = takeDigits(bytes, &at, into: &significand, most: 17 - whole)
    }
    // A whole part of more digits than these is nothing that an instrument measures.
    guard whole <= 17, whole + decimals > 0, at - start <= 20 else { return nil }
    let value = Double(significand) / powersOfTen[min(decimals, 17 - whole)]
    return isNegative ? -value : value
  }

  /// See `Field.fixedPoint`.
  static func fixedPoint(_ bytes: UnsafeBufferPointer<UInt8>, decimals: Int) -> Int? {
    let sign = signLength(bytes)
    guard bytes.count > sign, bytes.count <= 20 else { return nil }
    var value = 0
    var seen = 0
    var taken = 0
    var fraction: Int?
    var roundsUp = false
    for byte in bytes[sign...] {
      if byte == UInt8(ascii: "."), fraction == nil {
        fraction = 0
      } else if isDigit(byte) {
        seen += 1
        if let places = fraction {
          if places == decimals { roundsUp = byte >= UInt8(ascii: "5") }
          fraction = places + 1
          if places >= decimals { continue }
        }
        taken += 1
        // Twelve digits and six places behind them still fit.
        guard taken <= 12 else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      } else {
        return nil
      }
    }
    guard seen > 0 else { return nil }
    for _ in min(fraction ?? 0, decimals)..<decimals { value *= 10 }
    if roundsUp { value += 1 }
    return bytes[0] == UInt8(ascii: "-") ? -value : value
  }

  /// Whether a byte is one of `0` to `9`.
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func takeSign(_ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Bool {
    guard at < bytes.count else { return false }
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative || bytes[at] == UInt8(ascii: "+") { at += 1 }
    return isNegative
  }

  /// Passes over digits and counts them; those behind the first `most` add nothing to `value`.
  private static func takeDigits(
    _ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int, into value: inout Int, most: Int
  ) -> Int {
    let start = at
    while at < bytes.count, isDigit(bytes[at]) {
      if at - start < most { value = value * 10 + Int(bytes[at] & 0xF) }
      at += 1
    }
    return at - start
  }

  private static func signLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") ? 1 : 0
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  ]
}

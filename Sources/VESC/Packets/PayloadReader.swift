/// Reads the big-endian scalars of a payload in order. Past its end everything is zero and `isShort`
/// stays set, so that a truncated payload is refused once, as a whole.
struct PayloadReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  private(set) var isShort = false

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Bytes that were not read.
  var remaining: Int { bytes.count - offset }

  /// The whole number that begins here.
  mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number {
    guard let start = take(MemoryLayout<Number>.size) else { return 0 }
    return Number(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: Number.self))
  }

  mutating func uint8() -> UInt8 { integer() }

  /// A 16-bit signed number in units of 1/`scale`.
  mutating func scaled16(_ scale: Double) -> Double { Double(integer(Int16.self)) / scale }

  /// A 32-bit signed number in units of 1/`scale`.
  mutating func scaled32(_ scale: Double) -> Double { Double(integer(Int32.self)) / scale }

  /// IEEE binary32; nil if it is not finite.
  mutating func float32() -> Double? {
    let value = Float(bitPattern: integer())
    return value.isFinite ? Double(value) : nil
  }

  /// IEEE binary64; nil if it is not finite.
  mutating func float64() -> Double? {
    let value = Double(bitPattern: integer())
    return value.isFinite ? value : nil
  }

  /// Refloat's 16-bit float, which knows neither infinity nor NaN.
  mutating func float16() -> Double {
    let bits = integer(UInt16.self)
    let sign: FloatingPointSign = bits & 0x8000 == 0 ? .plus : .minus
    let fraction = Double(bits & 0x3FF) / 1024
    let exponent = Int(bits >> 10 & 0x1F)
    return exponent == 0
      ? Double(sign: sign, exponent: -14, significand: fraction)
      : Double(sign: sign, exponent: exponent - 15, significand: 1 + fraction)
  }

  /// A text that ends at a zero byte; without one the payload is short.
  mutating func terminatedText() -> String {
    guard let end = bytes[offset...].firstIndex(of: 0) else {
      isShort = true
      return ""
    }
    defer { offset = end + 1 }
    return String(decoding: bytes[offset..<end], as: UTF8.self)
  }

  /// A text in a field of `length` bytes, filled with zeros.
  mutating func text(length: Int) -> String {
    guard let start = take(length) else { return "" }
    let field = bytes[start..<start + length]
    return String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// A text behind a byte that tells its length.
  mutating func countedText() -> String { text(length: Int(uint8())) }

  /// The next bytes as they are.
  mutating func raw(length: Int) -> [UInt8] {
    guard let start = take(length) else { return [] }
    return Array(bytes[start..<start + length])
  }

  /// Everything that was not read.
  mutating func rest() -> [UInt8] { raw(length: remaining) }

  /// What `read` gives, or nil when nothing remains: a field that older firmware does not send.
  mutating func optional<Value>(_ read: (inout Self) -> Value) -> Value? {
    remaining > 0 ? read(&self) : nil
  }

  /// Refuses the payload, which claims the impossible.
  mutating func refuse() { isShort = true }

  private mutating func take(_ length: Int) -> Int? {
    guard !isShort, remaining >= length else {
      isShort = true
      return nil
    }
    defer { offset += length }
    return offset
  }
}

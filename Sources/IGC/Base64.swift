/// 32 bytes as 43 characters of base64 (RFC 4648, 4) without padding: one digest, key or half of a
/// signature in a line.
enum Base64 {
  static let characterCount = 43
  static let byteCount = 32

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let values: [UInt8: UInt32] = Dictionary(
    uniqueKeysWithValues: alphabet.enumerated().map { ($1, UInt32($0)) })

  static func encode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        text.append(alphabet[Int(bits >> UInt32(bitCount) & 63)])
      }
      bits &= 0xFF
    }
    if bitCount > 0 { text.append(alphabet[Int(bits << UInt32(6 - bitCount) & 63)]) }
    return text
  }

  /// The 32 bytes of exactly 43 characters whose spare bits are zero; nil for anything else.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count == characterCount else { return nil }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for character in text {
      guard let value = values[character] else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      }
    }
    return bits & (1 << UInt32(bitCount) - 1) == 0 ? bytes : nil
  }
}

import Bytes

/// Base64 (RFC 4648, section 4).
enum Base64 {
  /// The bytes that a text stands for; nil for one that is no Base64. The padding may be missing.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    var isPadded = false
    for byte in text {
      if byte == UInt8(ascii: "=") {
        isPadded = true
        continue
      }
      guard !isPadded, let value = value(byte) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 1
      if count % 4 == 0 {
        bytes += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8)]
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bits = 0
      }
    }
    switch count % 4 {
    case 0: return bytes
    case 2: return bytes + [UInt8(truncatingIfNeeded: bits >> 4)]
    case 3:
      return bytes + [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
    default: return nil
    }
  }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x41...0x5A: byte - 0x41
    case 0x61...0x7A: byte - 0x61 + 26
    case 0x30...0x39: byte - 0x30 + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

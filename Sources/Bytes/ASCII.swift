/// Names for the ASCII bytes that the text formats use.
package enum ASCII {
  package static let tab: UInt8 = 0x09
  package static let lineFeed: UInt8 = 0x0A
  package static let carriageReturn: UInt8 = 0x0D
  package static let space: UInt8 = 0x20
  package static let dollar: UInt8 = 0x24
  package static let asterisk: UInt8 = 0x2A
  package static let comma: UInt8 = 0x2C
  package static let minus: UInt8 = 0x2D
  package static let dot: UInt8 = 0x2E
  package static let zero: UInt8 = 0x30
  package static let colon: UInt8 = 0x3A

  /// Whether a byte is one of `0` to `9`.
  @inlinable package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Whether a byte is a printable character or a blank (0x20 to 0x7E).
  @inlinable package static func isPrintable(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5F }

  /// The value of a hexadecimal digit in either case, or nil.
  @inlinable package static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}

extension Array where Element == UInt8 {
  /// Appends the UTF-8 bytes of a text.
  @inlinable package mutating func append(text: String) { append(contentsOf: text.utf8) }

  /// Appends a whole number in decimal, with a minus sign if negative.
  package mutating func append(decimal value: some BinaryInteger) {
    append(contentsOf: String(value).utf8)
  }

  /// Appends a non-negative number in decimal, filled with zeros on the left to `width` digits;
  /// a longer number is not cut.
  package mutating func append(decimal value: some BinaryInteger, width: Int) {
    let digits = String(value).utf8
    for _ in 0..<Swift.max(0, width - digits.count) { append(ASCII.zero) }
    append(contentsOf: digits)
  }
}

extension String {
  /// A whole number filled with zeros on the left to `width` digits.
  package init(_ value: some BinaryInteger, width: Int) {
    var bytes: [UInt8] = []
    bytes.append(decimal: value, width: width)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

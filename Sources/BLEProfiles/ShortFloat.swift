/// IEEE 11073-20601 SFLOAT: a signed exponent of ten in the upper 4 bits, a signed mantissa in the
/// lower 12.
package struct ShortFloat: Equatable, Sendable {
  /// What stands in place of a number.
  package enum Special: String, Sendable {
    case notANumber, notAtThisResolution, positiveInfinity, negativeInfinity, reserved
  }

  package let bits: UInt16

  package init(bits: UInt16) { self.bits = bits }

  /// Why this is no number; nil where it is one.
  package var special: Special? {
    switch bits {
    case 0x07FF: .notANumber
    case 0x0800: .notAtThisResolution
    case 0x07FE: .positiveInfinity
    case 0x0802: .negativeInfinity
    case 0x0801: .reserved
    default: nil
    }
  }

  /// The number; nil for the special values.
  package var value: Double? {
    guard special == nil else { return nil }
    let mantissa = Double(Int16(bitPattern: bits << 4) >> 4)
    let exponent = Int(Int16(bitPattern: bits) >> 12)
    return exponent < 0 ? mantissa / Self.powers[-exponent] : mantissa * Self.powers[exponent]
  }

  private static let powers = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8]
}

import Bytes

/// Up to eight characters of a line in one register, to be read as digits at once.
struct DigitWord {
  private static let zeros: UInt64 = 0x3030_3030_3030_3030
  private var characters: UInt64

  /// The eight bytes from an index on.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at index: Int) {
    characters = UInt64(
      littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Only the first so many characters, with zeros before them.
  @inline(__always)
  func first(_ count: Int) -> DigitWord {
    let gone = UInt64(truncatingIfNeeded: 64 - 8 * count)
    var word = self
    word.characters = characters << gone | Self.zeros >> (64 - gone)
    return word
  }

  /// Only the last so many characters, with zeros before them.
  @inline(__always)
  func last(_ count: Int) -> DigitWord {
    let gone = UInt64(truncatingIfNeeded: 64 - 8 * count)
    var word = self
    word.characters = (characters >> gone) << gone | Self.zeros >> (64 - gone)
    return word
  }

  /// Whether all eight are digits.
  @inline(__always)
  var isNumber: Bool {
    let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
    return characters & high == Self.zeros
      && (characters &+ 0x0606_0606_0606_0606) & high == Self.zeros
  }

  /// The number that the eight digits are: neighbours are joined to pairs, pairs to fours, fours to
  /// the whole.
  @inline(__always)
  var number: Int {
    let pairs = ((characters & 0x0F0F_0F0F_0F0F_0F0F) &* 2561) >> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF
    return Int(truncatingIfNeeded: (fours &* 42_949_672_960_001) >> 32)
  }
}

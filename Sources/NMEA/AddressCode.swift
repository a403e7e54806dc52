/// A sentence's address packed into one number, letters as capitals: compared and looked up without
/// touching memory.
package struct AddressCode: Hashable, Sendable {
  /// The characters from the highest byte used to the lowest; 0 for an address longer than eight.
  @usableFromInline let packed: UInt64

  @usableFromInline init(packed: UInt64) { self.packed = packed }

  /// From a name in the program, at most eight characters.
  @inlinable package init(_ text: StaticString) {
    packed = text.withUTF8Buffer { Self.pack($0) }
  }

  /// From the bytes of a line.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { packed = Self.pack(bytes) }

  /// The type of a standard sentence, behind a talker of two characters: `RMC` of `GPRMC`. Nil for
  /// another length and for a maker's own (`P…`).
  var standardType: AddressCode? {
    guard packed >> 32 > 0, packed >> 40 == 0, packed >> 32 != 0x50 else { return nil }
    return AddressCode(packed: packed & 0xFF_FFFF)
  }

  @usableFromInline static func pack(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard bytes.count <= 8 else { return 0 }
    var packed: UInt64 = 0
    for byte in bytes {
      let isSmall = byte &- 0x61 < 26
      packed = packed << 8 | UInt64(isSmall ? byte & 0xDF : byte)
    }
    return packed
  }
}

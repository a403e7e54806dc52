/// A characteristic's value ended before a field that its flags promise.
package enum ValueFault: Error, Equatable, Sendable { case truncated }

/// Takes little-endian fields off the front of a characteristic's value.
struct ValueReader {
  private var rest: Slice<UnsafeRawBufferPointer>

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

  /// Bytes that are left.
  var count: Int { rest.count }

  mutating func byte() throws(ValueFault) -> UInt8 {
    guard let byte = rest.popFirst() else { throw .truncated }
    return byte
  }

  mutating func uint16() throws(ValueFault) -> UInt16 {
    guard rest.count >= 2 else { throw .truncated }
    return try UInt16(byte()) | UInt16(byte()) << 8
  }

  mutating func uint24() throws(ValueFault) -> UInt32 {
    guard rest.count >= 3 else { throw .truncated }
    return try UInt32(uint16()) | UInt32(byte()) << 16
  }

  mutating func shortFloat() throws(ValueFault) -> ShortFloat { ShortFloat(bits: try uint16()) }
}

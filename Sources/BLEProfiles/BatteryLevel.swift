/// A value of Battery Level, 2A19 (Battery Service 1.0, 3.1).
package struct BatteryLevel: Equatable, Sendable {
  package static let characteristic: UInt16 = 0x2A19

  /// As sent.
  package var raw: UInt8
  /// Bytes behind it.
  package var trailing: Int

  package init(_ bytes: UnsafeRawBufferPointer) throws(ValueFault) {
    var reader = ValueReader(bytes)
    raw = try reader.byte()
    trailing = reader.count
  }

  /// Percent; nil above 100.
  package var percent: UInt8? { raw <= 100 ? raw : nil }
}

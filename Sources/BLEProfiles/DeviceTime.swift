/// A date and time of a device's own clock, in no known zone (GATT Specification Supplement, Date
/// Time: 7 bytes).
package struct DeviceTime: Equatable, Sendable {
  package var year: UInt16
  package var month, day, hour, minute, second: UInt8

  init(_ reader: inout ValueReader) throws(ValueFault) {
    guard reader.count >= 7 else { throw .truncated }
    year = try reader.uint16()
    month = try reader.byte()
    day = try reader.byte()
    hour = try reader.byte()
    minute = try reader.byte()
    second = try reader.byte()
  }

  /// Whether every part is known, zero being unknown, and in its range.
  package var isKnown: Bool {
    (1582...9999).contains(year) && (1...12).contains(month) && (1...31).contains(day)
      && hour < 24 && minute < 60 && second < 60
  }
}

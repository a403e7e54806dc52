/// GET_GNSS: a receiver on the CAN bus. Nil was not asked for, or is not finite.
package struct GNSSValues: Equatable, Sendable {
  package var mask: UInt32
  /// Degrees, north and east positive.
  package var latitude: Double?
  package var longitude: Double?
  /// m.
  package var altitude: Double?
  /// m/s.
  package var speed: Double?
  package var hdop: Double?
  /// s of the day, UTC.
  package var timeOfDay: Double?
  package var year: Int16?
  package var month: Int8?
  package var day: Int8?
  /// s since the fix.
  package var age: Double?

  init(_ payload: inout PayloadReader) {
    mask = payload.integer()
    var fields = MaskedReader(payload, mask: mask)
    latitude = fields.integer(0, Int64.self).map { Double($0) / 1e16 }
    longitude = fields.integer(1, Int64.self).map { Double($0) / 1e16 }
    altitude = fields.float32(2)
    speed = fields.float32(3)
    hdop = fields.float32(4)
    timeOfDay = fields.integer(5, Int32.self).map { Double($0) / 1000 }
    year = fields.integer(6)
    month = fields.integer(7)
    day = fields.integer(8)
    age = fields.float32(9)
    payload = fields.payload
  }
}

/// GET_STATS: averages and maxima since the controller's start. Nil was not asked for, or is not
/// finite.
package struct RideStatistics: Equatable, Sendable {
  package var mask: UInt32
  /// m/s.
  package var speedAverage: Double?
  package var speedMaximum: Double?
  /// W.
  package var powerAverage: Double?
  package var powerMaximum: Double?
  /// A.
  package var currentAverage: Double?
  package var currentMaximum: Double?
  /// °C.
  package var temperatureMosfetAverage: Double?
  package var temperatureMosfetMaximum: Double?
  package var temperatureMotorAverage: Double?
  package var temperatureMotorMaximum: Double?
  /// s.
  package var countTime: Double?

  init(_ payload: inout PayloadReader) {
    mask = payload.integer()
    var fields = MaskedReader(payload, mask: mask)
    speedAverage = fields.float32(0)
    speedMaximum = fields.float32(1)
    powerAverage = fields.float32(2)
    powerMaximum = fields.float32(3)
    currentAverage = fields.float32(4)
    currentMaximum = fields.float32(5)
    temperatureMosfetAverage = fields.float32(6)
    temperatureMosfetMaximum = fields.float32(7)
    temperatureMotorAverage = fields.float32(8)
    temperatureMotorMaximum = fields.float32(9)
    countTime = fields.float32(10)
    payload = fields.payload
  }
}

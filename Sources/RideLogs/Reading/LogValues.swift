import FlightModel
import Telemetry

/// What a column of a log means, in units of its own: km/h, V, A, degrees, m, degrees Celsius.
enum LogQuantity: Int, CaseIterable, Sendable {
  case speed, batteryVoltage, motorCurrent, batteryCurrent
  case secondMotorCurrent, secondBatteryCurrent
  /// Of all controllers on the bus.
  case motorCurrentOfAll, batteryCurrentOfAll
  case controllers
  /// -1 to 1.
  case duty
  case pitch, roll, balancePitch, balanceCurrent, erpm, state, switchState, adc1, adc2
  case odometer, mosfetTemperature, motorTemperature, fault, canID
  case latitude, longitude
  /// m/s.
  case groundSpeed
  case bearing, accuracy, altitude
  /// What tells one fix from the next.
  case fixTime
  /// Milliseconds, by the log's clock.
  case time
}

/// The values of a row, and what they are in the columns of a sample.
struct LogValues: Sendable {
  private var values = [Double?](repeating: nil, count: LogQuantity.allCases.count)

  subscript(quantity: LogQuantity) -> Double? {
    get { values[quantity.rawValue] }
    set { values[quantity.rawValue] = newValue }
  }

  /// A whole number in a contract's unit; nil where it is unknown or does not fit.
  private func number(_ quantity: LogQuantity, _ factor: Double) -> Int32? {
    self[quantity].flatMap { Int32(exactly: ($0 * factor).rounded()) }
  }

  /// The current of all motors: where there are several, their own sum.
  private func current(
    _ own: LogQuantity, _ second: LogQuantity, ofAll: LogQuantity
  ) -> Int32? {
    if let controllers = self[.controllers], controllers > 1, self[ofAll] != nil {
      return number(ofAll, 1000)
    }
    guard let first = self[own] else { return nil }
    return Int32(exactly: ((first + (self[second] ?? 0)) * 1000).rounded())
  }

  /// A sensor that is not there reads absolute zero or below.
  private func temperature(_ quantity: LogQuantity) -> Int32? {
    guard let celsius = self[quantity], celsius > -100 else { return nil }
    return number(quantity, 10)
  }

  var canNumber: Int32? { number(.canID, 1) }

  var motion: MotionColumns {
    var motion = MotionColumns()
    motion.speedCentiKmh = number(.speed, 100)
    motion.batteryVoltageMv = number(.batteryVoltage, 1000)
    motion.motorCurrentMa = current(
      .motorCurrent, .secondMotorCurrent, ofAll: .motorCurrentOfAll)
    motion.batteryCurrentMa = current(
      .batteryCurrent, .secondBatteryCurrent, ofAll: .batteryCurrentOfAll)
    motion.dutyPermille = number(.duty, 1000)
    motion.pitchCentiDeg = number(.pitch, 100)
    motion.rollCentiDeg = number(.roll, 100)
    motion.balancePitchCentiDeg = number(.balancePitch, 100)
    motion.balanceCurrentMa = number(.balanceCurrent, 1000)
    motion.erpm = number(.erpm, 1)
    motion.state = number(.state, 1)
    motion.switchState = number(.switchState, 1)
    motion.adc1Milli = number(.adc1, 1000)
    motion.adc2Milli = number(.adc2, 1000)
    motion.odometerCm = self[.odometer].flatMap { Int64(exactly: ($0 * 100).rounded()) }
    motion.tempMosfetDeciC = temperature(.mosfetTemperature)
    motion.tempMotorDeciC = temperature(.motorTemperature)
    motion.faultCode = number(.fault, 1)
    return motion
  }

  /// The fix of a row, taken at `atMs`; nil without one. 0/0 is what apps write before they know.
  func location(_ atMs: Int64) -> LocationColumns? {
    guard let latitude = self[.latitude], let longitude = self[.longitude],
      let position = Coordinate(latitude: latitude, longitude: longitude),
      position.latitudeE7 != 0 || position.longitudeE7 != 0
    else { return nil }
    return LocationColumns(
      latitudeE7: position.latitudeE7, longitudeE7: position.longitudeE7,
      gpsSpeedCentiMps: number(.groundSpeed, 100), bearingCentiDeg: number(.bearing, 100),
      accuracyCm: number(.accuracy, 100), altitudeCm: number(.altitude, 100),
      locationTimestampMs: atMs)
  }

  /// What tells this fix from another one.
  var fixIdentity: [Double?] { [self[.fixTime], self[.latitude], self[.longitude]] }
}

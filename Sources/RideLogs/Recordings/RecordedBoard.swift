import VESC

/// Joins the replies of a recorded board to the values of samples.
///
/// A board with Refloat is sampled by ALLDATA alone, another by GET_VALUES, one that is asked for
/// neither by GET_VALUES_SETUP: two kinds of sample in one stream would count the same instant twice.
struct RecordedBoard: Sendable {
  /// What samples come from, the best first.
  private enum Source: Int { case allData, values, setup }

  /// A reply that did not come for so long, ms, is not expected any more.
  private static let longestHoldMs: Int64 = 2000

  private var source: (kind: Source, atMs: Int64)?
  private var calibration: MotorLimits?
  private var setup: (values: SetupValues, atMs: Int64)?
  private var faultCode: Double = 0

  /// The values of a sample, if the reply makes one.
  mutating func values(with reply: VESCReply, atMs: Int64) -> LogValues? {
    switch reply {
    case .limits(let limits): calibration = limits
    case .setup(let values):
      setup = (values, atMs)
      if claims(.setup, atMs) { return Self.values(of: values) }
    case .values(let values):
      if let code = values.faultCode { faultCode = Double(code) }
      if claims(.values, atMs) { return self.values(of: values, atMs) }
    case .refloat(.fault(let code)): faultCode = Double(code)
    case .refloat(.allData(let ride)):
      // ALLDATA comes with values only while there is no fault.
      defer { faultCode = 0 }
      if claims(.allData, atMs) { return values(of: ride) }
    default: break
    }
    return nil
  }

  /// Whether samples come from this kind of reply.
  private mutating func claims(_ kind: Source, _ atMs: Int64) -> Bool {
    if let source, source.kind.rawValue < kind.rawValue, atMs - source.atMs <= Self.longestHoldMs {
      return false
    }
    source = (kind, atMs)
    return true
  }

  private func values(of ride: RefloatAllData) -> LogValues {
    var values = LogValues()
    values[.speed] = ride.speed * 3.6
    values[.batteryVoltage] = ride.batteryVoltage
    values[.motorCurrent] = ride.motorCurrent
    values[.batteryCurrent] = ride.batteryCurrent
    values[.duty] = ride.dutyCycle
    (values[.pitch], values[.roll]) = (ride.pitch, ride.roll)
    (values[.balancePitch], values[.balanceCurrent]) = (ride.balancePitch, ride.balanceCurrent)
    values[.erpm] = Double(ride.erpm)
    values[.state] = Double(ride.status.state)
    values[.switchState] = Double(ride.status.footpad)
    (values[.adc1], values[.adc2]) = (ride.adcLeft, ride.adcRight)
    values[.odometer] = ride.distanceAbsolute
    values[.mosfetTemperature] = ride.temperatureMosfet
    values[.motorTemperature] = ride.temperatureMotor
    values[.fault] = faultCode
    return values
  }

  private func values(of motor: MotorValues, _ atMs: Int64) -> LogValues {
    var values = LogValues()
    let setup = setup.flatMap { atMs - $0.atMs <= Self.longestHoldMs ? $0.values : nil }
    values[.speed] = (calibratedSpeed(motor) ?? setup?.speed).map { $0 * 3.6 }
    values[.batteryVoltage] = motor.voltageInput
    values[.motorCurrent] = setup?.currentMotorTotal ?? motor.currentMotor
    values[.batteryCurrent] = setup?.currentInputTotal ?? motor.currentInput
    values[.duty] = motor.dutyCycle
    values[.erpm] = motor.erpm.map(Double.init)
    values[.odometer] = setup?.distanceAbsolute
    values[.mosfetTemperature] = motor.temperatureMosfet
    values[.motorTemperature] = motor.temperatureMotor
    values[.fault] = motor.faultCode.map(Double.init)
    values[.canID] = motor.controllerID.map(Double.init)
    return values
  }

  private static func values(of setup: SetupValues) -> LogValues {
    var values = LogValues()
    values[.speed] = setup.speed.map { $0 * 3.6 }
    values[.batteryVoltage] = setup.voltageInput
    values[.motorCurrent] = setup.currentMotorTotal
    values[.batteryCurrent] = setup.currentInputTotal
    values[.duty] = setup.dutyCycle
    values[.erpm] = setup.erpm.map(Double.init)
    values[.odometer] = setup.distanceAbsolute
    values[.mosfetTemperature] = setup.temperatureMosfet
    values[.motorTemperature] = setup.temperatureMotor
    values[.fault] = setup.faultCode.map(Double.init)
    values[.canID] = setup.controllerID.map(Double.init)
    return values
  }

  /// m/s by poles, gear and wheel, once the board has told them.
  private func calibratedSpeed(_ motor: MotorValues) -> Double? {
    guard let limits = calibration, let erpm = motor.erpm, limits.motorPoles > 0,
      let gear = limits.gearRatio, let wheel = limits.wheelDiameter, gear > 0, wheel > 0
    else { return nil }
    return Double(erpm) / (Double(limits.motorPoles) / 2) / 60 * .pi * wheel / gear
  }
}

/// What turns a motor's electrical revolutions into the wheel's way.
struct SpeedCalibration: Equatable, Sendable {
  /// m of way in one electrical revolution.
  private let metresPerRevolution: Double

  /// Nil where poles, gear or wheel are missing, zero or absurd.
  init?(_ limits: MotorLimits) {
    guard limits.motorPoles > 0, let gear = limits.gearRatio, let wheel = limits.wheelDiameter,
      0.001...1000 ~= gear, 0.001...10 ~= wheel
    else { return nil }
    metresPerRevolution = .pi * wheel / gear / (Double(limits.motorPoles) / 2)
  }

  /// m/s, with the sign of the revolutions.
  func speed(erpm: Int32) -> Double { Double(erpm) * metresPerRevolution / 60 }

  /// m of way in one of the six commutation steps that the tachometer counts in a revolution.
  var metresPerStep: Double { metresPerRevolution / 6 }
}

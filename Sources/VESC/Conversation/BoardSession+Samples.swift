import FlightModel
import RecordingModel
import Telemetry

extension BoardSession {
  /// No sensor reads below this, °C: the motor has none.
  private static let coldest = -100.0
  /// A charge that was told this long ago is not of the present, ms.
  private static let longestChargeMs: Int64 = 30_000
  /// A battery management that did not answer for this long is gone, ms.
  private static let longestBatteryMs: Int64 = 60_000

  /// What the last round told, joined; nil when the controller on the link told nothing new.
  mutating func sample(at now: MonotonicInstant) -> MotorSample? {
    guard let values = takeNewValues(at: now), let at = controllers[0].reading?.at else {
      return nil
    }
    return MotorSample(
      boardKey: key, receivedAt: at, canID: values.controllerID.map { Int32($0) },
      motion: motion(values, at: now), batteryPermille: batteryPermille(at: now),
      isRiding: currentRide(at: now)?.status.isRiding)
  }

  private func motion(_ values: MotorValues, at now: MonotonicInstant) -> MotionColumns {
    var motion = MotionColumns()
    motion.speedCentiKmh = whole(speed(values, at: now), times: 360)
    motion.batteryVoltageMv = whole(values.voltageInput, times: 1000)
    motion.motorCurrentMa = whole(sum(\.currentMotor, at: now), times: 1000)
    motion.batteryCurrentMa = whole(sum(\.currentInput, at: now), times: 1000)
    motion.dutyPermille = whole(values.dutyCycle, times: 1000)
    motion.erpm = values.erpm
    motion.odometerCm = odometer.centimetres
    motion.tempMosfetDeciC = whole(temperature(values.temperatureMosfet), times: 10)
    motion.tempMotorDeciC = whole(temperature(values.temperatureMotor), times: 10)
    motion.faultCode = fault(at: now)
    if let ride = currentRide(at: now) { fill(&motion, ride) }
    return motion
  }

  private func fill(_ motion: inout MotionColumns, _ ride: RefloatAllData) {
    motion.pitchCentiDeg = whole(ride.pitch, times: 100)
    motion.rollCentiDeg = whole(ride.roll, times: 100)
    motion.balancePitchCentiDeg = whole(ride.balancePitch, times: 100)
    motion.balanceCurrentMa = whole(ride.balanceCurrent, times: 1000)
    motion.state = Int32(ride.status.state)
    motion.switchState = Int32(ride.status.footpad)
    motion.adc1Milli = whole(ride.adcLeft, times: 1000)
    motion.adc2Milli = whole(ride.adcRight, times: 1000)
  }

  private func currentRide(at now: MonotonicInstant) -> RefloatAllData? {
    guard let ride, now.milliseconds(since: ride.at) <= MotorController.longestHoldMs else {
      return nil
    }
    return ride.data
  }

  /// m/s: from the revolutions, else as SETUP tells it, else as Refloat does.
  private func speed(_ values: MotorValues, at now: MonotonicInstant) -> Double? {
    if let calibration { return values.erpm.map { calibration.speed(erpm: $0) } }
    if let setup, now.milliseconds(since: setup.at) <= MotorController.longestHoldMs {
      return setup.values.speed
    }
    return currentRide(at: now)?.speed
  }

  /// Of all controllers that are there; nil while one of them has not told.
  private func sum(
    _ current: KeyPath<MotorValues, Double?>, at now: MonotonicInstant
  ) -> Double? {
    var sum = 0.0
    for controller in controllers where !controller.isAway {
      guard let value = controller.values(at: now)?[keyPath: current] else { return nil }
      sum += value
    }
    return sum
  }

  /// Of the controller on the link, else of the first that has one.
  private func fault(at now: MonotonicInstant) -> Int32? {
    let codes = controllers.compactMap { $0.values(at: now)?.faultCode }
    return (codes.first { $0 != 0 } ?? codes.first).map { Int32($0) }
  }

  private func temperature(_ celsius: Double?) -> Double? {
    celsius.flatMap { $0 > Self.coldest ? $0 : nil }
  }

  private func batteryPermille(at now: MonotonicInstant) -> Int32? {
    if let charge = currentBattery(at: now)?.stateOfCharge { return permille(charge) }
    if let setup, now.milliseconds(since: setup.at) <= Self.longestChargeMs,
      let level = setup.values.batteryLevel
    {
      return permille(level)
    }
    guard let counters = refloatCounters,
      now.milliseconds(since: counters.at) <= Self.longestChargeMs
    else { return nil }
    return counters.data.batteryLevel.flatMap { permille($0 / 100) }
  }

  /// What the battery management said, where there is one.
  private func currentBattery(at now: MonotonicInstant) -> BatteryValues? {
    guard let battery, !battery.values.cellVoltages.isEmpty,
      now.milliseconds(since: battery.at) <= Self.longestBatteryMs
    else { return nil }
    return battery.values
  }

  /// What the board tells seldom, as far as it is known now.
  func facts(at now: MonotonicInstant) -> BoardFacts {
    let battery = currentBattery(at: now)
    let odometer = setup?.values.odometer ?? refloatCounters?.data.odometer
    return BoardFacts(
      boardKey: key, receivedAt: now,
      cellMillivolts: battery?.cellVoltages.compactMap { whole($0, times: 1000) } ?? [],
      stateOfChargePermille: battery?.stateOfCharge.flatMap { permille($0) },
      stateOfHealthPermille: battery?.stateOfHealth.flatMap { permille($0) },
      odometerM: odometer.map { Int64($0) },
      uptimeMs: setup?.values.uptime.map { Int64(($0 * 1000).rounded()) },
      activeAlerts: alertNames)
  }

  private func permille(_ ratio: Double) -> Int32? {
    whole(max(0, min(ratio, 1)), times: 1000)
  }

  private func whole(_ value: Double?, times scale: Double) -> Int32? {
    value.flatMap { Int32(exactly: ($0 * scale).rounded()) }
  }
}

extension MotorValues {
  /// Whether nothing was measured yet: no working controller runs without voltage.
  var isAllZero: Bool {
    (voltageInput ?? 0) == 0 && (erpm ?? 0) == 0 && (currentMotor ?? 0) == 0
      && (currentInput ?? 0) == 0 && (dutyCycle ?? 0) == 0 && (temperatureMosfet ?? 0) == 0
  }
}

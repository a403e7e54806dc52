import Bytes
import FlightModel
import RecordingModel

/// What is known of one board, and what to ask it next. Kept when the link is lost and the same
/// board comes back.
struct BoardSession: Sendable {
  /// Controllers beside the one on the link, at the most.
  private static let mostControllers = 8

  let key: String
  let firmware: FirmwareVersion
  /// The first is the one that the board is known by.
  var controllers: [MotorController]
  /// CAN ids that answered, whose kind is not known yet.
  private(set) var strangers: [UInt8] = []
  private var strangerMisses = 0
  var schedule: SlowSchedule
  var calibration: SpeedCalibration?
  var odometer = OdometerTrack()
  var refloat: RefloatInfo?
  var ride: (data: RefloatAllData, at: MonotonicInstant)?
  /// Of Refloat's seldom told counters.
  var refloatCounters: (data: RefloatAllData, at: MonotonicInstant)?
  var setup: (values: SetupValues, at: MonotonicInstant)?
  var battery: (values: BatteryValues, at: MonotonicInstant)?
  var alertNames: [String] = []
  private var refloatMisses = 0
  private var pingedAt: MonotonicInstant?
  /// The reading that the last sample since the link was opened is of.
  private var sampledAt: MonotonicInstant?

  init(_ firmware: FirmwareVersion, canID: UInt8?, at now: MonotonicInstant) {
    self.firmware = firmware
    key = Self.key(of: firmware)
    controllers = [MotorController(canID: canID, isMain: true)]
    schedule = SlowSchedule(at: now)
  }

  /// `vesc:` and the UUID; zeros where the firmware has none.
  static func key(of firmware: FirmwareVersion) -> String {
    "vesc:" + Hexadecimal.encode(firmware.uuid ?? [UInt8](repeating: 0, count: 12))
  }

  /// Where questions that are not of one controller go.
  var canID: UInt8? { controllers[0].canID }

  /// The same board on a link that was opened anew.
  mutating func reopened(at now: MonotonicInstant) {
    sampledAt = nil
    ride = nil
    schedule.hasten(.limits, at: now)
    schedule.hasten(.setup, at: now)
  }

  // MARK: What to ask

  /// The questions of one round: at most one slow one, then those that a sample is made of.
  func plan(at now: MonotonicInstant) -> [VESCRequest] {
    var plan: [VESCRequest] = []
    if let stranger = strangers.first {
      plan.append(VESCRequest(.firmwareVersion, canID: stranger))
    } else if let slow = schedule.due(at: now, where: { makesSense($0, at: now) }) {
      plan.append(VESCRequest(question(slow), canID: slow == .pingCAN ? nil : canID))
    }
    plan += controllers.compactMap { $0.request(at: now) }
    if needsSetupSpeed { plan.append(VESCRequest(.setup, canID: canID)) }
    if refloat != nil {
      let mode = schedule.isDue(.counters, at: now) ? RefloatAllDataMode.counters : .motion
      plan.append(VESCRequest(.refloat(.allData(mode)), canID: canID))
    }
    return plan
  }

  private func makesSense(_ slow: SlowQuestion, at now: MonotonicInstant) -> Bool {
    switch slow {
    case .limits, .battery, .firmware: true
    case .setup: !needsSetupSpeed
    case .refloatInfo: refloat == nil
    case .alerts: refloat?.version == 2
    case .counters: false
    case .pingCAN: canID == nil && needsPing(at: now)
    }
  }

  private func question(_ slow: SlowQuestion) -> VESCRequest.Question {
    switch slow {
    case .limits: .motorLimits
    case .setup: .setup
    case .refloatInfo: .refloat(.info)
    case .battery: .battery
    case .pingCAN: .pingCAN
    case .alerts: .refloat(.alerts)
    case .counters: .refloat(.allData(.counters))
    case .firmware: .firmwareVersion
    }
  }

  /// Whether the speed has to come from SETUP, at the samples' rate.
  var needsSetupSpeed: Bool {
    calibration == nil && schedule.isSettled(.limits) && schedule.hasAnswered(.setup)
      && !schedule.isFailing(.setup)
  }

  /// Once for each board, and again when there are more controllers than are known: it takes
  /// seconds without a sample.
  private func needsPing(at now: MonotonicInstant) -> Bool {
    guard pingedAt != nil else { return true }
    return Int(setup?.values.controllerCount ?? 1) > controllers.count
  }

  // MARK: What was found

  mutating func take(canIDs: [UInt8], at now: MonotonicInstant) {
    pingedAt = now
    let known = Set(controllers.compactMap(\.controllerID))
    strangers = Array(
      canIDs.filter { !known.contains($0) }.prefix(Self.mostControllers - controllers.count))
    strangerMisses = 0
  }

  /// A stranger said what it is; only those that drive a motor are asked for values.
  mutating func take(_ firmware: FirmwareVersion, of stranger: UInt8) {
    dropStranger(stranger)
    guard firmware.isMotorController, !controllers.contains(where: { $0.canID == stranger }) else {
      return
    }
    controllers.append(MotorController(canID: stranger))
  }

  /// Asked twice in vain, a stranger is nobody.
  mutating func missedStranger(_ stranger: UInt8) {
    strangerMisses += 1
    if strangerMisses >= 2 { dropStranger(stranger) }
  }

  /// Refloat answered.
  mutating func noteRefloat() { refloatMisses = 0 }

  /// Refloat did not answer; after three times it is no longer there, and is looked for again.
  mutating func missedRefloat(at now: MonotonicInstant) {
    refloatMisses += 1
    guard refloatMisses >= 3 else { return }
    refloatMisses = 0
    (refloat, ride, refloatCounters, alertNames) = (nil, nil, nil, [])
    schedule.forget(.refloatInfo, at: now)
  }

  private mutating func dropStranger(_ stranger: UInt8) {
    strangers.removeAll { $0 == stranger }
    strangerMisses = 0
  }

  /// The values of the controller that the board is known by, once for each time that it told them.
  ///
  /// Zeros in everything are what controllers say before they have measured: no sample begins with
  /// them.
  mutating func takeNewValues(at now: MonotonicInstant) -> MotorValues? {
    guard let at = controllers[0].reading?.at, at != sampledAt,
      let values = controllers[0].values(at: now), sampledAt != nil || !values.isAllZero
    else { return nil }
    sampledAt = at
    return values
  }
}

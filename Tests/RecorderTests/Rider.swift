import FlightModel
import FlightSimulator
import Recorder
import RecordingModel
import Telemetry

/// A rider on a board with a VESC, exact to the millisecond: 20 samples and one fix a second along a
/// straight line.
struct Rider {
  /// A stretch in which speed and currents do not change.
  struct Leg {
    var seconds: Int
    /// cm/s.
    var speed: Int64 = 0
    /// mA from the battery; negative is regained.
    var batteryMa: Int32 = 0
    var fault: Int32 = 0
    /// The controller is on.
    var hasVESC = true
    /// The receiver sees satellites.
    var hasSky = true
    /// The receiver's reports have a position.
    var hasPosition = true

    static func stand(_ seconds: Int) -> Leg { Leg(seconds: seconds) }
    static func ride(_ speed: Int64, _ batteryMa: Int32, _ seconds: Int) -> Leg {
      Leg(seconds: seconds, speed: speed, batteryMa: batteryMa)
    }
    func withoutVESC() -> Leg { with { $0.hasVESC = false } }
    func withoutSky() -> Leg { with { $0.hasSky = false } }
    func withoutPosition() -> Leg { with { $0.hasPosition = false } }
    func with(_ change: (inout Leg) -> Void) -> Leg {
      var leg = self
      change(&leg)
      return leg
    }
  }

  enum Item {
    case fix(Fix)
    case motor(MotorSample)
    case appeared
    case gone
  }

  static let identity = BoardIdentity(
    key: "vesc:000102030405060708090a0b", name: "Plank", transport: "serial")
  static let boardID = "vesc:000102030405060708090a0b"
  static let millivolts: Int32 = 60_000
  static let stepMs: Int64 = 50

  var start = UTCInstant(CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 36_000_000)
  /// With milliseconds since the start.
  private(set) var items: [(ms: Int64, item: Item)] = []

  // The truth.
  private(set) var riddenCm: Int64 = 0
  private(set) var usedWh = 0.0
  private(set) var regainedWh = 0.0
  private(set) var samples = 0
  private(set) var faults = 0
  private(set) var fixes: [UTCInstant] = []
  private(set) var lengthMs: Int64 = 0

  init(start: UTCInstant? = nil, odometerCm: Int64 = 0, legs: [Leg]) {
    if let start { self.start = start }
    var cm = odometerCm
    var isThere = false
    for leg in legs {
      if leg.hasVESC != isThere { items.append((lengthMs, leg.hasVESC ? .appeared : .gone)) }
      isThere = leg.hasVESC
      for step in 0..<Int64(leg.seconds) * 20 {
        let ms = lengthMs + step * Self.stepMs
        if ms.isMultiple(of: 1000), leg.hasSky { addFix(at: ms, cm, leg) }
        if leg.hasVESC { addSample(at: ms, cm, leg) }
        cm += leg.speed * Self.stepMs / 1000
      }
      lengthMs += Int64(leg.seconds) * 1000
    }
    riddenCm = cm - odometerCm
  }

  static func position(_ cm: Int64) -> Coordinate {
    Coordinate(latitude: 52.5, longitude: 13.4)!.moved(north: 0, east: Double(cm) / 100)
  }

  private mutating func addFix(at ms: Int64, _ cm: Int64, _ leg: Leg) {
    let time = start.advanced(byMilliseconds: ms)
    fixes.append(time)
    items.append(
      (
        ms,
        .fix(
          Fix(
            receiver: ReceiverID("/dev/simulated"), time: time,
            receivedAt: MonotonicInstant(nanoseconds: 0),
            mode: leg.hasPosition ? .threeDimensional : .none,
            position: leg.hasPosition ? Self.position(cm) : nil, ellipsoidAltitudeCm: 8_000,
            groundSpeedCmPerS: Int32(leg.speed), trackCentiDeg: 9_000, climbCmPerS: 0,
            horizontalErrorCm: 300, verticalErrorCm: 500, satellitesUsed: 12))
      ))
  }

  private mutating func addSample(at ms: Int64, _ cm: Int64, _ leg: Leg) {
    var motion = MotionColumns()
    motion.speedCentiKmh = Int32(leg.speed * 36 / 10)
    motion.batteryVoltageMv = Self.millivolts
    motion.batteryCurrentMa = leg.batteryMa
    motion.motorCurrentMa = leg.batteryMa * 2
    motion.dutyPermille = Int32(leg.speed / 2)
    motion.erpm = Int32(leg.speed * 9)
    motion.odometerCm = cm
    motion.tempMosfetDeciC = 350
    motion.tempMotorDeciC = 420
    motion.faultCode = leg.fault
    items.append(
      (
        ms,
        .motor(
          MotorSample(
            boardKey: Self.identity.key, receivedAt: MonotonicInstant(nanoseconds: 0), canID: 7,
            motion: motion, batteryPermille: 800))
      ))
    samples += 1
    if leg.fault != 0 { faults += 1 }
    let wh = Double(Self.millivolts) * Double(leg.batteryMa) / 1e6 * 0.05 / 3600
    if wh > 0 { usedWh += wh } else { regainedWh -= wh }
  }
}

extension Cockpit {
  /// Feeds a rider's items, ticking between them; `change` may alter a sample on its way.
  mutating func ride(_ rider: Rider, change: (inout MotorSample) -> Void = { _ in }) {
    let base = max(now, bootedAt)
    for (ms, item) in rider.items {
      let at = base.advanced(byMilliseconds: ms)
      passTime(until: at)
      switch item {
      case .fix(var fix):
        fix.receivedAt = now
        perform(.fix(fix))
      case .motor(var sample):
        sample.receivedAt = now
        change(&sample)
        perform(.motor(sample))
      case .appeared: perform(.boardAppeared(Rider.identity, boardID: Rider.boardID, now))
      case .gone: perform(.boardGone(key: Rider.identity.key, now))
      }
    }
    passTime(until: base.advanced(byMilliseconds: rider.lengthMs))
  }

  private mutating func passTime(until at: MonotonicInstant) {
    while at.milliseconds(since: now) >= 1_000 { wait(seconds: 1) }
    now = max(now, at)
    if now.milliseconds % 1_000 < 50 { perform(.tick(now)) }
  }
}

/// What the buckets of a ride add up to.
struct RideSums {
  var samples = 0
  var faults = 0
  var usedWh = 0.0
  var regainedWh = 0.0
  var maxSpeed: Int32 = 0
  var minVoltage: Int32?
  var distanceCm: Int64 = 0

  init(_ buckets: some Sequence<MinuteBucket>) {
    let ordered = buckets.filter { $0.boardID == Rider.boardID }
      .sorted { $0.bucketStartMs < $1.bucketStartMs }
    for bucket in ordered {
      samples += Int(bucket.sampleCount)
      faults += Int(bucket.faultCount)
      usedWh += Double(bucket.batteryUsedWhMilli) / 1000
      regainedWh += Double(bucket.batteryRegenWhMilli) / 1000
      maxSpeed = max(maxSpeed, bucket.maxAbsSpeedCentiKmh)
      minVoltage = [minVoltage, bucket.minBatteryVoltageMv].compactMap(\.self).min()
    }
    if let first = ordered.first?.firstOdometerCm, let last = ordered.last?.lastOdometerCm {
      distanceCm = last - first
    }
  }
}

package import FlightModel
package import RecordingModel

/// The newest readings of the instruments beside the receiver, joined to each fix while fresh.
package struct InstrumentReadings: Sendable {
  /// A reading joins a fix while it is at most this old, ms of the monotonic clock.
  static let pressureAgeMs: Int64 = 5_000
  static let varioAgeMs: Int64 = 3_000
  static let bodyAgeMs: Int64 = 10_000
  /// Believed altitudes, cm: from below the Dead Sea to where no glider has been.
  static let altitudesCm: ClosedRange<Int32> = -100_000...3_000_000
  /// 100 m/s, up or down.
  static let variosCmPerS: ClosedRange<Int32> = -10_000...10_000
  /// 400 m/s.
  static let fastestCmPerS: Int32 = 40_000

  private struct Reading<Value: Sendable>: Sendable {
    var value: Value
    var receivedAt: MonotonicInstant
    var source: String
  }

  private var pressure: Reading<Int32>?
  private var vario: Reading<Int32>?
  private var heartRate: Reading<Int16>?
  private var oxygen: Reading<Int16>?

  package init() {}

  /// Takes a reading; one that cannot be is ignored. The first source of pressure altitude, and of
  /// vertical speed, is kept to while it speaks, since two sensors differ by more than a climb.
  package mutating func take(_ sample: Sample) {
    switch sample.reading {
    case .pressureAltitudeCm(let value):
      guard Self.altitudesCm.contains(value), isOurs(sample, pressure) else { return }
      pressure = Reading(value: value, receivedAt: sample.receivedAt, source: sample.source)
    case .varioCmPerS(let value):
      guard Self.variosCmPerS.contains(value), isOurs(sample, vario) else { return }
      vario = Reading(value: value, receivedAt: sample.receivedAt, source: sample.source)
    case .heartRate(let value):
      guard (20...250).contains(value) else { return }
      heartRate = Reading(value: value, receivedAt: sample.receivedAt, source: sample.source)
    case .oxygenSaturation(let value):
      guard (30...100).contains(value) else { return }
      oxygen = Reading(value: value, receivedAt: sample.receivedAt, source: sample.source)
    }
  }

  /// The row of a judged fix; `lastPosition` stands in for a void one.
  package func record(
    of judged: JudgedFix, lastPosition: Coordinate, _ counters: inout PositionCounters
  ) -> FixRecord {
    let fix = judged.fix
    let now = fix.receivedAt
    var record = FixRecord(
      recordedAt: judged.time, mode: judged.position == nil ? .none : fix.mode,
      position: judged.position ?? lastPosition,
      pressureAltitudeCm: fresh(pressure, now, Self.pressureAgeMs),
      satellitesUsed: fix.satellitesUsed,
      heartRate: fresh(heartRate, now, Self.bodyAgeMs),
      oxygenSaturation: fresh(oxygen, now, Self.bodyAgeMs))
    guard judged.position != nil else { return record }
    let speeds = 0...Self.fastestCmPerS
    if fix.mode == .threeDimensional {
      record.gnssAltitudeCm = fix.ellipsoidAltitudeCm.within(Self.altitudesCm, &counters)
      record.varioCmPerS = fix.climbCmPerS.within(
        -Self.fastestCmPerS...Self.fastestCmPerS, &counters)
      record.verticalErrorCm = fix.verticalErrorCm.within(0...Int32.max, &counters)
    }
    record.varioCmPerS = fresh(vario, now, Self.varioAgeMs) ?? record.varioCmPerS
    record.groundSpeedCmPerS = fix.groundSpeedCmPerS.within(speeds, &counters)
    record.bearingCentiDeg = fix.trackCentiDeg.within(0...35_999, &counters)
    record.horizontalErrorCm = fix.horizontalErrorCm.within(0...Int32.max, &counters)
    return record
  }

  private func isOurs(_ sample: Sample, _ known: Reading<Int32>?) -> Bool {
    guard let known, known.source != sample.source else { return true }
    return elapsedMs(from: known.receivedAt, to: sample.receivedAt) > Self.pressureAgeMs
  }

  private func fresh<Value>(
    _ reading: Reading<Value>?, _ now: MonotonicInstant, _ ageMs: Int64
  ) -> Value? {
    guard let reading, abs(elapsedMs(from: reading.receivedAt, to: now)) <= ageMs else {
      return nil
    }
    return reading.value
  }
}

extension Int32? {
  /// The value, or nil and counted where nothing that flies has it.
  fileprivate func within(
    _ range: ClosedRange<Int32>, _ counters: inout PositionCounters
  ) -> Int32? {
    guard let self else { return nil }
    if range.contains(self) { return self }
    counters.values += 1
    return nil
  }
}

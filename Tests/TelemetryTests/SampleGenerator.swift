import SeededRandom
import Telemetry

/// Random walks of every column with steps below and above the thresholds, columns that become
/// unknown and known again, gaps, repeated and backward times, and now and then extreme values.
struct SampleGenerator {
  var random: SeededGenerator
  var sample: TelemetrySample

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    sample = TelemetrySample(capturedAtMs: 1_783_155_600_000, elapsedRealtimeMs: 60_000)
  }

  mutating func next() -> TelemetrySample {
    let step = nextStep()
    sample.capturedAtMs += step
    sample.elapsedRealtimeMs += max(0, step)
    for column in Self.columns { walk(column) }
    walkOdometer()
    walkLocation()
    return sample
  }

  private mutating func nextStep() -> Int64 {
    switch Int.random(in: 0..<1000, using: &random) {
    case 0..<5: Int64.random(in: 60_000...200_000, using: &random)
    case 5..<10: -Int64.random(in: 1...70_000, using: &random)
    case 10..<20: 0
    case 20..<100: Int64.random(in: 500...5_000, using: &random)
    default: 50
    }
  }

  private static let columns: [any WritableKeyPath<MotionColumns, Int32?> & Sendable] = [
    \.speedCentiKmh, \.batteryVoltageMv, \.motorCurrentMa, \.batteryCurrentMa, \.dutyPermille,
    \.pitchCentiDeg, \.rollCentiDeg, \.balancePitchCentiDeg, \.balanceCurrentMa, \.erpm, \.state,
    \.switchState, \.adc1Milli, \.adc2Milli, \.tempMosfetDeciC, \.tempMotorDeciC, \.faultCode,
  ]

  private mutating func walk(_ column: WritableKeyPath<MotionColumns, Int32?>) {
    let old = sample.motion[keyPath: column]
    switch Int.random(in: 0..<100, using: &random) {
    case 0: sample.motion[keyPath: column] = nil
    case 1: sample.motion[keyPath: column] = [.min, .max, 0].randomElement(using: &random)!
    case 2..<10:
      sample.motion[keyPath: column] = (old ?? 0) &+ Int32.random(in: -300...300, using: &random)
    case 10..<50: sample.motion[keyPath: column] = old.map { $0 &+ 1 }
    default: break
    }
  }

  private mutating func walkOdometer() {
    switch Int.random(in: 0..<100, using: &random) {
    case 0: sample.motion.odometerCm = nil
    case 1: sample.motion.odometerCm = [.min, .max, 0].randomElement(using: &random)!
    default: sample.motion.odometerCm = sample.motion.odometerCm.map { $0 &+ 3 } ?? 0
    }
  }

  private mutating func walkLocation() {
    switch Int.random(in: 0..<100, using: &random) {
    case 0: sample.location = nil
    case 1...4 where sample.location != nil: sample.location!.locationTimestampMs -= 9_000
    case 5: sample.location?.altitudeCm = nil
    case 6: sample.location?.accuracyCm = nil
    case 7: sample.location?.gpsSpeedCentiMps = Int32.random(in: 0...9_000, using: &random)
    case 8: sample.location?.latitudeE7 = .max
    default: moveLocation()
    }
  }

  private mutating func moveLocation() {
    var new =
      sample.location
      ?? LocationColumns(
        latitudeE7: 501_234_567, longitudeE7: 81_234_567, altitudeCm: 20_000,
        locationTimestampMs: 0)
    if new.latitudeE7 == .max { new.latitudeE7 = 501_234_567 }
    new.latitudeE7 += Int32.random(in: -40...60, using: &random)
    new.longitudeE7 += Int32.random(in: -40...60, using: &random)
    new.altitudeCm = (new.altitudeCm ?? 20_000) + Int32.random(in: -10...15, using: &random)
    new.accuracyCm = (new.accuracyCm ?? 500) + Int32.random(in: -20...20, using: &random)
    new.locationTimestampMs = sample.capturedAtMs
    sample.location = new
  }
}

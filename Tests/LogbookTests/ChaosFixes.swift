import FlightModel
import RecordingModel
import SeededRandom

/// Fixes whose every value is ordinary, missing, or as large as its type allows.
enum ChaosFixes {
  /// Steps of time that only a damaged database holds.
  static let anySteps: [Int64] = [
    0, -1000, 70_000, -86_400_000, 86_400_000, 1 << 40, -(1 << 40),
  ]
  /// Steps within one recording: a longer silence than half an hour ends it.
  static let steps: [Int64] = [0, -1000, 70_000, -3_600_000, 1_700_000]

  /// So many of them, mostly a tenth of a second apart, now and then one of `wild`.
  static func make(
    count: Int, steps wild: [Int64], _ generator: inout SeededGenerator
  ) -> [FixRecord] {
    var time = start.milliseconds
    return (0..<count).map { _ in
      let isWild = Int.random(in: 0..<25, using: &generator) == 0
      time &+= isWild ? wild.randomElement(using: &generator)! : 100
      var record = FixRecord(
        recordedAt: UTCInstant(milliseconds: time),
        mode: [.none, .twoDimensional, .threeDimensional].randomElement(using: &generator)!,
        position: Coordinate(
          latitudeE7: value(900_000_000, &generator) ?? 0,
          longitudeE7: value(1_800_000_000, &generator) ?? 0))
      record.gnssAltitudeCm = value(1_000_000, &generator)
      record.pressureAltitudeCm = value(1_000_000, &generator)
      record.groundSpeedCmPerS = value(10_000, &generator)
      record.varioCmPerS = value(1000, &generator)
      record.bearingCentiDeg = value(36_000, &generator)
      record.horizontalErrorCm = value(1000, &generator)
      record.satellitesUsed = value(20, &generator).map { Int($0) }
      record.heartRate = value(200, &generator).map { Int16(truncatingIfNeeded: $0) }
      record.oxygenSaturation = value(100, &generator).map { Int16(truncatingIfNeeded: $0) }
      record.isPilotEvent = Int.random(in: 0..<10, using: &generator) == 0
      return record
    }
  }

  private static func value(_ limit: Int32, _ generator: inout SeededGenerator) -> Int32? {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: nil
    case 1: [Int32.min, .max, 0, -1].randomElement(using: &generator)
    default: Int32.random(in: -limit...limit, using: &generator)
    }
  }
}

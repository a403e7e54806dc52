import Telemetry

/// A CSV file of samples under `Fixtures/telemetry`.
struct SampleTable {
  let lines: [String]

  init(_ path: String) throws {
    lines = try FixtureFile.text(path).split(separator: "\n").map(String.init)
  }

  /// The rows as samples; the columns stand in the order of `TelemetryText.columns`.
  var samples: [TelemetrySample] {
    lines.dropFirst().map { line in
      Self.sample(line.split(separator: ",", omittingEmptySubsequences: false).map { Int64($0) })
    }
  }

  private static func sample(_ fields: [Int64?]) -> TelemetrySample {
    func narrow(_ index: Int) -> Int32? { fields[index].map { Int32($0) } }
    var sample = TelemetrySample(
      capturedAtMs: fields[0]!, elapsedRealtimeMs: fields[1]!, canID: narrow(2))
    for (index, column) in columns { sample.motion[keyPath: column] = narrow(index) }
    sample.motion.odometerCm = fields[17]
    guard let latitude = narrow(21), let longitude = narrow(22) else { return sample }
    sample.location = LocationColumns(
      latitudeE7: latitude, longitudeE7: longitude, gpsSpeedCentiMps: narrow(23),
      bearingCentiDeg: narrow(24), accuracyCm: narrow(25), altitudeCm: narrow(26),
      locationTimestampMs: fields[27]!)
    return sample
  }

  private static let columns: [(Int, any WritableKeyPath<MotionColumns, Int32?> & Sendable)] = [
    (3, \.speedCentiKmh), (4, \.batteryVoltageMv), (5, \.motorCurrentMa), (6, \.batteryCurrentMa),
    (7, \.dutyPermille), (8, \.pitchCentiDeg), (9, \.rollCentiDeg), (10, \.balancePitchCentiDeg),
    (11, \.balanceCurrentMa), (12, \.erpm), (13, \.state), (14, \.switchState), (15, \.adc1Milli),
    (16, \.adc2Milli), (18, \.tempMosfetDeciC), (19, \.tempMotorDeciC), (20, \.faultCode),
  ]
}

import Bytes

/// Samples as text, under the wire contract's field names: whole numbers, and nothing (CSV) or null
/// (JSON) for unknown. Lines end in LF.
package enum TelemetryText {
  /// The columns of a sample in the order in which they are written.
  package static let columns = [
    "capturedAtMs", "elapsedRealtimeMs", "canId", "speedCentiKmh", "batteryVoltageMv",
    "motorCurrentMa", "batteryCurrentMa", "dutyPermille", "pitchCentiDeg", "rollCentiDeg",
    "balancePitchCentiDeg", "balanceCurrentMa", "erpm", "state", "switchState", "adc1Milli",
    "adc2Milli", "odometerCm", "tempMosfetDeciC", "tempMotorDeciC", "faultCode", "latitudeE7",
    "longitudeE7", "gpsSpeedCentiMps", "bearingCentiDeg", "accuracyCm", "altitudeCm",
    "locationTimestampMs",
  ]

  /// The header row of a CSV file.
  package static let csvHeader: [UInt8] = Array((columns.joined(separator: ",") + "\n").utf8)

  /// Opening of each JSON member: `{"capturedAtMs":`, then `,"elapsedRealtimeMs":` and so on.
  private static let jsonKeys: [[UInt8]] = columns.enumerated().map { index, name in
    Array("\(index == 0 ? "{" : ",")\"\(name)\":".utf8)
  }

  /// Appends one CSV row.
  package static func appendCSV(_ sample: TelemetrySample, to bytes: inout [UInt8]) {
    for (index, value) in values(of: sample).enumerated() {
      if index > 0 { bytes.append(ASCII.comma) }
      if let value { bytes.append(decimal: value) }
    }
    bytes.append(ASCII.lineFeed)
  }

  /// Appends one JSON object on a line of its own.
  package static func appendJSONLine(_ sample: TelemetrySample, to bytes: inout [UInt8]) {
    for (key, value) in zip(jsonKeys, values(of: sample)) {
      bytes.append(contentsOf: key)
      if let value { bytes.append(decimal: value) } else { bytes.append(text: "null") }
    }
    bytes.append(text: "}\n")
  }

  private static func values(of sample: TelemetrySample) -> [Int64?] {
    let location = sample.location
    let fix: [Int64?] = [
      wide(location?.latitudeE7), wide(location?.longitudeE7), wide(location?.gpsSpeedCentiMps),
      wide(location?.bearingCentiDeg), wide(location?.accuracyCm), wide(location?.altitudeCm),
      location?.locationTimestampMs,
    ]
    return [sample.capturedAtMs, sample.elapsedRealtimeMs, wide(sample.canID)]
      + values(of: sample.motion) + fix
  }

  private static func values(of motion: MotionColumns) -> [Int64?] {
    [
      wide(motion.speedCentiKmh), wide(motion.batteryVoltageMv), wide(motion.motorCurrentMa),
      wide(motion.batteryCurrentMa), wide(motion.dutyPermille), wide(motion.pitchCentiDeg),
      wide(motion.rollCentiDeg), wide(motion.balancePitchCentiDeg), wide(motion.balanceCurrentMa),
      wide(motion.erpm), wide(motion.state), wide(motion.switchState), wide(motion.adc1Milli),
      wide(motion.adc2Milli), motion.odometerCm, wide(motion.tempMosfetDeciC),
      wide(motion.tempMotorDeciC), wide(motion.faultCode),
    ]
  }

  private static func wide(_ value: Int32?) -> Int64? { value.map(Int64.init) }
}

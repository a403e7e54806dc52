/// The aggregate of one minute of one board, from the full-rate stream; field for field the
/// contract's `telemetryMinuteBuckets` without its Change Timestamp, which the store sets.
package struct MinuteBucket: Equatable, Sendable {
  package var boardID: String
  /// A multiple of 60,000.
  package var bucketStartMs: Int64
  package var sampleCount: Int32 = 0
  package var firstSampleAtMs: Int64
  package var lastSampleAtMs: Int64
  package var sumAbsSpeedCentiKmh: Int64 = 0
  package var movingSpeedSampleCount: Int32?
  package var sumMovingAbsSpeedCentiKmh: Int64?
  package var maxAbsSpeedCentiKmh: Int32 = 0
  package var minBatteryVoltageMv: Int32?
  package var maxMotorCurrentAbsMa: Int32 = 0
  package var maxBatteryCurrentAbsMa: Int32 = 0
  package var batteryUsedWhMilli: Int64 = 0
  package var batteryRegenWhMilli: Int64 = 0
  package var maxDutyAbsPermille: Int32 = 0
  package var faultCount: Int32 = 0
  package var firstOdometerCm: Int64?
  package var lastOdometerCm: Int64?
  package var gpsPointCount: Int32 = 0
  package var preciseGpsPointCount: Int32 = 0
  package var gpsDistanceCm: Int64 = 0
  package var maxGpsSpeedCentiMps: Int32?
  package var maxTempMosfetDeciC: Int32?
  package var maxTempMotorDeciC: Int32?
  package var firstLatitudeE7: Int32?
  package var firstLongitudeE7: Int32?
  package var firstMovingAtMs: Int64?
  package var lastMovingAtMs: Int64?

  package init(
    boardID: String, bucketStartMs: Int64, firstSampleAtMs: Int64, lastSampleAtMs: Int64
  ) {
    self.boardID = boardID
    self.bucketStartMs = bucketStartMs
    self.firstSampleAtMs = firstSampleAtMs
    self.lastSampleAtMs = lastSampleAtMs
  }
}

package import Telemetry

extension ContractRow {
  /// The row of a bucket with its Change Timestamp.
  package init(_ bucket: MinuteBucket, updatedAtMs: Int64) {
    var values: [ContractValue] = []
    values.reserveCapacity(ContractTable.telemetryMinuteBuckets.shape.fields.count)
    values += [
      .text(bucket.boardID), .integer(bucket.bucketStartMs), .integer(updatedAtMs),
      ContractValue(bucket.sampleCount), .integer(bucket.firstSampleAtMs),
      .integer(bucket.lastSampleAtMs), .integer(bucket.sumAbsSpeedCentiKmh),
      ContractValue(bucket.movingSpeedSampleCount),
      ContractValue(bucket.sumMovingAbsSpeedCentiKmh), ContractValue(bucket.maxAbsSpeedCentiKmh),
      ContractValue(bucket.minBatteryVoltageMv), ContractValue(bucket.maxMotorCurrentAbsMa),
      ContractValue(bucket.maxBatteryCurrentAbsMa), .integer(bucket.batteryUsedWhMilli),
      .integer(bucket.batteryRegenWhMilli), ContractValue(bucket.maxDutyAbsPermille),
    ]
    values += [
      ContractValue(bucket.faultCount), ContractValue(bucket.firstOdometerCm),
      ContractValue(bucket.lastOdometerCm), ContractValue(bucket.gpsPointCount),
      ContractValue(bucket.preciseGpsPointCount), .integer(bucket.gpsDistanceCm),
      ContractValue(bucket.maxGpsSpeedCentiMps), ContractValue(bucket.maxTempMosfetDeciC),
      ContractValue(bucket.maxTempMotorDeciC), ContractValue(bucket.firstLatitudeE7),
      ContractValue(bucket.firstLongitudeE7), ContractValue(bucket.firstMovingAtMs),
      ContractValue(bucket.lastMovingAtMs),
    ]
    self.init(.telemetryMinuteBuckets, values)
  }
}

extension MinuteBucket {
  /// The bucket of a valid row of `telemetryMinuteBuckets`, without its Change Timestamp; nil for
  /// another row.
  package init?(_ row: ContractRow) {
    guard row.table == .telemetryMinuteBuckets, (try? row.validate(in: .strict)) != nil,
      let boardID = row.values[0].text
    else { return nil }
    var rest = row.values.dropFirst(3)
    // A field that may not be null has been found to have a value.
    func integer() -> Int64? { rest.removeFirst().integer }
    func int32() -> Int32? { rest.removeFirst().int32 }
    let count = int32() ?? 0
    self.init(
      boardID: boardID, bucketStartMs: row.values[1].integer ?? 0,
      firstSampleAtMs: integer() ?? 0, lastSampleAtMs: integer() ?? 0)
    sampleCount = count
    sumAbsSpeedCentiKmh = integer() ?? 0
    movingSpeedSampleCount = int32()
    sumMovingAbsSpeedCentiKmh = integer()
    maxAbsSpeedCentiKmh = int32() ?? 0
    minBatteryVoltageMv = int32()
    maxMotorCurrentAbsMa = int32() ?? 0
    maxBatteryCurrentAbsMa = int32() ?? 0
    batteryUsedWhMilli = integer() ?? 0
    batteryRegenWhMilli = integer() ?? 0
    maxDutyAbsPermille = int32() ?? 0
    faultCount = int32() ?? 0
    firstOdometerCm = integer()
    lastOdometerCm = integer()
    gpsPointCount = int32() ?? 0
    preciseGpsPointCount = int32() ?? 0
    gpsDistanceCm = integer() ?? 0
    maxGpsSpeedCentiMps = int32()
    maxTempMosfetDeciC = int32()
    maxTempMotorDeciC = int32()
    firstLatitudeE7 = int32()
    firstLongitudeE7 = int32()
    firstMovingAtMs = integer()
    lastMovingAtMs = integer()
  }
}

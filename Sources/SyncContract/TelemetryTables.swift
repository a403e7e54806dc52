// What a recording leaves behind. The order of fields is the wire's.
extension ContractField {
  static let telemetryMarkers: [ContractField] = [
    .ms("occurredAtMs"), .ms("elapsedRealtimeMs"), .key("type"), .dkey("boardId").orNull,
    .text("message").orNull, .ms("gapMs").orNull,
  ]

  static let metricExclusionRanges: [ContractField] = [
    .dkey("boardId"), .choice("reason", "low_speed", "free_spin"), .ms("startMs"), .ms("endMs"),
    .cnt("sampleCount"),
  ]

  static let diagnosticEvents: [ContractField] = [
    .ms("occurredAtMs"), .ms("elapsedRealtimeMs"), .key("eventName"), .dkey("operation").orNull,
    .dkey("phase").orNull, .dkey("boardId").orNull, .text("message").orNull,
    .text("propertiesJson"),
  ]

  static let telemetryFrames: [ContractField] = [
    .key("boardId"), .ms("capturedAtMs"), .ms("elapsedRealtimeMs"), .i32("canId").orNull,
    .cnt("flags"), .cnt("changedMask1"), .cnt("changedMask2"), .i32("speedCentiKmh").orNull,
    .i32("batteryVoltageMv").orNull, .i32("motorCurrentMa").orNull,
    .i32("batteryCurrentMa").orNull, .i32("dutyPermille").orNull, .i32("pitchCentiDeg").orNull,
    .i32("rollCentiDeg").orNull, .i32("balancePitchCentiDeg").orNull,
    .i32("balanceCurrentMa").orNull, .i32("erpm").orNull, .i32("state").orNull,
    .i32("switchState").orNull, .i32("adc1Milli").orNull, .i32("adc2Milli").orNull,
    .i53("odometerCm").orNull, .i32("tempMosfetDeciC").orNull, .i32("tempMotorDeciC").orNull,
    .i32("faultCode").orNull, .i32("latitudeE7").orNull, .i32("longitudeE7").orNull,
    .i32("gpsSpeedCentiMps").orNull, .i32("bearingCentiDeg").orNull, .i32("accuracyCm").orNull,
    .i32("altitudeCm").orNull, .ms("locationTimestampMs").orNull,
  ]

  static let telemetryMinuteBuckets: [ContractField] = [
    .key("boardId"), .ms("bucketStartMs", multipleOf: 60_000), .ms("updatedAt"),
    .cnt("sampleCount"), .ms("firstSampleAtMs"), .ms("lastSampleAtMs"),
    .i53("sumAbsSpeedCentiKmh"), .cnt("movingSpeedSampleCount").orNull,
    .i53("sumMovingAbsSpeedCentiKmh").orNull, .i32("maxAbsSpeedCentiKmh"),
    .i32("minBatteryVoltageMv").orNull, .i32("maxMotorCurrentAbsMa"),
    .i32("maxBatteryCurrentAbsMa"), .i53("batteryUsedWhMilli"), .i53("batteryRegenWhMilli"),
    .i32("maxDutyAbsPermille"), .cnt("faultCount"), .i53("firstOdometerCm").orNull,
    .i53("lastOdometerCm").orNull, .cnt("gpsPointCount"), .cnt("preciseGpsPointCount"),
    .i53("gpsDistanceCm"), .i32("maxGpsSpeedCentiMps").orNull, .i32("maxTempMosfetDeciC").orNull,
    .i32("maxTempMotorDeciC").orNull, .i32("firstLatitudeE7").orNull,
    .i32("firstLongitudeE7").orNull, .ms("firstMovingAtMs").orNull, .ms("lastMovingAtMs").orNull,
  ]
}

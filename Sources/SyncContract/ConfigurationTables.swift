// What a person sets up: settings, boards and what belongs to them. The order of fields is the wire's.
extension ContractField {
  static let appSettings: [ContractField] = [
    .key("key"), .text("valueJson"), .ms("updatedAt"),
  ]

  static let boards: [ContractField] = [
    .key("id"), .text("name"), .text("bleId").orNull, .text("transport").orNull, .ms("createdAt"),
    .ms("updatedAt"), .ms("deletedAt").orNull.extended,
  ]

  static let boardSettings: [ContractField] = [
    .key("boardId"), .key("key"), .text("valueJson"), .ms("updatedAt"),
  ]

  static let boardWarnings: [ContractField] = [
    .key("boardId"), .key("kind"), .choice("severity", "warn", "critical"),
    .ms("firstDetectedAt"), .ms("lastDetectedAt"), .text("payloadJson"),
    .ms("updatedAt").extended,
  ]

  static let alerts: [ContractField] = [
    .key("boardId"), .key("id"), .key("controlId"), .num("threshold"),
    .num("thresholdMax").orNull, .bool("enabled"), .text("soundType"),
    .choice("source", "manual", "preset").orNull, .ms("createdAt"), .ms("updatedAt"),
    .cnt("repeatEverySeconds").orNull.extended, .cnt("beepCount").extended,
  ]

  static let tuneProfiles: [ContractField] = [
    .key("id"), .key("boardId"), .dkey("refloatBaseVersion"), .text("name"), .text("icon"),
    .text("color"), .text("fieldsJson"), .ms("createdAt"), .ms("updatedAt"),
  ]

  static let tuneHistoryEntries: [ContractField] = [
    .key("profileId"), .text("fieldsJson"), .ms("createdAt"),
  ]

  static let privacyZones: [ContractField] = [
    .key("id"), .text("preset"), .text("name"), .bool("enabled"), .i32("centerLatitudeE7"),
    .i32("centerLongitudeE7"), .i32("radiusMeters", from: 1), .ms("createdAt"), .ms("updatedAt"),
  ]

  static let favorites: [ContractField] = [
    .key("id"), .key("boardId").orNull, .text("name").orNull, .ms("startMs"), .ms("endMs"),
    .ms("createdAt"), .ms("updatedAt"), .cnt("sampleCount"), .cnt("gpsPointCount"),
    .i53("distanceCm").orNull, .ms("movingDurationMs"), .i32("avgSpeedCentiKmh"),
    .i32("maxSpeedCentiKmh"), .i53("batteryUsedWhMilli"),
  ]
}

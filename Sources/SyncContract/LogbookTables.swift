// The tables that only the extended dialect has. The order of fields is the wire's.
extension ContractField {
  static let tasks: [ContractField] = [
    .key("id"), .text("name"), .cnt("formatVersion"), .ms("importedAt"), .cnt("distanceM").orNull,
    .cnt("minimumTimeS").orNull, .text("turnpointsJson"), .text("externalName").orNull,
    .text("externalUrl").orNull, .text("externalVersion").orNull, .text("notes").orNull,
    .text("inactiveAirspaceJson").orNull, .text("startCountry").orNull, .ms("updatedAt"),
  ]

  static let mapFiles: [ContractField] = [
    .hash("id"), .text("filename"), .choice("type", "waypoints", "airspace"),
    .choice("source", "user", "xcsoar", "openaip"), .ms("importedAt"), .cnt("itemCount"),
    .bool("isVisible"), .ms("contentUpdatedAt").orNull, .text("area").orNull,
    .hash("contentHash").orNull, .cnt("contentBytes").orNull, .ms("updatedAt"),
  ]

  static let flights: [ContractField] = [
    .hash("id"), .cnt("igcBytes"), .text("filename"), .ms("importedAt"), .ms("firstFixAtMs"),
    .ms("lastFixAtMs"), .cnt("fixCount"), .bool("inLogbook"), .ms("lastOpenedAt").orNull,
    .text("pilot"), .text("passenger"), .text("gliderType"), .text("registration"),
    .text("competitionId"), .text("competitionClass"), .text("comments"),
    .cnt("waterBallastL").orNull, .bool("isRead"), .bool("isFavorite"), .bool("isContest"),
    .bool("isFieldLanding"), .ms("fieldsUpdatedAt"), .cnt("analysisVersion"),
    .ms("takeoffAtMs").orNull, .ms("landingAtMs").orNull, .text("takeoffCode").orNull,
    .text("takeoffName").orNull, .text("takeoffCountry").orNull, .cnt("durationS"),
    .i32("heightGainedM"), .bool("isTaskCompleted").orNull, .cnt("declaredDistanceM").orNull,
    .cnt("completedDistanceM").orNull, .i32("taskSpeedCentiKmh").orNull,
    .cnt("optimisedDistanceM").orNull, .i32("optimisedSpeedCentiKmh").orNull,
    .i32("bestTwoHourSpeedCentiKmh").orNull, .i32("averageCruiseSpeedCentiKmh").orNull,
    .i32("bestThermalClimbCmS").orNull, .cnt("rightThermalCount").orNull,
    .cnt("leftThermalCount").orNull, .ms("summaryUpdatedAt"), .ms("updatedAt"),
  ]

  static let homebases: [ContractField] = [
    .key("id"), .text("name"), .i32("latitudeE7"), .i32("longitudeE7"), .ms("updatedAt"),
  ]

  static let recentCompetitions: [ContractField] = [
    .key("id"), .text("name"), .text("location").orNull, .text("country").orNull,
    .text("startDate").orNull, .text("endDate").orNull, .ms("lastOpenedAt"), .ms("updatedAt"),
  ]
}

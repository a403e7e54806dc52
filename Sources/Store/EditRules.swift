import SyncContract

/// What may be written to a table field by field, and what a new row has where nothing is given.
struct EditRules {
  /// Where a new row's `id` comes from if it is not given.
  enum Identity: Equatable {
    case given
    /// Random, minted here.
    case minted
    /// Another field in lower case.
    case lowercased(String)
  }

  var identity = Identity.given
  var defaults: [String: ContractValue] = [:]
  /// The recorder's own table: its rows never wait for the time.
  var isRecorders = false
  /// Rows kept at most, the newest changes first; more are trimmed without Sync Actions.
  var mostRows: Int?

  /// Stamps, which are the store's.
  static let stamps: Set<String> = [
    "createdAt", "updatedAt", "deletedAt", "fieldsUpdatedAt", "summaryUpdatedAt",
  ]
  /// Times that a new row has from its first stamp unless they are given.
  static let entryTimes: Set<String> = [
    "createdAt", "updatedAt", "importedAt", "firstDetectedAt", "lastDetectedAt", "lastOpenedAt",
  ]

  /// The rules of a table; nil for one that is only recorded.
  static func of(_ table: ContractTable) -> EditRules? {
    switch table {
    case .appSettings, .boardSettings, .flights: EditRules()
    case .boards: EditRules(identity: .minted)
    case .boardWarnings: EditRules(defaults: ["payloadJson": .text("{}")], isRecorders: true)
    case .alerts:
      EditRules(
        identity: .minted,
        defaults: ["enabled": .bool(true), "soundType": .text("default"), "beepCount": .integer(1)])
    case .tuneProfiles:
      EditRules(
        identity: .minted,
        defaults: ["refloatBaseVersion": .text(""), "icon": .text(""), "color": .text("")])
    case .privacyZones:
      EditRules(
        identity: .minted,
        defaults: ["preset": .text(""), "name": .text(""), "enabled": .bool(true)])
    case .favorites: EditRules(identity: .minted, defaults: favoriteFigures)
    case .tasks: EditRules(identity: .minted, defaults: ["formatVersion": .integer(1)])
    case .mapFiles: EditRules(defaults: ["itemCount": .integer(0), "isVisible": .bool(true)])
    case .homebases: EditRules(identity: .lowercased("name"), mostRows: 5)
    case .recentCompetitions: EditRules(identity: .minted, mostRows: 50)
    case .tuneHistoryEntries, .telemetryMarkers, .metricExclusionRanges, .diagnosticEvents,
      .telemetryFrames, .telemetryMinuteBuckets, .deleteActions:
      nil
    }
  }

  private static let favoriteFigures: [String: ContractValue] = [
    "sampleCount": .integer(0), "gpsPointCount": .integer(0), "movingDurationMs": .integer(0),
    "avgSpeedCentiKmh": .integer(0), "maxSpeedCentiKmh": .integer(0),
    "batteryUsedWhMilli": .integer(0),
  ]
}

/// The parts of a flight that change apart from each other (`docs/sync-contract.md`).
enum FlightFields {
  /// Facts of the file: never changed.
  static let facts: Set<String> = [
    "igcBytes", "filename", "importedAt", "firstFixAtMs", "lastFixAtMs", "fixCount",
  ]
  /// What a person enters: stamped by `fieldsUpdatedAt`.
  static let entered: Set<String> = [
    "pilot", "passenger", "gliderType", "registration", "competitionId", "competitionClass",
    "comments", "waterBallastL", "isRead", "isFavorite", "isContest", "isFieldLanding",
  ]
  /// In neither part nor a fact: they merge by their own values.
  static let own: Set<String> = ["id", "inLogbook", "lastOpenedAt"]

  /// The stamp of the part that a field belongs to; nil for a field without one.
  static func stamp(of field: String) -> String? {
    if entered.contains(field) { return "fieldsUpdatedAt" }
    let isOther = facts.contains(field) || own.contains(field) || EditRules.stamps.contains(field)
    return isOther ? nil : "summaryUpdatedAt"
  }
}

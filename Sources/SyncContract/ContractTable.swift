/// The tables of a Sync Batch in the order in which they travel: parents first, actions last. The
/// raw value is the key on the wire.
package enum ContractTable: String, CaseIterable, Sendable {
  case appSettings, boards, boardSettings, boardWarnings, alerts
  case tuneProfiles, tuneHistoryEntries, privacyZones
  case telemetryMarkers, metricExclusionRanges, diagnosticEvents
  case telemetryFrames, telemetryMinuteBuckets, favorites
  case tasks, mapFiles, flights, homebases, recentCompetitions
  case deleteActions

  /// Whose row must be there before one of this table can be taken in.
  package struct Parent: Equatable, Sendable {
    package let table: ContractTable
    /// The field of the child that holds the parent's natural key.
    package let field: String
  }

  /// The place in the order, from 0.
  package var position: Int { Self.order.firstIndex(of: self) ?? 0 }

  /// The dialect that has this table.
  package var dialect: ContractDialect {
    switch self {
    case .tasks, .mapFiles, .flights, .homebases, .recentCompetitions: .extended
    default: .strict
    }
  }

  /// The tables of a dialect in their order.
  package static func all(in dialect: ContractDialect) -> [ContractTable] {
    dialect == .extended ? allCases : strictCases
  }

  /// The fields of a row. Those of `deleteActions` depend on the target: `DeleteTarget.shape`.
  package var shape: ContractShape { Self.shapes[position] }

  /// The fields that identify a row; empty for `deleteActions`.
  package var naturalKey: [String] {
    switch self {
    case .appSettings: ["key"]
    case .boards, .tuneProfiles, .privacyZones, .favorites, .tasks, .mapFiles, .flights,
      .homebases, .recentCompetitions:
      ["id"]
    case .boardSettings: ["boardId", "key"]
    case .boardWarnings: ["boardId", "kind"]
    case .alerts: ["boardId", "id"]
    case .tuneHistoryEntries: ["profileId", "createdAt"]
    case .telemetryMarkers: ["occurredAtMs", "elapsedRealtimeMs", "type", "boardId"]
    case .metricExclusionRanges: ["boardId", "reason", "startMs"]
    case .diagnosticEvents:
      ["occurredAtMs", "elapsedRealtimeMs", "eventName", "operation", "phase", "boardId"]
    case .telemetryFrames: ["boardId", "capturedAtMs", "elapsedRealtimeMs"]
    case .telemetryMinuteBuckets: ["boardId", "bucketStartMs"]
    case .deleteActions: []
    }
  }

  /// The field with the Change Timestamp; nil for a table that is only appended to.
  package func changeStamp(in dialect: ContractDialect) -> String? {
    switch self {
    case .tuneHistoryEntries, .telemetryMarkers, .metricExclusionRanges, .diagnosticEvents,
      .telemetryFrames, .deleteActions:
      nil
    case .boardWarnings: dialect == .strict ? "lastDetectedAt" : "updatedAt"
    default: "updatedAt"
    }
  }

  /// The row that must be there first, or nil.
  package var parent: Parent? {
    switch self {
    case .boardSettings, .boardWarnings, .alerts, .tuneProfiles, .telemetryFrames,
      .telemetryMinuteBuckets:
      Parent(table: .boards, field: "boardId")
    case .tuneHistoryEntries: Parent(table: .tuneProfiles, field: "profileId")
    default: nil
    }
  }

  private static let strictCases = allCases.filter { $0.dialect == .strict }
  private static let order = allCases
  private static let shapes = allCases.map { ContractShape(fields: $0.declaration) }
}

extension ContractTable: Comparable {
  package static func < (left: ContractTable, right: ContractTable) -> Bool {
    left.position < right.position
  }
}

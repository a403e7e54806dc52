/// What a Sync Action can delete. Telemetry is not among them: no action can ask for it.
package enum DeleteTarget: String, CaseIterable, Sendable {
  case appSetting, board, boardSetting, boardWarning, alert, tuneProfile, privacyZone, favorite
  case flight, task, mapFile, homebase, recentCompetition

  /// The table whose row is deleted.
  package var table: ContractTable {
    switch self {
    case .appSetting: .appSettings
    case .board: .boards
    case .boardSetting: .boardSettings
    case .boardWarning: .boardWarnings
    case .alert: .alerts
    case .tuneProfile: .tuneProfiles
    case .privacyZone: .privacyZones
    case .favorite: .favorites
    case .flight: .flights
    case .task: .tasks
    case .mapFile: .mapFiles
    case .homebase: .homebases
    case .recentCompetition: .recentCompetitions
    }
  }

  /// The dialect that knows it.
  package var dialect: ContractDialect { table.dialect }

  /// The fields that name the row: the table's natural key, in its order.
  package var identity: [ContractField] {
    table.naturalKey.compactMap { name in table.shape.fields.first { $0.name == name } }
  }

  /// The fields of such an action.
  package var shape: ContractShape { Self.shapes[self] ?? ContractShape(fields: []) }

  /// `target` of any action; the decoder reads it before it knows the other fields.
  static func targetField(_ dialect: ContractDialect) -> ContractField {
    dialect == .strict ? strictField : extendedField
  }

  private static let strictField = field(.strict)
  private static let extendedField = field(.extended)

  private static func field(_ dialect: ContractDialect) -> ContractField {
    .choice("target", among: allCases.filter { dialect.includes($0.dialect) }.map(\.rawValue))
  }

  /// What stands before the value of `target`.
  static let opening = Array("{\"target\":".utf8)

  private static let shapes = Dictionary(
    uniqueKeysWithValues: allCases.map { target in
      (
        target,
        ContractShape(
          fields: [.choice("target", target.rawValue)] + target.identity + [.ms("deletedAt")])
      )
    })
}

extension ContractTable {
  /// The fields as they are declared.
  var declaration: [ContractField] {
    switch self {
    case .appSettings: ContractField.appSettings
    case .boards: ContractField.boards
    case .boardSettings: ContractField.boardSettings
    case .boardWarnings: ContractField.boardWarnings
    case .alerts: ContractField.alerts
    case .tuneProfiles: ContractField.tuneProfiles
    case .tuneHistoryEntries: ContractField.tuneHistoryEntries
    case .privacyZones: ContractField.privacyZones
    case .telemetryMarkers: ContractField.telemetryMarkers
    case .metricExclusionRanges: ContractField.metricExclusionRanges
    case .diagnosticEvents: ContractField.diagnosticEvents
    case .telemetryFrames: ContractField.telemetryFrames
    case .telemetryMinuteBuckets: ContractField.telemetryMinuteBuckets
    case .favorites: ContractField.favorites
    case .tasks: ContractField.tasks
    case .mapFiles: ContractField.mapFiles
    case .flights: ContractField.flights
    case .homebases: ContractField.homebases
    case .recentCompetitions: ContractField.recentCompetitions
    case .deleteActions: []
    }
  }
}

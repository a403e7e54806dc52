/// The tables whose rows go with age.
package enum RetainedTable: String, CaseIterable, Sendable {
  case fixes = "fix_record"
  case frames = "telemetry_frames"
  case buckets = "telemetry_minute_buckets"
  case markers = "telemetry_markers"
  case ranges = "metric_exclusion_ranges"
  case events = "diagnostic_events"
  case actions = "sync_actions"

  /// After how many days rows go unless someone sets another number: for a card of 16 GB
  /// (`docs/database.md` says why).
  package var defaultDays: Int {
    switch self {
    case .fixes: 60
    case .frames, .ranges: 365
    case .buckets: 3650
    case .markers: 730
    case .events, .actions: 90
    }
  }
}

/// After how long rows may go.
package struct RetentionAges: Equatable, Sendable {
  private var days: [RetainedTable: Int] = [:]

  /// The defaults.
  package init() {}

  /// Days from 1 to 36,500.
  package subscript(table: RetainedTable) -> Int {
    get { days[table] ?? table.defaultDays }
    set { days[table] = min(max(newValue, 1), 36_500) }
  }

  /// Rows from before this moment may go.
  func cutoff(of table: RetainedTable, now: Int64) -> Int64 {
    now - Int64(self[table]) * 86_400_000
  }
}

/// What one slice of retention has removed.
package struct PruneOutcome: Equatable, Sendable {
  /// The table that rows were taken from; nil when none has any that may go now.
  package var table: RetainedTable?
  package var rows = 0

  /// Whether there is nothing more to do for now.
  package var isDone: Bool { table == nil }
}

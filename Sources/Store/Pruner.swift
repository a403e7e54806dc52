import FlightModel
import SQLite
import SyncContract

extension StoreDatabase {
  /// Removes up to about `rows` rows that are old enough, of one table and in one transaction, so
  /// that it fits between two commits of a flight. Call it again until `isDone`.
  ///
  /// Age proposes and, once the database belongs to an account, the accepted cursor decides: what
  /// the server does not have stays, however old, and however full the disk. What is old counts
  /// from the newest recorded moment, or from the clock if that is earlier, so a clock that jumps
  /// ahead takes nothing. No Sync Action comes of it.
  package func prune(
    _ ages: RetentionAges = RetentionAges(), rows: Int = 500
  ) throws(StoreError) -> PruneOutcome {
    let clock = settings.wallClock().milliseconds
    for table in RetainedTable.allCases {
      let removed = try repairing("prune") { () throws(SQLiteError) in
        try connection.transaction { () throws(SQLiteError) in
          try Pruner(connection, ages, clock: clock).prune(table, limit: max(1, rows))
        }
      }
      if removed > 0 {
        checkpointIfDue()
        return PruneOutcome(table: table, rows: removed)
      }
    }
    return PruneOutcome()
  }
}

/// Removes old rows inside a transaction that its caller holds; the cursors are read in the same.
struct Pruner {
  let connection: Connection
  private let ages: RetentionAges
  /// What the box's clock says.
  private let clock: Int64
  /// The newest moment that was recorded, at most the clock's.
  private let recorded: Int64
  /// Nil for a database that belongs to no account.
  let gate: Gate?

  /// What the server has.
  struct Gate {
    let positions: SyncPositions
    /// Whether the server takes flights and their files; so it is believed until it tells otherwise.
    let takesFlights: Bool
  }

  init(
    _ connection: Connection, _ ages: RetentionAges, clock: Int64
  ) throws(SQLiteError) {
    self.connection = connection
    self.ages = ages
    self.clock = clock
    recorded = min(clock, try Self.newestMoment(connection))
    let state = try StoreContents.syncState(connection)
    let isBound = state.accountID != nil
    gate =
      isBound
      ? Gate(positions: try SyncPositions(connection), takesFlights: state.dialect != .strict)
      : nil
  }

  /// Times of fixes and frames are GNSS's or those of a synchronised clock.
  private static func newestMoment(_ connection: Connection) throws(SQLiteError) -> Int64 {
    let fix = try connection.number(
      """
      SELECT max(last_fix_at_ms) FROM
        (SELECT last_fix_at_ms FROM recording ORDER BY id DESC LIMIT 10)
      """)
    let frame = try connection.number("SELECT max(captured_at_ms) FROM telemetry_frames")
    return max(fix ?? 0, frame ?? 0)
  }

  /// Removes a slice of one table; returns how many rows went.
  func prune(_ table: RetainedTable, limit: Int) throws(SQLiteError) -> Int {
    switch table {
    case .fixes: try pruneFixes(before: cutoff(table), limit: limit)
    case .frames: try pruneFrames(before: cutoff(table), limit: limit)
    case .buckets: try pruneBuckets(before: cutoff(table), limit: limit)
    case .markers: try pruneMarkers(before: cutoff(table), limit: limit)
    case .ranges: try pruneRanges(before: cutoff(table), limit: limit)
    case .events: try pruneEvents(before: cutoff(table), limit: limit)
    case .actions: try pruneActions(before: cutoff(table), limit: limit)
    }
  }

  /// Events and actions carry the box's time; the rest carries that of what was recorded.
  private func cutoff(_ table: RetainedTable) -> Int64 {
    ages.cutoff(of: table, now: table == .events || table == .actions ? clock : recorded)
  }

  /// Frames without a time have only their boot's.
  func cutoffByClock(_ table: RetainedTable) -> Int64 { ages.cutoff(of: table, now: clock) }
}

// Favorites keep the rows of their minutes, from the first one's beginning to the last one's end.
extension Pruner {
  private func pruneBuckets(before cutoff: Int64, limit: Int) throws(SQLiteError) -> Int {
    try connection.run(
      """
      DELETE FROM telemetry_minute_buckets WHERE rowid IN (
        SELECT rowid FROM telemetry_minute_buckets
        WHERE bucket_start_ms < ? AND sync_seq <= ? AND NOT EXISTS (
          SELECT 1 FROM favorites
          WHERE bucket_start_ms >= start_ms - start_ms % 60000 AND bucket_start_ms <= end_ms)
        ORDER BY bucket_start_ms LIMIT ?)
      """
    ) {
      $0.add(cutoff)
      $0.add(accepted(.telemetryMinuteBuckets))
      $0.add(limit)
    }
  }

  private func pruneMarkers(before cutoff: Int64, limit: Int) throws(SQLiteError) -> Int {
    try connection.run(
      """
      DELETE FROM telemetry_markers WHERE id IN (
        SELECT id FROM telemetry_markers
        WHERE occurred_at_ms < ? AND id <= ? AND NOT EXISTS (
          SELECT 1 FROM favorites
          WHERE occurred_at_ms >= start_ms - start_ms % 60000
            AND occurred_at_ms < end_ms - end_ms % 60000 + 60000)
        ORDER BY id LIMIT ?)
      """
    ) {
      $0.add(cutoff)
      $0.add(accepted(.telemetryMarkers))
      $0.add(limit)
    }
  }

  private func pruneRanges(before cutoff: Int64, limit: Int) throws(SQLiteError) -> Int {
    try connection.run(
      """
      DELETE FROM metric_exclusion_ranges WHERE id IN (
        SELECT r.id FROM metric_exclusion_ranges AS r
        WHERE r.end_ms < ? AND r.id <= ? AND NOT EXISTS (
          SELECT 1 FROM favorites AS f
          WHERE r.end_ms >= f.start_ms - f.start_ms % 60000
            AND r.start_ms < f.end_ms - f.end_ms % 60000 + 60000)
        ORDER BY r.id LIMIT ?)
      """
    ) {
      $0.add(cutoff)
      $0.add(accepted(.metricExclusionRanges))
      $0.add(limit)
    }
  }

  private func pruneEvents(before cutoff: Int64, limit: Int) throws(SQLiteError) -> Int {
    try connection.run(
      """
      DELETE FROM diagnostic_events WHERE id IN (
        SELECT id FROM diagnostic_events WHERE occurred_at_ms < ? AND id <= ?
        ORDER BY id LIMIT ?)
      """
    ) {
      $0.add(cutoff)
      $0.add(accepted(.diagnosticEvents))
      $0.add(limit)
    }
  }

  private func pruneActions(before cutoff: Int64, limit: Int) throws(SQLiteError) -> Int {
    try connection.run(
      """
      DELETE FROM sync_actions WHERE id IN (
        SELECT id FROM sync_actions WHERE deleted_at < ? AND id <= CASE
          WHEN target IN ('flight', 'task', 'mapFile', 'homebase', 'recentCompetition')
          THEN ? ELSE ? END
        ORDER BY id LIMIT ?)
      """
    ) {
      $0.add(cutoff)
      $0.add(gate.map(\.positions.acceptedExtendedActions) ?? .max)
      $0.add(accepted(.deleteActions))
      $0.add(limit)
    }
  }
}

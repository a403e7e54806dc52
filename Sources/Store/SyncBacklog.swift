import SQLite
package import SyncContract
import SyncPlan

/// What waits for the server.
package struct StoredBacklog: Equatable, Sendable {
  /// Rows of all tables, and about so many bytes on the wire, blobs included.
  package var rows: Int64 = 0
  package var bytes: Int64 = 0
  /// Of those rows, the time of the oldest change that has one.
  package var oldestAtMs: Int64?
  package var blobs: Int64 = 0

  package init() {}
}

extension StoreContents {
  /// What waits in a dialect, without counting the tables: an append-only table tells by its ends, a
  /// mutable one by its index beyond the cursor, up to 100,000 rows. Rows that the cursors will pass
  /// without sending them are counted.
  package func backlog(in dialect: ContractDialect) throws(StoreError) -> StoredBacklog {
    let positions = try wrap { () throws(SQLiteError) in try SyncPositions(connection) }
    var backlog = StoredBacklog()
    for table in ContractTable.all(in: dialect) {
      guard let start = positions.start(of: table, in: dialect) else { continue }
      let rows = try pendingRows(of: table, after: start, dialect, positions)
      guard rows > 0 else { continue }
      backlog.rows += rows
      backlog.bytes += rows * table.typicalBytes(in: dialect)
      if let time = try oldest(of: table, after: start, dialect, positions) {
        backlog.oldestAtMs = min(time, backlog.oldestAtMs ?? time)
      }
    }
    if dialect == .extended { try addBlobs(to: &backlog, positions) }
    return backlog
  }

  private static let mostCounted: Int64 = 100_000

  private func pendingRows(
    of table: ContractTable, after start: Int64, _ dialect: ContractDialect,
    _ positions: SyncPositions
  ) throws(StoreError) -> Int64 {
    if table == .deleteActions {
      var count: Int64 = 0
      let rows = try rows(of: table, after: start, limit: Int(Self.mostCounted))
      while let row = try rows.next() { count += positions.isPending(row, in: dialect) ? 1 : 0 }
      return count
    }
    let synced = SyncedTable[table]
    return try wrap { () throws(SQLiteError) in
      if synced.isAppendOnly {
        guard let first = try number("SELECT min(id) FROM \(synced.name)") else { return 0 }
        return max(0, positions.highest(table) - max(start, first - 1))
      }
      return try number(
        """
        SELECT count(*) FROM (SELECT 1 FROM \(synced.name) WHERE sync_seq > \(start)
          LIMIT \(Self.mostCounted))
        """) ?? 0
    }
  }

  private func number(_ sql: String) throws(SQLiteError) -> Int64? {
    let statement = try connection.prepare(sql)
    guard var row = try statement.step() else { return nil }
    return row.int64()
  }

  /// The time of the first row that waits; a few that will never be sent are passed by.
  private func oldest(
    of table: ContractTable, after start: Int64, _ dialect: ContractDialect,
    _ positions: SyncPositions
  ) throws(StoreError) -> Int64? {
    let rows = try rows(of: table, after: start, limit: 100)
    while let pending = try rows.next() {
      if table == .deleteActions, !positions.isPending(pending, in: dialect) { continue }
      if pending.row["boardId"] == .text("") { continue }
      return pending.row[table.timeField]?.integer
    }
    return nil
  }

  private func addBlobs(
    to backlog: inout StoredBacklog, _ positions: SyncPositions
  ) throws(StoreError) {
    try wrap { () throws(SQLiteError) in
      _ = try connection.forEachRow(
        """
        SELECT count(*), coalesce(sum(bytes), 0) FROM (
          SELECT 'igc' AS kind, id, igc_bytes AS bytes FROM flights WHERE sync_seq > ?
          UNION ALL SELECT 'file', content_hash, content_bytes FROM map_files
            WHERE sync_seq > ? AND source = 'user' AND content_hash IS NOT NULL) AS pending
        WHERE NOT EXISTS (SELECT 1 FROM sync_blobs AS b
          WHERE b.kind = pending.kind AND b.id = pending.id)
        """,
        {
          $0.add(positions.accepted(.flights))
          $0.add(positions.accepted(.mapFiles))
        }
      ) {
        backlog.blobs = $0.number()
        backlog.bytes += $0.number()
        return true
      }
    }
  }
}

extension ContractTable {
  /// The field that says when a row came to be or last changed.
  fileprivate var timeField: String {
    switch self {
    case .telemetryMarkers, .diagnosticEvents: "occurredAtMs"
    case .telemetryFrames: "capturedAtMs"
    case .metricExclusionRanges: "startMs"
    case .tuneHistoryEntries: "createdAt"
    case .deleteActions: "deletedAt"
    default: "updatedAt"
    }
  }

  /// About how many bytes a row takes on the wire, by the names of its fields and what their values
  /// usually take.
  fileprivate func typicalBytes(in dialect: ContractDialect) -> Int64 {
    if self == .deleteActions { return 90 }
    return shape.fields.prefix(shape.count(in: dialect)).reduce(3) { sum, field in
      let value =
        switch field.kind {
        case .integer: field.name.hasSuffix("Ms") || field.name.hasSuffix("At") ? 13 : 4
        case .text, .choice: 16
        case .hash: 66
        case .bool, .number: 5
        }
      return sum + Int64(field.name.utf8.count + 4 + value)
    }
  }
}

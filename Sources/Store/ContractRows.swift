import SQLite
package import SyncContract
package import SyncPlan

/// Rows of a table as the contract has them, read one at a time; keep it no longer than the
/// transaction that it was made in.
package final class ContractRows {
  private let table: SyncedTable
  private let statement: Statement
  private var isAtEnd = false

  init(
    _ table: SyncedTable, _ connection: Connection, range: ClosedRange<Int64>, limit: Int
  ) throws(SQLiteError) {
    self.table = table
    statement = try connection.prepare(table.scanText)
    try statement.bind {
      $0.add(range.lowerBound)
      $0.add(range.upperBound)
      $0.add(limit)
    }
  }

  /// The next row; nil at the end, and before a frame whose time is not known yet.
  package func next() throws(StoreError) -> PendingRow? {
    try wrap { () throws(SQLiteError) in
      guard !isAtEnd, var row = try statement.step() else { return end() }
      let cursor = row.number()
      let values = table.read(&row)
      if table.table == .telemetryFrames, values[1] == .null { return end() }
      return PendingRow(cursor: cursor, row: ContractRow(table.table, values))
    }
  }

  private func end() -> PendingRow? {
    isAtEnd = true
    return nil
  }
}

extension SyncedTable {
  /// A scan between two cursors, in their order.
  var scanText: String {
    """
    \(selectText) WHERE t.\(scanColumn.rawValue) >= ? AND t.\(scanColumn.rawValue) <= ?
    ORDER BY t.\(scanColumn.rawValue) LIMIT ?
    """
  }

  /// The cursor and the fields of rows.
  private var selectText: String {
    let fields = table == .deleteActions ? Self.actionColumns : expressions
    let list = (["t.\(scanColumn.rawValue)"] + fields).joined(separator: ", ")
    return "SELECT \(list) FROM \(name) AS t\(join)"
  }

  /// The row of a natural key.
  var findText: String {
    let conditions = table.naturalKey.map { "t.\(Self.snakeCase($0)) = ?" }
    return "\(selectText) WHERE \(conditions.joined(separator: " AND "))"
  }

  private static let actionColumns = ["t.target", "t.board_id", "t.key", "t.deleted_at"]

  /// The values of the row that a statement of this table stands on, after its cursor.
  func read(_ row: inout Row) -> [ContractValue] {
    if table == .deleteActions { return Self.readAction(&row) }
    return table.shape.fields.map { Self.value(of: $0, &row) }
  }

  private static func value(of field: ContractField, _ row: inout Row) -> ContractValue {
    switch field.kind {
    case .integer: ContractValue(row.int64())
    case .bool: ContractValue(row.int64().map { $0 != 0 })
    case .number: ContractValue(row.double())
    case .text, .hash, .choice: ContractValue(row.text())
    }
  }

  private static func readAction(_ row: inout Row) -> [ContractValue] {
    let target = ContractValue(row.text())
    let board = row.text()
    let key = ContractValue(row.text())
    let identity = board.map { [.text($0), key] } ?? [key]
    return [target] + identity + [ContractValue(row.int64())]
  }
}

extension StoreContents {
  /// The rows of a table whose scan column lies beyond `after` and at most at `through`, in its
  /// order. Rows that never leave the box have the counter 0. Telemetry without a board, and frames
  /// that will never get a time, are given with an empty `boardId`, which a batch passes over.
  package func rows(
    of table: ContractTable, after: Int64 = 0, through: Int64 = .max, limit: Int = .max
  ) throws(StoreError) -> ContractRows {
    let first = max(0, after) + (after == .max ? 0 : 1)
    return try wrap { () throws(SQLiteError) in
      try ContractRows(
        SyncedTable[table], connection, range: first...max(first, through),
        limit: through < first ? 0 : max(0, limit))
    }
  }

  /// The row with a natural key, its values in the order of `ContractTable.naturalKey`; nil if there
  /// is none. Not for telemetry and actions.
  package func row(
    of table: ContractTable, _ identity: [String]
  ) throws(StoreError) -> ContractRow? {
    try wrap { () throws(SQLiteError) in try find(table, identity)?.row }
  }

  /// The row with a natural key and its counter.
  func find(_ table: ContractTable, _ identity: [String]) throws(SQLiteError) -> PendingRow? {
    let synced = SyncedTable[table]
    let statement = try connection.prepare(synced.findText)
    try statement.bind { for part in identity { $0.add(part) } }
    guard var row = try statement.step() else { return nil }
    let cursor = row.number()
    return PendingRow(cursor: cursor, row: ContractRow(table, synced.read(&row)))
  }
}

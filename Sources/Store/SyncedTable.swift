package import SyncContract

/// How a table of the contract lies in the database: where each field comes from, and which columns
/// never leave the box. All reading and writing of contract rows goes by this description.
package struct SyncedTable: Sendable {
  /// The column that a Sync Cursor counts.
  package enum ScanColumn: String, Sendable {
    /// The row's write counter: every change gives a row a new one; 0 is never sent.
    case sequence = "sync_seq"
    /// The row's number in a table that is only appended to.
    case id
  }

  package let table: ContractTable
  /// The name of the table in the database.
  package let name: String
  package let scanColumn: ScanColumn
  /// The column of each field, in the contract's order; empty for `deleteActions`, whose fields
  /// depend on the target.
  package let columns: [String]
  /// Columns that are not sent.
  package let localColumns: [String]
  /// The expression that reads each field, in the contract's order.
  let expressions: [String]
  /// What `expressions` need besides the table itself, which is called `t`.
  let join: String

  /// Every table of the contract, in its order.
  package static let all = ContractTable.allCases.map(SyncedTable.init)

  /// The description of a table.
  package static subscript(_ table: ContractTable) -> SyncedTable { all[table.position] }

  private init(_ table: ContractTable) {
    self.table = table
    name = table == .deleteActions ? "sync_actions" : Self.snakeCase(table.rawValue)
    scanColumn = Self.appendOnly.contains(table) ? .id : .sequence
    columns = table.shape.fields.map { Self.column(of: $0.name, in: table) }
    localColumns = Self.local[table] ?? ["sync_seq"]
    expressions = columns.map { Self.expression(of: $0, in: table) }
    // Crossed, so that the scan stays the outer loop and comes in the order of its cursor.
    join = Self.hasBoardNumber(table) ? " CROSS JOIN boards AS b USING (board_key)" : ""
  }

  private static let appendOnly: Set<ContractTable> = [
    .tuneHistoryEntries, .telemetryMarkers, .metricExclusionRanges, .diagnosticEvents,
    .telemetryFrames, .deleteActions,
  ]

  private static let local: [ContractTable: [String]] = [
    .boards: ["board_key", "origin", "sync_seq"],
    .tuneHistoryEntries: ["id"],
    .telemetryMarkers: ["id", "boot_key", "recording_id"],
    .metricExclusionRanges: ["id"],
    .diagnosticEvents: ["id", "boot_key"],
    .telemetryFrames: ["id", "boot_key"],
    .flights: [
      "recording_id", "deleted_at", "sync_seq", "is_recorded_here", "is_takeoff_processed",
      "analysis_tried_version", "analysis_tries",
    ],
    .deleteActions: ["id", "type"],
  ]

  /// Telemetry has a number in place of its board's id.
  private static func hasBoardNumber(_ table: ContractTable) -> Bool {
    table == .telemetryFrames || table == .telemetryMinuteBuckets
  }

  private static func column(of field: String, in table: ContractTable) -> String {
    field == "boardId" && hasBoardNumber(table) ? "board_key" : snakeCase(field)
  }

  /// A frame of an earlier boot that has no time will never get one; it is read as one without a
  /// board, which is passed over.
  private static func expression(of column: String, in table: ContractTable) -> String {
    let isLost = "t.captured_at_ms IS NULL AND t.boot_key < (SELECT max(boot_key) FROM boot)"
    switch (table, column) {
    case (.telemetryFrames, "board_key"): return "CASE WHEN \(isLost) THEN '' ELSE b.id END"
    case (.telemetryFrames, "captured_at_ms"):
      return "CASE WHEN \(isLost) THEN 0 ELSE t.captured_at_ms END"
    case (_, "board_key"): return "b.id"
    default: return "t.\(column)"
    }
  }

  /// `capturedAtMs` as `captured_at_ms`.
  static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
      if letter.isUppercase { text.append("_") }
      text += letter.lowercased()
    }
  }
}

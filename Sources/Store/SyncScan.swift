import SQLite
package import SyncContract
package import SyncPlan

/// What a scan has found, and in which database.
package struct ScannedWork: Equatable, Sendable {
  package enum Next: Equatable, Sendable {
    /// A batch, perhaps an empty one.
    case batch(SyncBatch)
    /// A blob that has to be there before its row can follow; nothing stands before that row.
    case blob(BlobReference)
  }

  package var next: Next
  /// `StoreDatabase.instanceID()` at the time; what follows from the scan is for that one only.
  package var instance: String
}

extension StoreContents {
  /// The next thing to send, from the accepted cursors of a dialect on. Call it inside one view of
  /// the database (`StoreReader.read`).
  ///
  /// A row whose blob the server does not have ends the batch before it. Strict passes by actions
  /// on targets that it does not know, and they wait under a cursor of their own. Where nothing was
  /// written since the cursors moved, two small tables are all that is read.
  ///
  /// `advances` of a batch that is on its way are taken as accepted.
  package func work(
    in dialect: ContractDialect, _ limits: ContractLimits = ContractLimits(),
    beyond advances: [CursorAdvance] = []
  ) throws(StoreError) -> ScannedWork {
    var positions = try wrap { () throws(SQLiteError) in try SyncPositions(connection) }
    positions.assume(advances, in: dialect)
    let source = PendingRows(self, dialect, positions)
    let batch = try BatchBuilder(dialect: dialect, limits: limits).build {
      (table) throws(StoreError) in try source.next(of: table)
    }
    let instance = try wrap { () throws(SQLiteError) in try Self.instanceID(connection) }
    if let blob = source.blob, batch.rowCount == 0, batch.advances.isEmpty {
      return ScannedWork(next: .blob(blob), instance: instance)
    }
    return ScannedWork(next: .batch(batch), instance: instance)
  }

  /// Whether this is the database of a scan, with its accepted cursors exactly there.
  package func stands(
    at advances: [CursorAdvance], of instance: String
  ) throws(StoreError) -> Bool {
    try wrap { () throws(SQLiteError) in
      let positions = try SyncPositions(connection)
      return try Self.instanceID(connection) == instance
        && advances.allSatisfy { positions.accepted($0.table) == $0.cursor }
    }
  }

  static func instanceID(_ connection: Connection) throws(SQLiteError) -> String {
    try connection.first("SELECT instance_id FROM store_identity") { $0.text() ?? "" } ?? ""
  }
}

extension StoreDatabase {
  /// Moves the cursors of rows that the server has taken in; a cursor never falls, nor passes the
  /// highest number that a row was given. `instance` is that of the scan; a database that has been
  /// replaced since is refused (`StoreError.staleScan`).
  package func commit(
    _ advances: [CursorAdvance], in dialect: ContractDialect, of instance: String
  ) throws(StoreError) {
    let cursors = SyncCursors(connection: connection)
    for advance in advances {
      let highest = try wrap { () throws(SQLiteError) in try cursors.highest(advance.table) }
      guard advance.cursor <= highest else { throw .staleScan }
    }
    try change("commit-cursors", of: instance) { () throws(SQLiteError) in
      // The connection is another one after a broken database was set aside.
      let cursors = SyncCursors(connection: connection)
      if dialect == .extended, let actions = advances.first(where: { $0.table == .deleteActions }) {
        try AcceptedBlobs(connection: connection).forgetDeleted(
          after: try cursors.acceptedExtendedActions() ?? 0, through: actions.cursor)
      }
      try cursors.advance(advances, in: dialect)
    }
  }

  /// Runs one transaction, unless the database is no longer the one that was scanned.
  func change(
    _ phase: String, of instance: String, _ body: () throws(SQLiteError) -> Void
  ) throws(StoreError) {
    var isStale = false
    try change(phase) { () throws(SQLiteError) in
      isStale = try StoreContents.instanceID(connection) != instance
      if !isStale { try body() }
    }
    if isStale { throw .staleScan }
  }
}

/// How far each table was accepted and how far it goes, read at once.
struct SyncPositions {
  private var values: [String: Int64] = [:]
  private var ids: [String: Int64] = [:]

  init(_ connection: Connection) throws(SQLiteError) {
    try connection.forEachRow("SELECT name, last_value FROM sync_sequences") {
      values[$0.text() ?? ""] = $0.number()
      return true
    }
    try connection.forEachRow("SELECT name, seq FROM sqlite_sequence") {
      ids[$0.text() ?? ""] = $0.number()
      return true
    }
  }

  /// The accepted cursor, 0 if it never moved.
  func accepted(_ table: ContractTable) -> Int64 { values[SyncCursors.name(table)] ?? 0 }

  /// Goes on as if rows had been accepted.
  mutating func assume(_ advances: [CursorAdvance], in dialect: ContractDialect) {
    for advance in advances {
      values[SyncCursors.name(advance.table)] = max(accepted(advance.table), advance.cursor)
      if advance.table == .deleteActions, dialect == .extended {
        values[SyncCursors.extendedActions] = max(acceptedExtendedActions, advance.cursor)
      }
    }
  }

  /// That of actions that only the extended dialect knows.
  var acceptedExtendedActions: Int64 { values[SyncCursors.extendedActions] ?? 0 }

  /// The highest number that a row was ever given.
  func highest(_ table: ContractTable) -> Int64 {
    let synced = SyncedTable[table]
    return (synced.isAppendOnly ? ids : values)[synced.name] ?? 0
  }

  /// Beyond which cursor the rows lie that wait in a dialect; nil if none can.
  func start(of table: ContractTable, in dialect: ContractDialect) -> Int64? {
    var start = accepted(table)
    if table == .deleteActions, dialect == .extended { start = min(start, acceptedExtendedActions) }
    return start < highest(table) ? start : nil
  }

  /// Whether an action waits in a dialect.
  func isPending(_ action: PendingRow, in dialect: ContractDialect) -> Bool {
    let home = action.row.deleteTarget?.dialect ?? .strict
    guard dialect.includes(home) else { return false }
    return action.cursor > (home == .strict ? accepted(.deleteActions) : acceptedExtendedActions)
  }
}

/// The rows that wait, table by table, for one batch.
private final class PendingRows {
  private let contents: StoreContents
  private let dialect: ContractDialect
  private let positions: SyncPositions
  private var open: (table: ContractTable, rows: ContractRows)?
  /// The blob of the row that ended the batch.
  private(set) var blob: BlobReference?

  init(_ contents: StoreContents, _ dialect: ContractDialect, _ positions: SyncPositions) {
    self.contents = contents
    self.dialect = dialect
    self.positions = positions
  }

  func next(of table: ContractTable) throws(StoreError) -> PendingRow? {
    guard let rows = try rows(of: table) else { return nil }
    while var row = try rows.next() {
      if table == .deleteActions, !positions.isPending(row, in: dialect) { continue }
      if let blob = BlobReference(row), try !isAccepted(blob) {
        self.blob = blob
        row.isHeld = true
      }
      return row
    }
    return nil
  }

  private func rows(of table: ContractTable) throws(StoreError) -> ContractRows? {
    if let open, open.table == table { return open.rows }
    guard let start = positions.start(of: table, in: dialect) else { return nil }
    let rows = try contents.rows(of: table, after: start)
    open = (table, rows)
    return rows
  }

  private func isAccepted(_ blob: BlobReference) throws(StoreError) -> Bool {
    try wrap { () throws(SQLiteError) in
      try AcceptedBlobs(connection: contents.connection).contains(blob)
    }
  }
}

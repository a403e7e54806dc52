import FlightModel
import SQLite
package import SyncContract
package import SyncPlan

/// What the database keeps for uploads over restarts.
package struct StoredSyncState: Equatable, Sendable {
  /// The account that this database belongs to; nil before the first sign-in.
  package var accountID: String?
  /// The server of that account.
  package var origin: String?
  package var pause: SyncPause?
  /// The ceiling learned from the server.
  package var limits = ContractLimits()
  /// The dialect that each server has told.
  package var dialects: [String: ContractDialect] = [:]
  package var lastSuccessAtMs: Int64?

  package init() {}

  /// The dialect of the server that this database is bound to; nil if it never told.
  package var dialect: ContractDialect? { origin.flatMap { dialects[$0] } }
}

extension StoreContents {
  /// What was kept for uploads.
  package func syncState() throws(StoreError) -> StoredSyncState {
    try wrap { () throws(SQLiteError) in try Self.syncState(connection) }
  }

  static func syncState(_ connection: Connection) throws(SQLiteError) -> StoredSyncState {
    var state = StoredSyncState()
    try connection.forEachRow("SELECT account_id, origin FROM sync_binding") {
      state.accountID = $0.text()
      state.origin = $0.text()
      return true
    }
    try connection.forEachRow("SELECT origin, dialect FROM sync_dialects") {
      let origin = $0.text() ?? ""
      state.dialects[origin] = ContractDialect(rawValue: $0.text() ?? "")
      return true
    }
    state.pause =
      try connection.first(
        "SELECT reason, table_name, cursor, field, status, slug, version FROM sync_pause", { _ in },
        pause) ?? nil
    try connection.forEachRow(
      "SELECT limit_bytes, limit_rows, last_success_at_ms FROM sync_state"
    ) {
      if let bytes = $0.int64() { state.limits.bytes = Int(bytes) }
      if let rows = $0.int64() { state.limits.rows = Int(rows) }
      state.lastSuccessAtMs = $0.int64()
      return true
    }
    return state
  }

  /// A pause whose reason this version does not know is of another version, which would end it.
  private static func pause(_ row: inout Row) -> SyncPause? {
    let reason = SyncPause.Reason(rawValue: row.text() ?? "")
    let table = row.text().flatMap(ContractTable.init(rawValue:))
    let (cursor, field, status, slug) = (row.int64(), row.text(), row.int64(), row.text())
    return reason.map {
      SyncPause(
        $0, table: table, cursor: cursor, field: field, status: status.map { Int($0) },
        slug: slug, version: row.text() ?? "")
    }
  }
}

extension StoreDatabase {
  /// Keeps a pause; nil forgets it.
  package func keep(pause: SyncPause?) throws(StoreError) {
    try change("keep-pause") { () throws(SQLiteError) in
      try connection.run("DELETE FROM sync_pause")
      guard let pause else { return }
      try connection.run(
        """
        INSERT INTO sync_pause (id, reason, table_name, cursor, field, status, slug, version)
        VALUES (0, ?, ?, ?, ?, ?, ?, ?)
        """
      ) {
        $0.add(pause.reason.rawValue)
        $0.add(pause.table?.rawValue)
        $0.add(pause.cursor)
        $0.add(pause.field)
        $0.add(pause.status)
        $0.add(pause.slug)
        $0.add(pause.version)
      }
    }
  }

  /// Keeps the ceiling learned from the server.
  package func keep(limits: ContractLimits) throws(StoreError) {
    try change("keep-limits") { () throws(SQLiteError) in
      try connection.run("UPDATE sync_state SET limit_bytes = ?, limit_rows = ?") {
        $0.add(limits.bytes)
        $0.add(limits.rows)
      }
    }
  }

  /// Keeps when the server has last taken something in.
  package func keep(successAtMs: Int64) throws(StoreError) {
    try change("keep-success") { () throws(SQLiteError) in
      try connection.run("UPDATE sync_state SET last_success_at_ms = ?") { $0.add(successAtMs) }
    }
  }

  /// Keeps the dialect that a server has told in a successful answer. When the bound server goes to
  /// extended, the tables that have more fields there are sent again from their first row on, and
  /// actions that strict holds back follow from where their own cursor stands.
  package func keep(dialect: ContractDialect, of origin: String) throws(StoreError) {
    try change("keep-dialect") { () throws(SQLiteError) in
      let state = try StoreContents.syncState(connection)
      guard state.dialects[origin] != dialect else { return }
      try connection.run(
        """
        INSERT INTO sync_dialects (origin, dialect) VALUES (?, ?)
        ON CONFLICT (origin) DO UPDATE SET dialect = excluded.dialect
        """
      ) {
        $0.add(origin)
        $0.add(dialect.rawValue)
      }
      guard dialect == .extended, state.origin == nil || state.origin == origin else { return }
      let cursors = SyncCursors(connection: connection)
      for table in ContractTable.allCases where table.hasExtendedFields {
        try cursors.rewind(table)
      }
    }
  }

  /// Claims the database for an account, once. The same account at another address, a server that
  /// has moved, is sent everything again; another account is refused (`StoreError.otherAccount`).
  package func bind(to accountID: String, at origin: String) throws(StoreError) {
    var bound: String?
    try change("bind") { () throws(SQLiteError) in
      let state = try StoreContents.syncState(connection)
      bound = state.accountID
      guard bound == nil || bound == accountID, state.origin != origin else { return }
      if bound != nil { try SyncCursors(connection: connection).rewindAll() }
      try connection.run(
        """
        INSERT INTO sync_binding (id, account_id, origin, bound_at) VALUES (0, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET origin = excluded.origin, bound_at = excluded.bound_at
        """
      ) {
        $0.add(accountID)
        $0.add(origin)
        $0.add(settings.wallClock().milliseconds)
      }
    }
    if let bound, bound != accountID { throw .otherAccount(bound: bound) }
  }

  /// Binds a database that was begun in mid-flight to the account of the one before, so that
  /// uploads go on. Its rows are all new to the server, so no cursor goes with it.
  func takeOver(_ former: StoredSyncState) {
    guard let accountID = former.accountID, let origin = former.origin else { return }
    _ = try? bind(to: accountID, at: origin)
    if let dialect = former.dialect { _ = try? keep(dialect: dialect, of: origin) }
  }

  /// Runs one transaction of its own.
  func change(
    _ phase: String, _ body: () throws(SQLiteError) -> Void
  ) throws(StoreError) {
    try repairing(phase) { () throws(SQLiteError) in try connection.transaction(body) }
    checkpointIfDue()
  }
}

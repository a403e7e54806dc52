package import SQLite

/// One named step of the schema. Steps are only ever appended; a released step never changes.
package struct Migration: Sendable {
  /// Kept in the database as the proof that it ran.
  package var name: String
  /// Statements without parameters, run in one transaction with that proof.
  package var scripts: [StaticString]

  package init(_ name: String, _ scripts: StaticString...) {
    self.name = name
    self.scripts = scripts
  }

  /// Every step of this program, oldest first.
  package static let all: [Migration] = [
    Migration(
      "first-schema", FirstSchema.bookkeeping, FirstSchema.recordings, FirstSchema.fixes,
      FirstSchema.telemetry, FirstSchema.logbook),
    Migration(
      "synced-tables", SyncedTablesSchema.counters, SyncedTablesSchema.settings,
      SyncedTablesSchema.configuration, SyncedTablesSchema.rides, SyncedTablesSchema.logbook,
      SyncedTablesSchema.flights),
    Migration("sync-state", SyncStateSchema.standing, SyncStateSchema.retention),
    Migration("ride-imports", RideImportSchema.imports),
    Migration("declarations", DeclarationSchema.declarations),
    Migration("imports", ImportSchema.files, ImportSchema.analysis),
    Migration("flight-uploads", UploadSchema.uploads),
  ]
}

/// Brings a database from any older version to the newest, a transaction a step.
package struct SchemaHistory: ~Copyable {
  /// "BARO" in ASCII: the application id in the file's header (`PRAGMA application_id`).
  package static let applicationID: Int64 = 0x4241_524F

  private let connection: Connection
  private let migrations: [Migration]

  package init(_ connection: Connection, migrations: [Migration] = Migration.all) {
    self.connection = connection
    self.migrations = migrations
  }

  /// What a file says about itself before anything is written to it.
  package enum Standing: Equatable, Sendable {
    /// No table at all.
    case blank
    /// Ours, with so many of our steps done.
    case older(done: Int)
    case current
    /// Holds steps that this program does not know.
    case newer(unknown: [String])
    /// Tables, but not ours, or ours in an impossible order.
    case foreign
  }

  /// Reads the file's standing from the schema table and the history alone.
  package borrowing func standing() throws(SQLiteError) -> Standing {
    let tables = try connection.number("SELECT count(*) FROM sqlite_schema") ?? 0
    if tables == 0 { return .blank }
    let isOurs = try connection.number("PRAGMA application_id") == Self.applicationID
    let hasHistory = try connection.number(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'schema_history'")
    guard isOurs, hasHistory == 1 else { return .foreign }
    let done = try connection.all("SELECT name FROM schema_history ORDER BY step") {
      $0.text() ?? ""
    }
    let known = migrations.map(\.name)
    if done.count <= known.count, done == Array(known.prefix(done.count)) {
      return done.count == known.count ? .current : .older(done: done.count)
    }
    let unknown = done.filter { !known.contains($0) }
    return unknown.isEmpty ? .foreign : .newer(unknown: unknown)
  }

  /// Runs the steps that are missing; returns their names. Every step is all or nothing, so a power
  /// cut leaves a whole older version.
  package borrowing func migrate() throws(SQLiteError) -> [String] {
    let standing = try standing()
    let done: Int
    switch standing {
    case .blank: done = 0
    case .older(let count): done = count
    case .current, .newer, .foreign: return []
    }
    for (step, migration) in migrations.enumerated().dropFirst(done) {
      try connection.transaction { () throws(SQLiteError) in
        if step == 0 { try beginHistory() }
        for script in migration.scripts { try connection.execute(script.description) }
        try connection.run("INSERT INTO schema_history (step, name) VALUES (?, ?)") {
          $0.add(step + 1)
          $0.add(migration.name)
        }
        try connection.execute("PRAGMA user_version = \(step + 1)")
      }
    }
    return migrations.dropFirst(done).map(\.name)
  }

  private borrowing func beginHistory() throws(SQLiteError) {
    try connection.execute("PRAGMA application_id = \(Self.applicationID)")
    try connection.execute(
      "CREATE TABLE schema_history (step INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT")
  }
}

import FlightModel
import Linux
import SQLite

/// A database that is open at the newest schema, or why it could not be.
struct OpenedDatabase {
  var connection: Connection
  var state: WriterState
  /// What stood in the file's place, where it went and why; nil if the file was fine or new.
  var broken: (path: String, cause: SQLiteError?)?

  /// Opens the file; a broken one is set aside and a new one begun.
  static func openOrReplace(_ settings: StoreSettings) throws(StoreError) -> OpenedDatabase {
    switch openExisting(settings) {
    case .success(let opened): return opened
    case .failure(.refused(let error)): throw error
    case .failure(.broken(let cause)):
      let path = try files(settings) { (files) throws(SystemError) in try files.setAside() }
      var opened = try openNew(settings)
      opened.broken = (path, cause)
      return opened
    }
  }

  /// Does something with the database's files.
  static func files<Result>(
    _ settings: StoreSettings, _ body: (DatabaseFiles) throws(SystemError) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body(DatabaseFiles(path: settings.path))
    } catch {
      throw .files(error)
    }
  }

  private enum Failure: Error {
    case broken(SQLiteError?)
    case refused(StoreError)
  }

  private static func openNew(_ settings: StoreSettings) throws(StoreError) -> OpenedDatabase {
    switch openExisting(settings) {
    case .success(let opened): return opened
    case .failure(.refused(let error)): throw error
    case .failure(.broken(let cause)):
      let unknown = SQLiteError(
        operation: "open", extendedCode: 11, message: "a new file is broken at once",
        subject: settings.path)
      throw .database(cause ?? unknown)
    }
  }

  private static func openExisting(_ settings: StoreSettings) -> Result<OpenedDatabase, Failure> {
    do throws(SQLiteError) {
      let connection = try Connection(
        path: settings.path, access: .create, busyTimeoutMs: settings.busyTimeoutMs)
      return try prepare(connection, settings)
    } catch {
      return .failure(judge(error, settings))
    }
  }

  private static func judge(_ error: SQLiteError, _ settings: StoreSettings) -> Failure {
    let isContentReadOnly =
      error.isReadOnly && DatabaseFiles(path: settings.path).isWritable
    if error.isCorruption || error.isSchemaDamage || isContentReadOnly { return .broken(error) }
    return .refused(.database(error))
  }

  private static func prepare(
    _ connection: Connection, _ settings: StoreSettings
  ) throws(SQLiteError) -> Result<OpenedDatabase, Failure> {
    // A file that turns out to be broken keeps its log beside it.
    connection.keepLogOnClose()
    try connection.execute(
      """
      PRAGMA page_size = \(settings.pageSize);
      PRAGMA cell_size_check = 1;
      PRAGMA foreign_keys = 1;
      PRAGMA trusted_schema = 0;
      PRAGMA cache_size = -\(settings.cacheBytes / 1024);
      """)
    let history = SchemaHistory(connection)
    switch try history.standing() {
    case .foreign: return .failure(.broken(nil))
    case .newer(let unknown):
      return .failure(.refused(.newerSchema(path: settings.path, unknown: unknown)))
    case .blank, .older, .current: break
    }
    try makeDurable(connection, settings)
    // A new schema goes into the file at once: damage to a log then costs batches, not the tables.
    if try !history.migrate().isEmpty { try connection.checkpoint(.passive) }
    guard try SchemaText.isAsBuilt(connection) else { return .failure(.broken(nil)) }
    try identify(connection, settings)
    let state = try WriterState(connection, bootID: settings.bootID)
    return .success(OpenedDatabase(connection: connection, state: state))
  }

  /// Write-ahead log, synced at every commit; checkpoints are ours.
  private static func makeDurable(
    _ connection: Connection, _ settings: StoreSettings
  ) throws(SQLiteError) {
    let mode = try connection.first("PRAGMA journal_mode = WAL") { $0.text() ?? "" } ?? ""
    guard mode == "wal" else {
      throw SQLiteError(
        operation: "open", extendedCode: 14,
        message: "the file system cannot hold a write-ahead log (journal mode stayed \(mode))",
        subject: settings.path)
    }
    try connection.execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA journal_size_limit = \(settings.checkpointBytes * 2);
      """)
    if let pages = settings.maximumPages {
      try connection.execute("PRAGMA max_page_count = \(pages)")
    }
  }

  private static func identify(
    _ connection: Connection, _ settings: StoreSettings
  ) throws(SQLiteError) {
    guard try connection.number("SELECT count(*) FROM store_identity") == 0 else { return }
    try connection.transaction { () throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO store_identity (id, instance_id, created_at_ms)
        VALUES (0, lower(hex(randomblob(16))), ?)
        """
      ) { $0.add(settings.wallClock().milliseconds) }
    }
  }
}

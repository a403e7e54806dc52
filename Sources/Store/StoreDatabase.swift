import FlightModel
import Linux
import RecordingModel
package import SQLite

/// The one read-write connection to the database; stays on one thread and is not Sendable.
package final class StoreDatabase {
  let settings: StoreSettings
  private(set) var connection: Connection
  var state: WriterState
  /// Where broken databases went since this store was opened, oldest first.
  package private(set) var setAside: [String] = []
  private var pagesAtCheckpoint = 0
  private var pagesOfEarlierFiles = 0
  /// The newest failure of a checkpoint since the last one that succeeded.
  package private(set) var checkpointFailure: SQLiteError?

  /// Opens the database, brings it to the newest schema, or begins one. A broken file is set aside
  /// with a Diagnostic Event in a new one. Reads a fixed number of pages whatever the size.
  package init(_ settings: StoreSettings) throws(StoreError) {
    self.settings = settings
    let moved = try Self.files(settings) { (files) throws(SystemError) in
      try files.finishInterruptedMove()
    }
    let opened = try Self.openOrReplace(settings)
    (connection, state) = (opened.connection, opened.state)
    setAside = [moved, opened.broken?.path].compactMap { $0 }
    if let broken = opened.broken { noteSetAside(broken.path, broken.cause, "open") }
  }

  /// The reading half, on this connection.
  package var contents: StoreContents { StoreContents(connection) }

  /// What tells this database from every other; changes when a new one is begun.
  package func instanceID() throws(StoreError) -> String {
    try wrap { () throws(SQLiteError) in
      try connection.first("SELECT instance_id FROM store_identity") { $0.text() ?? "" } ?? ""
    }
  }

  /// Ends: copies the log into the file and closes both.
  package func close() throws(StoreError) {
    try wrap { () throws(SQLiteError) in
      try connection.checkpoint(.truncate)
      try connection.close()
    }
  }

  /// Moves the database away and begins a new one, after a full check found damage that no commit
  /// has met yet.
  package func setAside(because finding: String) throws(StoreError) {
    try replaceBroken(
      SQLiteError(
        operation: "integrity-check", extendedCode: 11, message: finding, subject: settings.path),
      phase: "check")
  }

  /// Moves the database away and begins a new one that knows the same boards.
  func replaceBroken(_ cause: SQLiteError, phase: String) throws(StoreError) {
    guard setAside.count < Self.mostSetAside else { throw .database(cause) }
    let boards = rememberedBoards()
    pagesOfEarlierFiles += connection.pagesWritten
    connection.keepLogOnClose()
    do {
      try connection.close()
    } catch {
      throw .database(error)
    }
    let path = try Self.files(settings) { (files) throws(SystemError) in try files.setAside() }
    setAside.append(path)
    try reopen()
    for board in boards { _ = try? insert(board) }
    noteSetAside(path, cause, phase)
  }

  /// A card that breaks every new file must not be filled with broken ones.
  private static let mostSetAside = 10

  /// The boards that are not deleted, from the file or, if it cannot tell any more, by their ids.
  private func rememberedBoards() -> [Board] {
    if let boards = try? contents.boards() { return boards.filter { $0.deletedAt == nil } }
    return state.boardKeys.keys.filter { !$0.isEmpty }.sorted().map {
      let isBox = $0.hasPrefix(Board.boxPrefix)
      let isGlider = $0.hasPrefix(Board.gliderPrefix)
      return Board(id: $0, name: $0, origin: isBox ? .box : isGlider ? .configured : .met)
    }
  }

  /// Opens the file anew after the connection was closed.
  func reopen() throws(StoreError) {
    let opened = try Self.openOrReplace(settings)
    (connection, state) = (opened.connection, opened.state)
    pagesAtCheckpoint = 0
    guard let broken = opened.broken else { return }
    setAside.append(broken.path)
    noteSetAside(broken.path, broken.cause, "reopen")
  }

  private func noteSetAside(_ path: String, _ cause: SQLiteError?, _ phase: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let code = cause.map { String($0.extendedCode) } ?? "none"
    let event = DiagnosticEvent(
      occurredAtMs: max(0, settings.wallClock().milliseconds),
      elapsedRealtimeMs: max(0, settings.monotonicClock().milliseconds),
      eventName: "database-set-aside", operation: cause?.operation, phase: phase,
      message: cause?.message ?? "not a database of this program",
      properties: ["file": name, "sqlite_code": code])
    var batch = RecordingBatch()
    batch.events = [event]
    // A full disk must not keep the recorder from starting; the names on disk tell the story too.
    _ = try? attempt(batch)
  }
}

// MARK: - Checkpoints

extension StoreDatabase {
  /// Bytes written to write-ahead logs since the store was opened, frame headers included.
  package var logBytesWritten: Int64 {
    Int64(pagesOfEarlierFiles + connection.pagesWritten) * Int64(settings.pageSize + 24)
  }

  /// Pages read from disk since the current file was opened.
  package var pagesRead: Int { connection.pagesRead }

  /// Copies the log into the file without waiting for readers, once it has grown enough. A failure
  /// loses nothing: the log keeps every page, and the next time tries again.
  func checkpointIfDue() {
    let grown = (connection.pagesWritten - pagesAtCheckpoint) * (settings.pageSize + 24)
    guard grown >= settings.checkpointBytes else { return }
    pagesAtCheckpoint = connection.pagesWritten
    do throws(SQLiteError) {
      try connection.checkpoint(.passive)
      checkpointFailure = nil
    } catch {
      checkpointFailure = error
    }
  }

  /// Copies the log into the file now, between flights for example.
  @discardableResult
  package func checkpoint() throws(StoreError) -> CheckpointResult {
    pagesAtCheckpoint = connection.pagesWritten
    let result = try wrap { () throws(SQLiteError) in try connection.checkpoint(.passive) }
    checkpointFailure = nil
    return result
  }
}

// MARK: - Opening

extension StoreDatabase {
  private struct Opened {
    var connection: Connection
    var state: WriterState
    var broken: (path: String, cause: SQLiteError?)?
  }

  private static func files<Result>(
    _ settings: StoreSettings, _ body: (DatabaseFiles) throws(SystemError) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body(DatabaseFiles(path: settings.path))
    } catch {
      throw .files(error)
    }
  }

  private static func openOrReplace(_ settings: StoreSettings) throws(StoreError) -> Opened {
    let first = openExisting(settings)
    switch first {
    case .success(let opened): return opened
    case .failure(.refused(let error)): throw error
    case .failure(.broken(let cause)):
      let path = try files(settings) { (files) throws(SystemError) in try files.setAside() }
      switch openExisting(settings) {
      case .success(var opened):
        opened.broken = (path, cause)
        return opened
      case .failure(.refused(let error)): throw error
      case .failure(.broken(let cause)):
        throw .database(
          cause
            ?? .init(
              operation: "open", extendedCode: 11, message: "a new file is broken at once",
              subject: settings.path))
      }
    }
  }

  private enum OpenFailure: Error {
    case broken(SQLiteError?)
    case refused(StoreError)
  }

  private static func openExisting(_ settings: StoreSettings) -> Result<Opened, OpenFailure> {
    do throws(SQLiteError) {
      let connection = try Connection(path: settings.path, access: .create)
      return try prepare(connection, settings)
    } catch {
      return .failure(judge(error, settings))
    }
  }

  private static func judge(_ error: SQLiteError, _ settings: StoreSettings) -> OpenFailure {
    let isContentReadOnly =
      error.isReadOnly && DatabaseFiles(path: settings.path).isWritable
    if error.isCorruption || error.isSchemaDamage || isContentReadOnly { return .broken(error) }
    return .refused(.database(error))
  }

  private static func prepare(
    _ connection: Connection, _ settings: StoreSettings
  ) throws(SQLiteError) -> Result<Opened, OpenFailure> {
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
    try connection.execute(
      """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA wal_autocheckpoint = 0;
      PRAGMA journal_size_limit = \(settings.checkpointBytes * 2);
      """)
    if let pages = settings.maximumPages {
      try connection.execute("PRAGMA max_page_count = \(pages)")
    }
    _ = try history.migrate()
    guard try SchemaText.isAsBuilt(connection) else { return .failure(.broken(nil)) }
    try identify(connection, settings)
    let state = try WriterState(connection, bootID: settings.bootID)
    return .success(Opened(connection: connection, state: state))
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

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
  /// Whether this start has found that the database was put back from a copy.
  package internal(set) var wasRestored = false
  private var pagesAtCheckpoint = 0
  private var bytesOfEarlierLogs: Int64 = 0
  /// The newest failure of a checkpoint since the last one that succeeded.
  package private(set) var checkpointFailure: SQLiteError?

  /// Opens the database, brings it to the newest schema, or begins one. A broken file is set aside
  /// with a Diagnostic Event in a new one. Reads a fixed number of pages whatever the size.
  package init(_ settings: StoreSettings) throws(StoreError) {
    self.settings = settings
    let moved = try OpenedDatabase.files(settings) { (files) throws(SystemError) in
      try files.finishInterruptedMove()
    }
    let opened = try OpenedDatabase.openOrReplace(settings)
    (connection, state) = (opened.connection, opened.state)
    setAside = [moved, opened.broken?.path].compactMap { $0 }
    if let broken = opened.broken { noteSetAside(broken.path, broken.cause, "open") }
    beginStart()
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

  /// Moves the database away and begins a new one that knows the same boards and the same account.
  func replaceBroken(_ cause: SQLiteError, phase: String) throws(StoreError) {
    guard setAside.count < Self.mostSetAside else { throw .database(cause) }
    let boards = rememberedBoards()
    let sync = try? contents.syncState()
    let clock = state.clock
    bytesOfEarlierLogs = logBytesWritten
    connection.keepLogOnClose()
    do {
      try connection.close()
    } catch {
      throw .database(error)
    }
    let path = try OpenedDatabase.files(settings) { (files) throws(SystemError) in
      try files.setAside()
    }
    setAside.append(path)
    try reopen()
    take(over: clock)
    for board in boards { _ = try? insert(board) }
    if let sync { takeOver(sync) }
    noteSetAside(path, cause, phase)
  }

  /// A new database goes on in time where the old one was.
  private func take(over older: ChangeClock) {
    let before = state.clock
    state.clock.take(over: older)
    _ = try? connection.transaction { () throws(SQLiteError) in
      try state.clock.keep(since: before, on: connection)
    }
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
    let opened = try OpenedDatabase.openOrReplace(settings)
    (connection, state) = (opened.connection, opened.state)
    pagesAtCheckpoint = 0
    beginStart()
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
    bytesOfEarlierLogs + Int64(connection.pagesWritten * frameBytes)
  }

  /// Bytes of a page in the log (file format, 4.1).
  private var frameBytes: Int { state.pageSize + 24 }

  /// Pages read from disk since the current file was opened.
  package var pagesRead: Int { connection.pagesRead }

  /// Copies the log into the file without waiting for readers, once it has grown enough. A failure
  /// loses nothing: the log keeps every page, and the next time tries again.
  func checkpointIfDue() {
    let grown = (connection.pagesWritten - pagesAtCheckpoint) * frameBytes
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

import CSQLite

/// One connection to one database file. Its owner keeps it on one thread; the compiler helps, since
/// it is not Sendable.
package final class Connection {
  /// How a file is opened.
  package enum Access: Equatable, Sendable {
    /// Reads and writes, and makes the file if it is missing.
    case create
    /// Reads and writes an existing file.
    case readWrite
    /// Only reads an existing file, but may join its write-ahead log (`PRAGMA query_only`).
    case query
  }

  package let path: String
  let handle: OpaquePointer
  package private(set) var isClosed = false
  private var cache: [UnsafePointer<UInt8>: CachedStatement] = [:]
  private var generated: [String: CachedStatement] = [:]
  private var isRunningTransaction = false

  /// A prepared statement and whether someone is using it.
  private final class CachedStatement {
    let statement: Statement
    var isInUse = false
    init(_ statement: consuming Statement) { self.statement = statement }
  }

  /// Opens a file (`sqlite3_open_v2`) without touching its content. `busyTimeoutMs` is how long a
  /// lock of another connection is waited for; 0 fails at once.
  package init(path: String, access: Access, busyTimeoutMs: Int32 = 2000) throws(SQLiteError) {
    _ = Self.prepareLibrary
    var flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    if access == .create { flags |= SQLITE_OPEN_CREATE }
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError(operation: "open", code: code, database: handle, subject: path)
      sqlite3_close_v2(handle)
      throw error
    }
    self.path = path
    self.handle = handle
    sqlite3_busy_timeout(handle, busyTimeoutMs)
    _ = barograph_sqlite3_set_defensive(handle)
    if access == .query {
      keepLogOnClose()
      try execute("PRAGMA query_only = 1")
    }
  }

  /// Done once, before the first connection.
  private static let prepareLibrary: Void = { _ = barograph_sqlite3_keep_no_memory_account() }()

  /// Leaves the write-ahead log's file alone when this connection closes as the last one
  /// (`SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE`). SQLite would delete it by name, and by then the name may
  /// belong to another database.
  package func keepLogOnClose() { _ = barograph_sqlite3_keep_log_on_close(handle) }

  deinit {
    cache.removeAll()
    generated.removeAll()
    if !isClosed { sqlite3_close_v2(handle) }
  }

  /// Closes the file (`sqlite3_close`). A statement that someone still uses is named in the error,
  /// and the connection stays open.
  package func close() throws(SQLiteError) {
    guard !isClosed else { return }
    let busy = (Array(cache.values) + Array(generated.values)).filter { $0.isInUse }
    guard busy.isEmpty else {
      throw SQLiteError(
        operation: "close", extendedCode: SQLITE_BUSY,
        message: "still in use: \(busy.map { $0.statement.sql }.joined(separator: "; "))",
        subject: path)
    }
    cache.removeAll()
    generated.removeAll()
    let code = sqlite3_close(handle)
    guard code == SQLITE_OK else {
      throw SQLiteError(
        operation: "close", extendedCode: code, message: "not finalised: \(openStatements())",
        subject: path)
    }
    isClosed = true
  }

  /// The texts of the statements that nobody has finalised (`sqlite3_next_stmt`).
  private func openStatements() -> String {
    var texts: [String] = []
    var next = sqlite3_next_stmt(handle, nil)
    while let statement = next {
      texts.append(sqlite3_sql(statement).map { String(cString: $0) } ?? "")
      next = sqlite3_next_stmt(handle, statement)
    }
    return texts.joined(separator: "; ")
  }

  private func checkOpen(_ operation: String, _ subject: String) throws(SQLiteError) {
    if isClosed { throw .misuse(operation, "the connection is closed", subject: subject) }
  }

  /// Compiles a statement for its caller's own keeping.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try checkOpen("prepare", sql)
    let compiled = try sql.utf8CString.withUnsafeBufferPointer { (text) throws(SQLiteError) in
      try Statement.compile(
        database: handle, sql: text.baseAddress!, length: text.count - 1, isPersistent: false)
    }
    return Statement(handle: compiled, database: handle)
  }

  /// Runs statements without parameters or results, separated by semicolons (`sqlite3_exec`).
  package func execute(_ sql: String) throws(SQLiteError) {
    try checkOpen("execute", sql)
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw SQLiteError(operation: "execute", code: code, database: handle, subject: sql)
    }
  }

  /// Lends the statement of a constant text, compiled at its first use and kept; it is reset
  /// afterwards whatever happens. Using one inside itself is refused.
  package func withStatement<Result>(
    _ sql: StaticString, _ body: (borrowing Statement) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try lend(try cachedStatement(sql), body)
  }

  /// Lends the statement of a text that the program makes, compiled at its first use and kept for
  /// good: of a small number of texts, none of them with a value in it. Otherwise as above.
  package func withStatement<Result>(
    generated sql: String, _ body: (borrowing Statement) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    let cached: CachedStatement
    if let kept = generated[sql] {
      cached = kept
    } else {
      cached = CachedStatement(try prepare(sql))
      generated[sql] = cached
    }
    return try lend(cached, body)
  }

  private func lend<Result>(
    _ cached: CachedStatement, _ body: (borrowing Statement) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    guard !cached.isInUse else {
      throw .misuse("step", "the statement is in use further out", subject: cached.statement.sql)
    }
    cached.isInUse = true
    defer {
      cached.statement.reset()
      cached.isInUse = false
    }
    return try body(cached.statement)
  }

  private func cachedStatement(_ sql: StaticString) throws(SQLiteError) -> CachedStatement {
    try checkOpen("prepare", sql.description)
    if let cached = cache[sql.utf8Start] { return cached }
    let text = UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self)
    let compiled = try Statement.compile(
      database: handle, sql: text, length: sql.utf8CodeUnitCount, isPersistent: true)
    let cached = CachedStatement(Statement(handle: compiled, database: handle))
    cache[sql.utf8Start] = cached
    return cached
  }

  /// Runs `body` between `BEGIN IMMEDIATE` and `COMMIT`; what it throws rolls everything back, and
  /// so does a commit that fails. Nested use is refused.
  @discardableResult
  package func transaction<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try scope("BEGIN IMMEDIATE", { $0 }, body)
  }

  /// The same with errors of the caller's own, which `wrap` makes of SQLite's.
  @discardableResult
  package func transaction<Result, Failure: Error>(
    wrap: (SQLiteError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try scope("BEGIN IMMEDIATE", wrap, body)
  }

  /// Runs `body` on one unchanging view of the database, the newest one when it begins.
  package func snapshot<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try snapshot(wrap: { $0 }, body)
  }

  /// The same with errors of the caller's own, which `wrap` makes of SQLite's.
  package func snapshot<Result, Failure: Error>(
    wrap: (SQLiteError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try scope("BEGIN DEFERRED", wrap) { () throws(Failure) in
      // The view is taken by the first read: of one row, since after each commit of another
      // connection nothing is in memory.
      do throws(SQLiteError) {
        _ = try number("SELECT rootpage FROM sqlite_schema LIMIT 1")
      } catch {
        throw wrap(error)
      }
      return try body()
    }
  }

  private func scope<Result, Failure: Error>(
    _ begin: StaticString, _ wrap: (SQLiteError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !isRunningTransaction else {
      throw wrap(.misuse("begin", "a transaction is running", subject: begin.description))
    }
    do throws(SQLiteError) { try run(begin) } catch { throw wrap(error) }
    isRunningTransaction = true
    defer { isRunningTransaction = false }
    do throws(Failure) {
      let result = try body()
      do throws(SQLiteError) { try run("COMMIT") } catch { throw wrap(error) }
      return result
    } catch {
      // SQLite itself has rolled back after some errors (disk full, I/O); then there is none left.
      if sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK") }
      throw error
    }
  }
}

import Glibc
import Linux
import SQLite
import SyncContract
import Synchronization

/// A receiver's storage in one SQLite file: what small servers need and nothing to run beside. One
/// connection writes, any number read; a commit that has returned is on the disk.
package final class SQLiteStorage: ReceiverStorage {
  private let path: String
  private let busyTimeoutMs: Int32
  private let maximumPages: Int?
  private let writer = Mutex<Connection?>(nil)
  private let readers: SQLiteReaders

  /// Touches nothing until the first call. `busyTimeoutMs` is how long another process's lock is
  /// waited for; a file of `maximumPages` of 4096 bytes counts as full.
  package init(path: String, busyTimeoutMs: Int32 = 5000, maximumPages: Int? = nil) {
    self.path = path
    self.maximumPages = maximumPages
    self.busyTimeoutMs = busyTimeoutMs
    readers = SQLiteReaders(path: path, busyTimeoutMs: busyTimeoutMs)
  }

  /// Makes the file, readable by its owner alone, or brings it up to date.
  package func prepare() throws(StorageFailure) {
    try makeFile()
    try withWriter { (connection) throws(StorageFailure) in try SQLiteSchema.prepare(connection) }
  }

  package func check() throws(StorageFailure) {
    try read { (connection) throws(SQLiteError) in
      try connection.withStatement(generated: StorageStatements.check) {
        (statement) throws(SQLiteError) in _ = try statement.step()
      }
    }
  }

  package func databaseBytes() throws(StorageFailure) -> Int64 {
    try read { (connection) throws(SQLiteError) in
      try connection.list(
        "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
      ) { row in row.number() }
    }.first ?? 0
  }

  /// The log and the shared memory get the mode of the file. One that is there is not opened, since
  /// closing it would take SQLite's locks away from this process.
  private func makeFile() throws(StorageFailure) {
    do {
      _ = try Descriptor.open(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    } catch {
      if error.code == EEXIST { return }
      if error.code == ENOSPC || error.code == EDQUOT { throw .full("\(error)") }
      throw .broken("\(error); check that the folder exists and that this user may write to it")
    }
  }

  /// Lends the one connection that writes. After a failure that waiting does not mend it is opened
  /// anew the next time.
  private func withWriter<Result: Sendable>(
    _ body: (Connection) throws(StorageFailure) -> Result
  ) throws(StorageFailure) -> Result {
    try writer.withLock { (kept) throws(StorageFailure) in
      do throws(StorageFailure) {
        if kept == nil { kept = try openWriter() }
        guard let connection = kept else { throw .unavailable("the database is closed") }
        return try body(connection)
      } catch {
        if case .broken = error { kept = nil }
        throw error
      }
    }
  }

  private func openWriter() throws(StorageFailure) -> Connection {
    try StorageFailure.wrapping { () throws(SQLiteError) in
      let connection = try Connection(
        path: path, access: .readWrite, busyTimeoutMs: busyTimeoutMs)
      try connection.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
      if let maximumPages { try connection.execute("PRAGMA max_page_count = \(maximumPages)") }
      return connection
    }
  }
}

extension SQLiteStorage {
  /// Runs `body` in one transaction that is on the disk when it returns.
  func write<Result: Sendable>(
    _ body: (Connection) throws(StorageFailure) -> Result
  ) throws(StorageFailure) -> Result {
    try withWriter { (connection) throws(StorageFailure) in
      try connection.transaction(wrap: StorageFailure.init) { () throws(StorageFailure) in
        try body(connection)
      }
    }
  }

  /// Runs one statement in a transaction of its own; tells how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ fill: (inout Binder) -> Void) throws(StorageFailure) -> Int {
    try write { (connection) throws(StorageFailure) in try connection.change(sql, fill) }
  }

  /// The same for what has failures of its own.
  func readWrapped<Result: Sendable>(
    _ body: (Connection) throws(StorageFailure) -> Result
  ) throws(StorageFailure) -> Result {
    try readers.lend { (connection) throws(StorageFailure) in
      try connection.snapshot(wrap: StorageFailure.init) { () throws(StorageFailure) in
        try body(connection)
      }
    }
  }

  /// Runs `body` on one unchanging view of the database.
  func read<Result: Sendable>(
    _ body: (Connection) throws(SQLiteError) -> Result
  ) throws(StorageFailure) -> Result {
    try readWrapped { (connection) throws(StorageFailure) in
      try StorageFailure.wrapping { () throws(SQLiteError) in try body(connection) }
    }
  }
}

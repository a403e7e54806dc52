import Linux
import SQLite

/// A query-only connection for exports and the API, on a thread of its own. It never blocks the
/// writer and sees the last commit at the beginning of each `read`.
package final class StoreReader {
  private let path: String
  private var connection: Connection?
  private var identity: FileIdentity?

  /// Names the database; it is opened at the first `read`.
  package init(path: String) { self.path = path }

  /// Runs `body` on one unchanging view. A database that was replaced since the last time, because
  /// it was broken, is noticed here.
  package func read<Result>(
    _ body: (StoreContents) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let connection = try current()
    var outcome: Swift.Result<Result, StoreError>?
    try wrap { () throws(SQLiteError) in
      try connection.snapshot { () throws(SQLiteError) in
        do throws(StoreError) {
          outcome = .success(try body(StoreContents(connection)))
        } catch {
          outcome = .failure(error)
        }
      }
    }
    // The closure above always sets it or throws.
    return try outcome!.get()
  }

  /// Lets go of the file.
  package func close() throws(StoreError) {
    guard let connection else { return }
    try wrap { () throws(SQLiteError) in try connection.close() }
    self.connection = nil
  }

  private func current() throws(StoreError) -> Connection {
    let newest = DatabaseFiles.identity(path)
    if let connection, newest != nil, newest == identity { return connection }
    connection = nil
    let opened = try wrap { () throws(SQLiteError) in
      let opened = try Connection(path: path, access: .query)
      try opened.execute("PRAGMA cell_size_check = 1; PRAGMA cache_size = -512")
      return opened
    }
    identity = newest
    connection = opened
    return opened
  }
}

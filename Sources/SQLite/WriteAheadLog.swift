import CSQLite

/// How the write-ahead log stood after a checkpoint, in pages.
package struct CheckpointResult: Equatable, Sendable {
  package var pagesInLog: Int
  package var pagesCheckpointed: Int
  /// A reader or writer kept it from going all the way.
  package var isComplete: Bool
}

extension Connection {
  /// How a checkpoint treats other connections.
  package enum CheckpointMode: Sendable {
    /// Copies what it can and waits for nobody.
    case passive
    /// Waits for the others, copies all and cuts the log to zero bytes.
    case truncate
  }

  /// Copies the log's pages into the database file (`sqlite3_wal_checkpoint_v2`). A busy truncate
  /// is no error: the result says that it is incomplete.
  @discardableResult
  package func checkpoint(_ mode: CheckpointMode) throws(SQLiteError) -> CheckpointResult {
    var inLog: Int32 = 0
    var copied: Int32 = 0
    let flag = mode == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    let code = sqlite3_wal_checkpoint_v2(handle, nil, flag, &inLog, &copied)
    guard code == SQLITE_OK || code & 0xFF == SQLITE_BUSY else {
      throw SQLiteError(operation: "checkpoint", code: code, database: handle, subject: path)
    }
    return CheckpointResult(
      pagesInLog: Int(max(0, inLog)), pagesCheckpointed: Int(max(0, copied)),
      isComplete: code == SQLITE_OK && inLog == copied)
  }

  /// Pages written to the write-ahead log since the connection was opened
  /// (`SQLITE_DBSTATUS_CACHE_WRITE`).
  package var pagesWritten: Int { status(SQLITE_DBSTATUS_CACHE_WRITE) }

  /// Pages that had to be read from the files since the connection was opened
  /// (`SQLITE_DBSTATUS_CACHE_MISS`).
  package var pagesRead: Int { status(SQLITE_DBSTATUS_CACHE_MISS) }

  /// Bytes of memory that the page cache of this connection holds (`SQLITE_DBSTATUS_CACHE_USED`).
  package var cacheBytes: Int { status(SQLITE_DBSTATUS_CACHE_USED) }

  private func status(_ counter: Int32) -> Int {
    var current: Int32 = 0
    var highest: Int32 = 0
    sqlite3_db_status(handle, counter, &current, &highest, 0)
    return Int(current)
  }
}

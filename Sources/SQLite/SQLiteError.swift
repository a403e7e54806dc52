import CSQLite

/// What SQLite answered when an operation failed: which, on what, why, and what a person can do.
///
/// Bound values never appear: the SQL carries its parameters as question marks.
package struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was tried: `open`, `prepare`, `bind`, `step`, `commit`, `close`…
  package var operation: String
  /// The primary result code (`SQLITE_FULL` is 13).
  package var code: Int32
  /// The extended result code, equal to `code` where SQLite has no finer one.
  package var extendedCode: Int32
  /// SQLite's own words.
  package var message: String
  /// The statement with question marks, or the path for `open` and `close`.
  package var subject: String

  package init(operation: String, extendedCode: Int32, message: String, subject: String) {
    self.operation = operation
    code = extendedCode & 0xFF
    self.extendedCode = extendedCode
    self.message = message
    self.subject = subject
  }

  /// The newest error of a connection (`sqlite3_extended_errcode`, `sqlite3_errmsg`).
  init(operation: String, code: Int32, database: OpaquePointer?, subject: String) {
    let newest = database.map { sqlite3_extended_errcode($0) } ?? code
    let isSame = newest & 0xFF == code & 0xFF
    let text = isSame ? database.flatMap { sqlite3_errmsg($0) } : sqlite3_errstr(code)
    self.init(
      operation: operation, extendedCode: isSame ? newest : code,
      message: text.map { String(cString: $0) } ?? "unknown error", subject: subject)
  }

  /// A use that the wrapper refuses before SQLite sees it.
  static func misuse(_ operation: String, _ message: String, subject: String) -> SQLiteError {
    SQLiteError(
      operation: operation, extendedCode: SQLITE_MISUSE, message: message, subject: subject)
  }

  /// The same call may succeed later without a change of the program or the file.
  package var isTransient: Bool {
    switch code {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL, SQLITE_IOERR, SQLITE_NOMEM, SQLITE_INTERRUPT,
      SQLITE_PROTOCOL, SQLITE_READONLY, SQLITE_CANTOPEN:
      true
    default: false
    }
  }

  /// The file's content is broken or is no database.
  package var isCorruption: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

  /// No space is left, on the disk or under `PRAGMA max_page_count`.
  package var isFull: Bool { code == SQLITE_FULL }

  /// Another connection holds the lock.
  package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

  /// The file, its folder or its file system refuses to be written.
  package var isReadOnly: Bool { code == SQLITE_READONLY }

  /// The file cannot be opened: it or its folder is not there, or not for this user.
  package var isMissing: Bool { code == SQLITE_CANTOPEN }

  /// A rule of the schema refused a row.
  package var isConstraint: Bool { code == SQLITE_CONSTRAINT }

  /// The program used a connection or a statement in a way that is not allowed.
  package var isMisuse: Bool { code == SQLITE_MISUSE }

  /// What a person can do about it; nil where nothing is known.
  package var hint: String? {
    switch code {
    case SQLITE_FULL: "free space on the disk that holds the database"
    case SQLITE_READONLY: "make the database's folder writable for this user"
    case SQLITE_CANTOPEN: "check that the folder exists and that this user may enter it"
    case SQLITE_CORRUPT, SQLITE_NOTADB: "the file is damaged; keep it and let a new one be begun"
    case SQLITE_BUSY, SQLITE_LOCKED: "close the other program that writes to the database"
    case SQLITE_IOERR: "look for disk errors in the kernel log"
    default: nil
    }
  }

  package var description: String {
    let cause = "\(operation) failed: \(message) (SQLite \(extendedCode)) in \(subject)"
    return hint.map { "\(cause); \($0)" } ?? cause
  }
}

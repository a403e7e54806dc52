import Glibc
import SQLite

/// Makes the tables of a receiver in a SQLite file and brings them up to date.
enum SQLiteSchema {
  /// "BARR" in ASCII: the application id in the file's header (`PRAGMA application_id`).
  private static let applicationID: Int64 = 0x4241_5252
  /// How often the change to write-ahead logging is tried while another process has the file.
  private static let attempts = 250

  static func prepare(_ connection: Connection) throws(StorageFailure) {
    try useLog(connection)
    try connection.transaction(wrap: StorageFailure.init) { () throws(StorageFailure) in
      let done = try stepsDone(connection)
      for (place, step) in StorageSchema.steps(.sqlite).enumerated().dropFirst(done) {
        try StorageFailure.wrapping { () throws(SQLiteError) in
          if place == 0 { try begin(connection) }
          for statement in step.statements { try connection.execute(statement) }
          try connection.run("INSERT INTO schema_history (step, name) VALUES (?, ?)") {
            $0.add(place + 1)
            $0.add(step.name)
          }
        }
      }
    }
  }

  /// This lock is not waited for by SQLite itself, since the wait could be for ever.
  private static func useLog(_ connection: Connection) throws(StorageFailure) {
    for attempt in 1...attempts {
      do {
        try connection.execute("PRAGMA journal_mode = WAL")
        return
      } catch {
        guard error.isBusy, attempt < attempts else { throw StorageFailure(error) }
        usleep(20_000)
      }
    }
  }

  private static func begin(_ connection: Connection) throws(SQLiteError) {
    try connection.execute("PRAGMA application_id = \(applicationID)")
    try connection.execute(StorageSchema.history(.sqlite))
  }

  /// How many of our steps the file has; throws for a file that is not ours to change.
  private static func stepsDone(_ connection: Connection) throws(StorageFailure) -> Int {
    let known = StorageSchema.steps(.sqlite).map(\.name)
    let (tables, isOurs) = try StorageFailure.wrapping { () throws(SQLiteError) in
      (
        try connection.number("SELECT count(*) FROM sqlite_schema") ?? 0,
        try connection.number("PRAGMA application_id") == applicationID
      )
    }
    if tables == 0 { return 0 }
    guard isOurs else { throw refusal(connection, "another program's; name another file") }
    let done = try StorageFailure.wrapping { () throws(SQLiteError) in
      try connection.all("SELECT name FROM schema_history ORDER BY step") { $0.text() ?? "" }
    }
    guard done == Array(known.prefix(done.count)) else {
      throw refusal(connection, "of a newer version; install that version, or name another file")
    }
    return done.count
  }

  private static func refusal(_ connection: Connection, _ reason: String) -> StorageFailure {
    .broken("prepare: the database \(connection.path) is \(reason)")
  }
}

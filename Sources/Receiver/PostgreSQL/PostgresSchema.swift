import PostgreSQL

/// Makes the tables of a receiver in a PostgreSQL database and brings them up to date.
enum PostgresSchema {
  /// How long one statement may take: a new column of a large table, or the wait for another receiver
  /// that does the same.
  static let seconds = 600
  /// "barograp" in ASCII: the advisory lock that is held while the schema changes.
  private static let lock: Int64 = 0x6261_726F_6772_6170

  /// Inside one transaction, so that a step and the proof of it hold together.
  static func prepare(_ connection: PostgresConnection) throws(StorageFailure) {
    try StorageFailure.wrapping { () throws(PostgresError) in
      _ = try connection.query(
        "SELECT pg_advisory_xact_lock($1)", .int8(lock), seconds: seconds + 30)
      _ = try connection.run(StorageSchema.history(.postgres))
    }
    let done = try stepsDone(connection)
    for (place, step) in StorageSchema.steps(.postgres).enumerated().dropFirst(done) {
      try StorageFailure.wrapping { () throws(PostgresError) in
        for statement in step.statements {
          try connection.run(statement, seconds: seconds + 30)
        }
        _ = try connection.query(
          "INSERT INTO schema_history (step, name) VALUES ($1, $2)", .int8(Int64(place + 1)),
          .text(step.name))
      }
    }
  }

  private static func stepsDone(_ connection: PostgresConnection) throws(StorageFailure) -> Int {
    let known = StorageSchema.steps(.postgres).map(\.name)
    let done = try connection.list("SELECT name FROM schema_history ORDER BY step", []) {
      $0.text() ?? ""
    }
    guard done == Array(known.prefix(done.count)) else {
      throw .broken(
        "prepare: the database is of a newer version; install that version, or name another one")
    }
    return done.count
  }
}

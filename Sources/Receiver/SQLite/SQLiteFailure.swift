import SQLite

extension StorageFailure {
  /// What an error of SQLite means for the client: come back, or call the operator.
  init(_ error: SQLiteError) {
    self =
      if error.isFull {
        .full(error.description)
      } else if error.isTransient, !error.isReadOnly, !error.isMissing {
        .unavailable(error.description)
      } else {
        .broken(error.description)
      }
  }

  static func wrapping<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(StorageFailure) -> Result {
    do { return try body() } catch { throw StorageFailure(error) }
  }
}

extension Connection {
  /// Runs a statement that the program made; tells how many rows it changed.
  @discardableResult
  func change(
    _ sql: String, _ fill: (inout Binder) -> Void
  ) throws(StorageFailure) -> Int {
    try StorageFailure.wrapping { () throws(SQLiteError) in
      try withStatement(generated: sql) { (statement) throws(SQLiteError) in
        try statement.run(fill)
      }
    }
  }

  /// What `read` makes of every row of a statement that the program made.
  func list<Value>(
    _ sql: String, _ fill: (inout Binder) -> Void = { _ in }, _ read: (inout Row) -> Value
  ) throws(SQLiteError) -> [Value] {
    var values: [Value] = []
    try withStatement(generated: sql) { (statement) throws(SQLiteError) in
      _ = try statement.forEachRow(fill) { (row) throws(SQLiteError) in
        values.append(read(&row))
        return true
      }
    }
    return values
  }
}

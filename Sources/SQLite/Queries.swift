import CSQLite

extension Connection {
  /// Runs a statement to its end and tells how many rows it changed (`sqlite3_changes64`).
  @discardableResult
  package func run(
    _ sql: StaticString, _ fill: (inout Binder) -> Void = { _ in }
  ) throws(SQLiteError) -> Int {
    try withStatement(sql) { (statement) throws(SQLiteError) in try statement.run(fill) }
  }

  /// Hands the rows to `body` one by one until it returns false; tells whether it saw them all.
  @discardableResult
  package func forEachRow(
    _ sql: StaticString, _ fill: (inout Binder) -> Void = { _ in },
    _ body: (inout Row) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> Bool {
    try withStatement(sql) { (statement) throws(SQLiteError) in
      try statement.forEachRow(fill, body)
    }
  }

  /// What `read` makes of every row, in order.
  package func all<Value>(
    _ sql: StaticString, _ fill: (inout Binder) -> Void = { _ in },
    _ read: (inout Row) -> Value
  ) throws(SQLiteError) -> [Value] {
    var values: [Value] = []
    try forEachRow(sql, fill) { (row) throws(SQLiteError) in
      values.append(read(&row))
      return true
    }
    return values
  }

  /// What `read` makes of the first row, nil if there is none.
  package func first<Value>(
    _ sql: StaticString, _ fill: (inout Binder) -> Void = { _ in },
    _ read: (inout Row) -> Value
  ) throws(SQLiteError) -> Value? {
    var value: Value?
    try forEachRow(sql, fill) { (row) throws(SQLiteError) in
      value = read(&row)
      return false
    }
    return value
  }

  /// The first column of the first row as a number; nil if there is no row or it is NULL.
  package func number(
    _ sql: StaticString, _ fill: (inout Binder) -> Void = { _ in }
  ) throws(SQLiteError) -> Int64? {
    try first(sql, fill) { $0.int64() } ?? nil
  }

  /// The number that the newest successful INSERT gave its row (`sqlite3_last_insert_rowid`).
  package var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }
}

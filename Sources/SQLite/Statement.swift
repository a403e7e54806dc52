import CSQLite

/// One compiled statement, finalised when it goes out of scope (`sqlite3_finalize`).
package struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let database: OpaquePointer

  /// Takes over a compiled statement of a connection.
  init(handle: OpaquePointer, database: OpaquePointer) {
    self.handle = handle
    self.database = database
  }

  /// Compiles the one statement that `sql` must hold (`sqlite3_prepare_v3`).
  static func compile(
    database: OpaquePointer, sql: UnsafePointer<CChar>, length: Int, isPersistent: Bool
  ) throws(SQLiteError) -> OpaquePointer {
    let text = {
      String(decoding: UnsafeRawBufferPointer(start: sql, count: length), as: UTF8.self)
    }
    var handle: OpaquePointer?
    var rest: UnsafePointer<CChar>?
    let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let code = sqlite3_prepare_v3(database, sql, Int32(clamping: length), flags, &handle, &rest)
    guard code == SQLITE_OK else {
      throw SQLiteError(operation: "prepare", code: code, database: database, subject: text())
    }
    guard let handle else { throw .misuse("prepare", "no statement in the text", subject: text()) }
    if let rest, !isBlank(rest, until: sql + length) {
      sqlite3_finalize(handle)
      throw .misuse("prepare", "more than one statement in the text", subject: text())
    }
    return handle
  }

  deinit { sqlite3_finalize(handle) }

  private static func isBlank(_ start: UnsafePointer<CChar>, until end: UnsafePointer<CChar>)
    -> Bool
  {
    var cursor = start
    while cursor < end {
      guard [0x20, 0x0A, 0x0D, 0x09, 0x3B].contains(cursor.pointee) else { return false }
      cursor += 1
    }
    return true
  }

  /// The statement's text with question marks in place of values (`sqlite3_sql`).
  package var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  /// Whether it has begun and not been reset (`sqlite3_stmt_busy`).
  package var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }

  /// Gives every parameter a value; fewer or more values than parameters are refused.
  package borrowing func bind(_ fill: (inout Binder) -> Void) throws(SQLiteError) {
    var binder = Binder(statement: handle)
    fill(&binder)
    guard binder.failure == SQLITE_OK else {
      throw SQLiteError(
        operation: "bind", code: binder.failure, database: database, subject: sql)
    }
    let expected = sqlite3_bind_parameter_count(handle)
    guard binder.count == expected else {
      throw .misuse("bind", "\(binder.count) values for \(expected) parameters", subject: sql)
    }
  }

  /// Goes to the next row (`sqlite3_step`); nil when there is none.
  package borrowing func step() throws(SQLiteError) -> Row? {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return Row(statement: handle)
    case SQLITE_DONE: return nil
    case let code:
      throw SQLiteError(operation: "step", code: code, database: database, subject: sql)
    }
  }

  /// Makes it ready to run again and forgets its values (`sqlite3_reset`).
  package borrowing func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// Runs it to its end, makes it ready to run again and tells how many rows it changed
  /// (`sqlite3_changes64`).
  @discardableResult
  package borrowing func run(
    _ fill: (inout Binder) -> Void = { _ in }
  ) throws(SQLiteError) -> Int {
    defer { reset() }
    try bind(fill)
    while try step() != nil {}
    return Int(sqlite3_changes64(database))
  }

  /// Hands the rows to `body` one by one until it returns false, and makes it ready to run again;
  /// tells whether it saw them all.
  @discardableResult
  package borrowing func forEachRow(
    _ fill: (inout Binder) -> Void = { _ in },
    _ body: (inout Row) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> Bool {
    defer { reset() }
    try bind(fill)
    while var row = try step() {
      guard try body(&row) else { return false }
    }
    return true
  }
}

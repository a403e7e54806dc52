import SQLite

/// The text of the schema, compared with what this program would have built.
enum SchemaText {
  /// Whether every table, index and view is there word for word; one damaged byte in the schema
  /// would otherwise show only when its table is used.
  static func isAsBuilt(_ connection: Connection) throws(SQLiteError) -> Bool {
    let model = try Connection(path: ":memory:", access: .create)
    _ = try SchemaHistory(model).migrate()
    return try text(connection) == text(model)
  }

  private static func text(_ connection: Connection) throws(SQLiteError) -> [String] {
    try connection.all(
      """
      SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '')
      FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name
      """
    ) { $0.text() ?? "" }
  }
}

extension SQLiteError {
  /// A statement of this program's own that the schema in the file does not fit
  /// (`SQLITE_ERROR`, `SQLITE_SCHEMA`): the schema is damaged.
  var isSchemaDamage: Bool { code == 1 || code == 17 }
}

/// Runs `body` and dresses SQLite's error as the store's.
func wrap<Result>(_ body: () throws(SQLiteError) -> Result) throws(StoreError) -> Result {
  do {
    return try body()
  } catch {
    throw .database(error)
  }
}

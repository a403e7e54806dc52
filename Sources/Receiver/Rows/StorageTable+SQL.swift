import SyncContract

// The statements of a row table that both databases understand. Values are `?1`, `?2`…, the account
// always first; `SQLDialect.statement` has them as a database wants them.
extension StorageTable {
  /// Makes the table, with `columns` of its columns.
  func creation(_ columns: [StorageColumn], _ dialect: SQLDialect) -> String {
    let declarations = columns.map { $0.declaration(dialect) }.joined(separator: ",\n  ")
    let primary = (["\"account_id\""] + key.map(\.quoted)).joined(separator: ", ")
    let account = "\"account_id\" \(StorageColumn("account_id", .text).type(dialect)) NOT NULL"
    return """
      CREATE TABLE \(quoted) (
        \(account),
        \(declarations),
        PRIMARY KEY (\(primary))
      )\(dialect == .sqlite ? " STRICT, WITHOUT ROWID" : "")
      """
  }

  /// Adds a column to the table as an older version made it.
  func addition(of column: StorageColumn, _ dialect: SQLDialect) -> String {
    "ALTER TABLE \(quoted) ADD COLUMN \(column.declaration(dialect))"
      + (column.field == nil ? " DEFAULT FALSE" : "")
  }

  /// `"account_id", "id", …`: the columns in the order in which rows are written.
  package var insertedColumns: String {
    (["\"account_id\""] + columns.map(\.quoted)).joined(separator: ", ")
  }

  /// `?1, ?2, …`: one row's values in the order of `insertedColumns`.
  package var insertedValues: String {
    (1...columns.count + 1).map { "?\($0)" }.joined(separator: ", ")
  }

  /// How a row that is there already is treated.
  package enum Meeting: Sendable {
    /// By the rules of the contract: newer replaces, appended stays, ranges grow.
    case byRule
    /// Replaced in any case: the rule has been applied before.
    case replace
  }

  /// Writes rows; `source` is what gives them, `VALUES (…)` or a SELECT in the order of
  /// `insertedColumns`, with no key twice.
  package func upsert(_ source: String, _ meeting: Meeting) -> String {
    "INSERT INTO \(quoted) (\(insertedColumns)) \(source) \(conflict(meeting))"
  }

  private func conflict(_ meeting: Meeting) -> String {
    let target = (["\"account_id\""] + key.map(\.quoted)).joined(separator: ", ")
    let rest = columns.filter { !$0.isKey }
    if meeting == .replace {
      let all = rest.map { "\($0.quoted) = excluded.\($0.quoted)" }.joined(separator: ", ")
      return "ON CONFLICT (\(target)) DO UPDATE SET \(all)"
    }
    if table == .metricExclusionRanges {
      return "ON CONFLICT (\(target)) DO UPDATE \(growth(rest))"
    }
    guard isMutable else { return "ON CONFLICT DO NOTHING" }
    return "ON CONFLICT (\(target)) DO UPDATE \(replacement(rest))"
  }

  /// The larger of each value.
  private func growth(_ rest: [StorageColumn]) -> String {
    let larger = rest.map { "excluded.\($0.quoted) > \(quoted).\($0.quoted)" }
    let sets = zip(rest, larger).map { column, isLarger in
      let name = column.quoted
      return "\(name) = CASE WHEN \(isLarger) THEN excluded.\(name) ELSE \(quoted).\(name) END"
    }
    return "SET \(sets.joined(separator: ", ")) WHERE \(larger.joined(separator: " OR "))"
  }

  /// The whole row if it is newer; at the same stamp only what the row that is there has not told.
  private func replacement(_ rest: [StorageColumn]) -> String {
    let isNewer = "\(stampExpression("excluded")) > \(stampExpression(quoted))"
    guard hasExtendedFields else {
      let sets = rest.map { "\($0.quoted) = excluded.\($0.quoted)" }
      return "SET \(sets.joined(separator: ", ")) WHERE \(isNewer)"
    }
    let sets = rest.map { column in
      let name = column.quoted
      if column.field == nil { return "\(name) = excluded.\(name)" }
      let kept = "\(quoted).\(name)"
      let isTold = column.field?.dialect == .extended
      let other = isTold ? "COALESCE(excluded.\(name), \(kept))" : kept
      return "\(name) = CASE WHEN \(isNewer) THEN excluded.\(name) ELSE \(other) END"
    }
    let isFilled =
      "\(stampExpression("excluded")) = \(stampExpression(quoted))"
      + " AND excluded.\"is_whole\" AND NOT \(quoted).\"is_whole\""
    return "SET \(sets.joined(separator: ", ")) WHERE \(isNewer) OR (\(isFilled))"
  }

  /// `"id", …`: the columns in the order in which rows are read.
  package var readColumns: String { columns.map(\.quoted).joined(separator: ", ") }

  /// The row of one natural key: the account, then the values of the key.
  package var selectOne: String {
    "SELECT \(readColumns) FROM \(quoted) WHERE \"account_id\" = ?1 AND \(keyEquals)"
  }

  /// Deletes the row of one natural key: the account, then the values of the key.
  package var deleteOne: String {
    "DELETE FROM \(quoted) WHERE \"account_id\" = ?1 AND \(keyEquals)"
  }

  /// Deletes the rows that hold one value in a field: the account, then the value.
  package func deleteAll(where field: String) -> String {
    "DELETE FROM \(quoted) WHERE \"account_id\" = ?1 AND \"\(field)\" = ?2"
  }

  private var keyEquals: String {
    key.enumerated().map { "\($1.quoted) = ?\($0 + 2)" }.joined(separator: " AND ")
  }

  /// All rows of an account in no order: the account.
  package var selectAll: String {
    "SELECT \(readColumns) FROM \(quoted) WHERE \"account_id\" = ?1"
  }

  /// The rows of an account in the order of their natural key: the account, if `isContinued` the
  /// values of the key to begin after, then the most rows to give.
  package func selectPage(isContinued: Bool) -> String {
    let names = key.map(\.quoted).joined(separator: ", ")
    let values = (2..<key.count + 2).map { "?\($0)" }.joined(separator: ", ")
    let start = isContinued ? " AND (\(names)) > (\(values))" : ""
    let limit = isContinued ? key.count + 2 : 2
    return "SELECT \(readColumns) FROM \(quoted) WHERE \"account_id\" = ?1\(start)"
      + " ORDER BY \(names) LIMIT ?\(limit)"
  }
}

package import SyncContract

/// The databases that a receiver keeps its rows in.
package enum SQLDialect: Sendable {
  case sqlite, postgres

  /// A statement written with `?1`, `?2`… for its values, as this database has it.
  package func statement(_ sql: String) -> String {
    self == .sqlite ? sql : String(sql.map { $0 == "?" ? "$" : $0 })
  }
}

/// A column of a row table, made from one field of the contract.
package struct StorageColumn: Sendable {
  package enum Kind: Sendable { case text, integer, boolean, number }

  package let name: String
  package let kind: Kind
  /// The field that it keeps; nil for what only the storage knows.
  package let field: ContractField?
  /// Part of the natural key.
  package let isKey: Bool

  init(_ field: ContractField, isKey: Bool) {
    name = field.name
    kind =
      switch field.kind {
      case .text, .hash, .choice: .text
      case .integer: .integer
      case .bool: .boolean
      case .number: .number
      }
    self.field = field
    self.isKey = isKey
  }

  init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
    field = nil
    isKey = false
  }

  /// A key has no NULL, since no two of them are equal: an absent text is kept as the empty text, and
  /// any other with an equals sign before it. That keeps the order too.
  var isMarked: Bool { isKey && field?.isNullable == true }

  /// NULL is allowed: the field may be null, or a strict client has not told it.
  private var isNullable: Bool {
    guard let field, !isKey else { return false }
    return field.isNullable || field.dialect == .extended
  }

  /// The name between quotation marks.
  package var quoted: String { "\"\(name)\"" }

  /// Name, type and NOT NULL.
  package func declaration(_ dialect: SQLDialect) -> String {
    "\(quoted) \(type(dialect))\(isNullable ? "" : " NOT NULL")"
  }

  /// The type of the column, and in PostgreSQL that of a parameter; texts are ordered by bytes.
  package func type(_ dialect: SQLDialect) -> String {
    switch (kind, dialect) {
    case (.text, .sqlite): "TEXT"
    case (.text, .postgres): "TEXT COLLATE \"C\""
    case (.integer, .sqlite), (.boolean, .sqlite): "INTEGER"
    case (.integer, .postgres): "BIGINT"
    case (.boolean, .postgres): "BOOLEAN"
    // REAL would lose the sign of zero.
    case (.number, .sqlite): "ANY"
    case (.number, .postgres): "DOUBLE PRECISION"
    }
  }

  /// What is put into the column for a field's value.
  package func stored(_ value: ContractValue) -> ContractValue {
    guard isMarked else { return value }
    return .text(value.text.map { "=" + $0 } ?? "")
  }

  /// The field's value from what the column holds.
  package func read(_ value: ContractValue) -> ContractValue {
    guard isMarked else { return value }
    guard case .text(let text) = value, !text.isEmpty else { return .null }
    return .text(String(text.unicodeScalars.dropFirst()))
  }
}

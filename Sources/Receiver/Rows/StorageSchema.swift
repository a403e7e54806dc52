package import SyncContract

/// One named step of the schema. Steps are only ever appended; a released step never changes.
package struct StorageStep: Sendable {
  /// Kept in the database as the proof that it ran.
  package let name: String
  /// Run in one transaction with that proof.
  package let statements: [String]
}

/// The tables of a receiver in either database.
package enum StorageSchema {
  /// Fields that the contract got after the first schema, and the step that adds their columns.
  package struct Addition: Sendable {
    let step: String
    let table: ContractTable
    let fields: [String]

    package init(_ step: String, _ table: ContractTable, _ fields: [String]) {
      self.step = step
      self.table = table
      self.fields = fields
    }
  }

  /// A new field of the contract is one line here. (The first one of a table that had none of the
  /// extended dialect comes with `is_whole`.)
  package static let additions: [Addition] = []

  /// Makes the list of steps that a database has done; harmless if it is there.
  package static func history(_ dialect: SQLDialect) -> String {
    "CREATE TABLE IF NOT EXISTS schema_history (step \(dialect == .sqlite ? "INTEGER" : "BIGINT")"
      + " PRIMARY KEY, name TEXT NOT NULL UNIQUE)\(dialect == .sqlite ? " STRICT" : "")"
  }

  /// Every step of this program, oldest first.
  package static func steps(
    _ dialect: SQLDialect, additions: [Addition] = additions
  ) -> [StorageStep] {
    let rows = StorageTable.all.map { table in
      let later = additions.filter { $0.table == table.table }.flatMap(\.fields)
      return table.creation(table.columns.filter { !later.contains($0.name) }, dialect)
    }
    let first = StorageStep(name: "first-schema", statements: bookkeeping(dialect) + rows)
    return [first]
      + additions.map { StorageStep(name: $0.step, statements: statements(of: $0, dialect)) }
  }

  /// The rows that are there have not told the new fields: a row of the same Change Timestamp will.
  private static func statements(of addition: Addition, _ dialect: SQLDialect) -> [String] {
    guard let table = StorageTable.of(addition.table) else { return [] }
    let columns = table.columns.filter { addition.fields.contains($0.name) }
    return columns.map { table.addition(of: $0, dialect) }
      + ["UPDATE \(table.quoted) SET \"is_whole\" = FALSE"]
  }

  /// What is kept besides rows; `identity` is the text of a `NaturalKey`.
  private static func bookkeeping(_ dialect: SQLDialect) -> [String] {
    let isSQLite = dialect == .sqlite
    let text = isSQLite ? "TEXT" : "TEXT COLLATE \"C\""
    let (number, bytes) = isSQLite ? ("INTEGER", "BLOB") : ("BIGINT", "BYTEA")
    let account = "account_id \(text) NOT NULL REFERENCES accounts (id)"
    let end = isSQLite ? "STRICT" : ""
    let clustered = isSQLite ? "STRICT, WITHOUT ROWID" : ""
    return [
      """
      CREATE TABLE accounts (
        id \(text) PRIMARY KEY NOT NULL, name \(text) NOT NULL, created_at \(number) NOT NULL
      ) \(end)
      """,
      """
      CREATE TABLE codes (
        lookup \(text) PRIMARY KEY NOT NULL, \(account), salt \(bytes) NOT NULL,
        hash \(bytes) NOT NULL, expires_at \(number) NOT NULL, failed_attempts \(number) NOT NULL
      ) \(end)
      """,
      "CREATE INDEX codes_of_account ON codes (account_id)",
      """
      CREATE TABLE tokens (
        hash \(bytes) PRIMARY KEY NOT NULL, \(account), scope \(text) NOT NULL,
        created_at \(number) NOT NULL, expires_at \(number) NOT NULL, last_used_at \(number),
        revoked_at \(number), version \(text)
      ) \(end)
      """,
      "CREATE INDEX tokens_of_account ON tokens (account_id)",
      """
      CREATE TABLE blobs (
        \(account), kind \(text) NOT NULL, id \(text) NOT NULL, bytes \(number) NOT NULL,
        noted_at \(number) NOT NULL, PRIMARY KEY (account_id, kind, id)
      ) \(clustered)
      """,
      // Outlives its account, hence names none.
      """
      CREATE TABLE loose_blobs (
        account_id \(text) NOT NULL, kind \(text) NOT NULL, id \(text) NOT NULL,
        since \(number) NOT NULL, claimed_at \(number), PRIMARY KEY (account_id, kind, id)
      ) \(clustered)
      """,
      "CREATE INDEX loose_blobs_since ON loose_blobs (since)",
      """
      CREATE TABLE tombstones (
        \(account), target \(text) NOT NULL, identity \(text) NOT NULL,
        deleted_at \(number) NOT NULL, PRIMARY KEY (account_id, target, identity)
      ) \(clustered)
      """,
    ]
  }
}

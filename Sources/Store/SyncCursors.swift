import SQLite
import SyncContract
import SyncPlan

extension SyncedTable {
  /// Whether its rows are numbered once and never change.
  var isAppendOnly: Bool { scanColumn == .id }
}

extension ContractTable {
  /// Whether the extended dialect has fields here that the strict one does not.
  var hasExtendedFields: Bool {
    dialect == .strict && shape.count(in: .strict) != shape.count(in: .extended)
  }
}

/// The accepted cursors, rows of `sync_sequences`: up to where the server has taken in each table.
/// A cursor that is missing has never moved.
struct SyncCursors {
  let connection: Connection

  /// The cursor of a table. Of `deleteActions` it is that of actions that both dialects know.
  func accepted(_ table: ContractTable) throws(SQLiteError) -> Int64? {
    try value(Self.name(table))
  }

  /// The cursor of actions that only the extended dialect knows; the strict one holds them back.
  func acceptedExtendedActions() throws(SQLiteError) -> Int64? {
    try value(Self.extendedActions)
  }

  /// Moves the cursors of rows that were taken in; a cursor never falls.
  func advance(
    _ advances: [CursorAdvance], in dialect: ContractDialect
  ) throws(SQLiteError) {
    for advance in advances {
      try raise(Self.name(advance.table), to: advance.cursor)
      if advance.table == .deleteActions, dialect == .extended {
        try raise(Self.extendedActions, to: advance.cursor)
      }
    }
  }

  /// Lets a table be sent again from its first row on.
  func rewind(_ table: ContractTable) throws(SQLiteError) {
    try connection.run("UPDATE sync_sequences SET last_value = 0 WHERE name = ?") {
      $0.add(Self.name(table))
    }
  }

  /// Lets everything be sent again, blobs included.
  func rewindAll() throws(SQLiteError) {
    try connection.run(
      "UPDATE sync_sequences SET last_value = 0 WHERE name GLOB 'sync_cursor_*'")
    try connection.run("DELETE FROM sync_blobs")
  }

  /// The highest number that a row of a table was ever given.
  func highest(_ table: ContractTable) throws(SQLiteError) -> Int64 {
    let synced = SyncedTable[table]
    if synced.isAppendOnly {
      return try connection.number(
        "SELECT seq FROM sqlite_sequence WHERE name = ?", { $0.add(synced.name) }) ?? 0
    }
    return try value(synced.name) ?? 0
  }

  static let extendedActions = "sync_cursor_sync_actions_extended"

  static func name(_ table: ContractTable) -> String { names[table.position] }

  private static let names = SyncedTable.all.map { "sync_cursor_\($0.name)" }

  private func value(_ name: String) throws(SQLiteError) -> Int64? {
    try connection.number("SELECT last_value FROM sync_sequences WHERE name = ?") { $0.add(name) }
  }

  private func raise(_ name: String, to cursor: Int64) throws(SQLiteError) {
    try connection.run(
      """
      INSERT INTO sync_sequences (name, last_value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET last_value = max(last_value, excluded.last_value)
      """
    ) {
      $0.add(name)
      $0.add(cursor)
    }
  }
}

import Linux
import Store
import TestSupport
import Testing

/// What in a source takes rows of a synced table away.
private struct RowRemoval: Hashable, CustomStringConvertible {
  let file: String
  /// `DELETE FROM`, `REPLACE`, `CASCADE`, `DROP`…
  let words: String
  /// The table, or `?` for one that the text does not name.
  let table: String

  var description: String { "\(file): \(words) \(table)" }

  private static let synced = Set(SyncedTable.all.map(\.name))

  /// Whether it may concern a synced table.
  var isOfSyncedTable: Bool { Self.synced.contains(table) || table == "?" }

  /// Every removal in a source text, comments left out.
  static func all(in text: String, file: String) -> [RowRemoval] {
    let code = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: " ")
    let statements: [RowRemoval] = code.matches(of: pattern).map { match in
      let words = match.output.1.uppercased().split(whereSeparator: \.isWhitespace)
      let table = match.output.2.lowercased()
      return RowRemoval(
        file: file, words: words.joined(separator: " "), table: table.isEmpty ? "?" : table)
    }
    let others = (code.matches(of: anyTable) + code.matches(of: part)).map { match in
      RowRemoval(file: file, words: match.output.uppercased(), table: "?")
    }
    return statements + others
  }

  /// A statement with the table it names; the name is missing where it is put in later.
  private nonisolated(unsafe) static let pattern =
    /\b(delete\s+from|replace\s+into|or\s+replace\s+into|update\s+or\s+replace|drop\s+table(?:\s+if\s+exists)?|alter\s+table(?=\s+\S+\s+(?:rename|drop)))\b\s*["'`]?([a-z_0-9]*)/
    .ignoresCase()

  /// Words that take rows away whatever the table.
  private nonisolated(unsafe) static let anyTable =
    /\b(?:cascade|create\s+trigger|on\s+conflict\s+replace|set\s+null|writable_schema)\b/
    .ignoresCase()

  /// A statement that is put together from parts.
  private nonisolated(unsafe) static let part = /\bDELETE(?!\s+FROM)\b/
}

@Suite struct DeleteInventoryTests {
  /// Why rows may go.
  private enum Reason {
    /// A person or the recorder wants it gone everywhere: a Sync Action stands beside it.
    case semantic
    /// Goes with its parent, whose Sync Action covers it.
    case withParent
    /// Local tidying that no server hears of.
    case maintenance
    /// Written anew at once under a new number.
    case replaced
    /// Old enough and, where there is a server, accepted there; no server hears of it.
    case retention
  }

  /// Every place that may take rows of a synced table away. A new one is thought about, then listed.
  private static let classified: [String: Reason] = [
    "Deletions.swift: DELETE FROM ?": .semantic,
    "Deletions.swift: DELETE FROM tune_history_entries": .withParent,
    "Deletions.swift: DELETE FROM board_settings": .withParent,
    "Deletions.swift: DELETE FROM board_warnings": .withParent,
    "Deletions.swift: DELETE FROM alerts": .withParent,
    "Deletions.swift: DELETE FROM homebases": .maintenance,
    "Deletions.swift: DELETE FROM recent_competitions": .maintenance,
    "Deletions.swift: DELETE FROM metric_exclusion_ranges": .replaced,
    "Pruner.swift: DELETE FROM telemetry_minute_buckets": .retention,
    "Pruner.swift: DELETE FROM telemetry_markers": .retention,
    "Pruner.swift: DELETE FROM metric_exclusion_ranges": .retention,
    "Pruner.swift: DELETE FROM diagnostic_events": .retention,
    "Pruner.swift: DELETE FROM sync_actions": .retention,
    "PrunedRows.swift: DELETE FROM telemetry_frames": .retention,
  ]

  private func sources(in folder: String) throws -> [(name: String, text: String)] {
    try Files.names(in: folder).flatMap { name in
      let path = "\(folder)/\(name)"
      guard name.hasSuffix(".swift") else {
        return name.contains(".") ? [] : try sources(in: path)
      }
      return [(name, String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self))]
    }
  }

  @Test func everyRemovalOfSyncedRowsIsClassified() throws {
    let files = try sources(in: PackageFolder.root + "/Sources/Store")
    #expect(files.count > 20)
    let found = files.flatMap { RowRemoval.all(in: $0.text, file: $0.name) }
      .filter(\.isOfSyncedTable).map(\.description)
    let unknown = Set(found).subtracting(Self.classified.keys)
    #expect(unknown.isEmpty, "not classified: \(unknown.sorted())")
    let gone = Set(Self.classified.keys).subtracting(found)
    #expect(gone.isEmpty, "listed, but not there any more: \(gone.sorted())")
    #expect(found.filter { Self.classified[$0] == .semantic }.count == 1)
  }

  @Test(arguments: [
    ("DELETE FROM favorites WHERE id = ?", "DELETE FROM favorites"),
    ("delete\n   from \"boards\"", "DELETE FROM boards"),
    ("DELETE FROM \\(name) WHERE 1", "DELETE FROM ?"),
    ("let a = \"DELETE \" + rest", "DELETE ?"),
    ("REPLACE INTO alerts VALUES (1)", "REPLACE INTO alerts"),
    ("INSERT OR REPLACE INTO tasks VALUES (1)", "OR REPLACE INTO tasks"),
    ("UPDATE OR REPLACE flights SET x = 1", "UPDATE OR REPLACE flights"),
    ("id TEXT PRIMARY KEY ON CONFLICT REPLACE", "ON CONFLICT REPLACE ?"),
    ("REFERENCES boards (id) ON DELETE CASCADE", "CASCADE ?"),
    ("references boards (id) on delete cascade", "CASCADE ?"),
    ("REFERENCES boards (id) ON DELETE SET NULL", "SET NULL ?"),
    ("DROP TABLE IF EXISTS telemetry_frames", "DROP TABLE IF EXISTS telemetry_frames"),
    ("ALTER TABLE favorites RENAME TO old", "ALTER TABLE favorites"),
    ("ALTER TABLE favorites DROP COLUMN name", "ALTER TABLE favorites"),
    ("CREATE TRIGGER t AFTER UPDATE ON x", "CREATE TRIGGER ?"),
    ("PRAGMA writable_schema = 1", "WRITABLE_SCHEMA ?"),
  ])
  func plantedRemovalsAreFound(text: String, finding: String) {
    let found = RowRemoval.all(in: "  // a comment\n  \(text)\n", file: "x")
    #expect(
      found.filter(\.isOfSyncedTable).map(\.description).contains("x: \(finding)"), "\(found)")
  }

  @Test(arguments: [
    "// DELETE FROM favorites", "DELETE FROM fix_record WHERE id = 1",
    "ALTER TABLE flights ADD COLUMN x INTEGER", "ON CONFLICT (id) DO UPDATE SET x = 1",
    "store.delete(.board, [id])", "VALUES ('delete', 'board')", "text.replace(a, with: b)",
    "removed what the database deletes",
  ])
  func harmlessTextsAreLeftAlone(text: String) {
    #expect(RowRemoval.all(in: text, file: "x").filter(\.isOfSyncedTable) == [])
  }
}

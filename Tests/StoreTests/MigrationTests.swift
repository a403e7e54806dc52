import Linux
import SQLite
import Store
import SyncContract
import SyncPlan
import TestSupport
import Testing

@Suite struct MigrationTests {
  private let folder = TemporaryFolder()
  private let steps: [Migration] = [
    Migration("one", "CREATE TABLE a (x INTEGER) STRICT", "INSERT INTO a VALUES (1)"),
    Migration("two", "ALTER TABLE a ADD COLUMN y INTEGER NOT NULL DEFAULT 7"),
    Migration("three", "CREATE TABLE b (z INTEGER) STRICT; INSERT INTO b SELECT y FROM a"),
  ]

  private func connect(_ name: String = "m.db") throws -> Connection {
    try Connection(path: folder.file(name), access: .create)
  }

  private func schema(_ connection: Connection) throws -> [String] {
    try connection.all("SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY name", { _ in }) {
      $0.text() ?? ""
    }
  }

  @Test(arguments: 0...3)
  func everyOlderVersionComesToTheNewest(done: Int) throws {
    let connection = try connect()
    _ = try SchemaHistory(connection, migrations: Array(steps.prefix(done))).migrate()
    let history = SchemaHistory(connection, migrations: steps)
    #expect(
      try history.standing() == (done == 0 ? .blank : done == 3 ? .current : .older(done: done)))
    #expect(try history.migrate() == Array(["one", "two", "three"].dropFirst(done)))
    #expect(try history.standing() == .current)
    #expect(try connection.number("SELECT z FROM b") == 7)
    #expect(try connection.number("PRAGMA user_version") == 3)
    let fresh = try connect("fresh.db")
    _ = try SchemaHistory(fresh, migrations: steps).migrate()
    #expect(try schema(connection) == schema(fresh))
  }

  @Test func aSecondRunDoesNothing() throws {
    let connection = try connect()
    let history = SchemaHistory(connection, migrations: steps)
    _ = try history.migrate()
    #expect(try history.migrate() == [])
    #expect(try connection.number("SELECT count(*) FROM a") == 1)
  }

  @Test func aStepThatFailsLeavesTheOlderVersion() throws {
    let connection = try connect()
    let broken = [
      steps[0], Migration("bad", "CREATE TABLE c (x) STRICT", "INSERT INTO nowhere VALUES (1)"),
    ]
    let history = SchemaHistory(connection, migrations: broken)
    #expect(throws: SQLiteError.self) { _ = try history.migrate() }
    #expect(try history.standing() == .older(done: 1))
    let repaired = SchemaHistory(connection, migrations: steps)
    #expect(try repaired.migrate() == ["two", "three"])
  }

  @Test func unknownStepsAreNewerAndForeignTablesForeign() throws {
    let connection = try connect()
    _ = try SchemaHistory(connection, migrations: steps).migrate()
    let older = SchemaHistory(connection, migrations: Array(steps.prefix(1)))
    #expect(try older.standing() == .newer(unknown: ["two", "three"]))
    #expect(try older.migrate() == [])
    let other = try connect("other.db")
    try other.execute("CREATE TABLE t (a)")
    let history = SchemaHistory(other, migrations: steps)
    #expect(try history.standing() == .foreign)
  }

  @Test func theReleasedStepsRunForwardAndAgain() throws {
    for done in 0...Migration.all.count {
      let connection = try connect("released-\(done).db")
      _ = try SchemaHistory(connection, migrations: Array(Migration.all.prefix(done))).migrate()
      let history = SchemaHistory(connection)
      #expect(try history.migrate() == Migration.all.dropFirst(done).map(\.name))
      #expect(try history.standing() == .current)
      #expect(try connection.number("SELECT count(*) FROM fix_record") == 0)
      #expect(try connection.all("PRAGMA foreign_key_check", { _ in }) { $0.text() } == [])
    }
  }

  @Test func flightsOfTheFirstReleaseComeAlong() throws {
    let fixture = StoreFixture()
    let hash = String(repeating: "a", count: 64)
    do {
      let connection = try Connection(path: fixture.path, access: .create)
      try connection.execute("PRAGMA page_size = 1024")
      _ = try SchemaHistory(connection, migrations: Array(Migration.all.prefix(1))).migrate()
      try connection.execute(
        """
        INSERT INTO boards (id, name, created_at, updated_at, sync_seq, origin)
          VALUES ('b', 'B', 1, 2, 7, 'met');
        UPDATE sync_sequences SET last_value = 7 WHERE name = 'boards';
        INSERT INTO flights (id, filename, igc_bytes, imported_at, pilot, passenger, glider_type,
          registration, competition_id, competition_class, first_fix_at_ms, last_fix_at_ms,
          fix_count, takeoff_at_ms, duration_s, height_gained_m, updated_at, sync_seq)
        VALUES ('\(hash)', 'f.igc', 5, 6, 'P', 'C', 'LS4', 'D-1', 'X', 'Club', 10, 20, 30, 11, -1,
          400, 77, 3);
        """)
    }
    for _ in 0..<2 {
      let store = try fixture.open()
      #expect(store.setAside == [])
      let flight = try #require(try store.rows(of: .flights).first)
      try flight.validate(in: .extended)
      #expect(flight["id"] == .text(hash) && flight["heightGainedM"] == .integer(400))
      #expect(flight["inLogbook"] == .bool(true) && flight["analysisVersion"] == .integer(0))
      #expect(flight["fieldsUpdatedAt"] == .integer(0) && flight["durationS"] == .integer(0))
      #expect(
        flight["summaryUpdatedAt"] == .integer(77) && flight["updatedAt"] == .integer(77))
      #expect(try store.contents.rows(of: .flights).next()?.cursor == 3)
      #expect(try store.contents.rows(of: .boards).next()?.cursor == 7)
      try store.close()
    }
  }

  @Test func theSchemaKeepsToTheHouseRules() throws {
    let connection = try connect()
    _ = try SchemaHistory(connection).migrate()
    let texts = try schema(connection)
    for text in texts {
      let upper = text.uppercased()
      #expect(
        !upper.contains("REPLACE") && !upper.contains("CASCADE") && !upper.contains("TRIGGER"))
    }
    let loose = try connection.all(
      "SELECT name FROM pragma_table_list WHERE type = 'table' AND NOT strict", { _ in }
    ) { $0.text() ?? "" }
    #expect(loose.filter { !$0.hasPrefix("sqlite_") } == [])
    for table in SyncedTable.all.filter({ $0.scanColumn == .id }).map(\.name) {
      #expect(texts.contains { $0.contains("TABLE \(table) ") && $0.contains("AUTOINCREMENT") })
    }
    for table in SyncedTable.all.filter({ $0.scanColumn == .sequence }).map(\.name) {
      #expect(
        try connection.number(
          "SELECT last_value FROM sync_sequences WHERE name = ?", { $0.add(table) }) == 0)
      #expect(
        texts.contains {
          $0.contains("TABLE \(table) ") && $0.contains("sync_seq") && $0.contains("updated_at")
        })
    }
  }

  @Test func aNewerDatabaseIsRefusedUntouched() throws {
    let fixture = StoreFixture()
    try fixture.open().close()
    let connection = try Connection(path: fixture.path, access: .readWrite)
    try connection.execute(
      "INSERT INTO schema_history (step, name) VALUES (99, 'from-the-future')")
    try connection.close()
    let before = try Files.read(fixture.path, limit: 1 << 24)
    #expect(throws: StoreError.newerSchema(path: fixture.path, unknown: ["from-the-future"])) {
      _ = try fixture.open()
    }
    #expect(try Files.read(fixture.path, limit: 1 << 24) == before)
    #expect(try Files.names(in: fixture.folder.path).allSatisfy { !$0.contains("broken") })
  }
}

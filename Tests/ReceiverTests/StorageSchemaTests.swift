import Receiver
import SQLite
import SyncContract
import Testing

/// Tables made from the contract, and how they grow with it.
@Suite struct StorageSchemaTests {
  private func database(_ steps: [StorageStep]) throws -> Connection {
    let connection = try Connection(path: ":memory:", access: .create)
    for step in steps {
      for statement in step.statements { try connection.execute(statement) }
    }
    return connection
  }

  private func columns(_ connection: Connection) throws -> Set<String> {
    Set(
      try connection.all(
        """
        SELECT m.name || '.' || p.name || ' ' || p.type || p."notnull" || p.pk
        FROM sqlite_schema m JOIN pragma_table_info(m.name) p
        """
      ) { $0.text() ?? "" })
  }

  @Test func everyFieldHasItsColumnWhateverStepMadeIt() throws {
    let fresh = try columns(database(StorageSchema.steps(.sqlite)))
    for table in ContractTable.allCases {
      for field in table.shape.fields {
        #expect(fresh.contains { $0.hasPrefix("\(table.rawValue).\(field.name) ") })
      }
    }
    let grown = StorageSchema.steps(
      .sqlite,
      additions: [
        .init("beeps", .alerts, ["beepCount", "repeatEverySeconds"]),
        .init("warnings", .boardWarnings, ["updatedAt", "is_whole"]),
      ])
    #expect(grown.map(\.name) == ["first-schema", "beeps", "warnings"])
    let first = try columns(database(Array(grown.prefix(1))))
    #expect(fresh.subtracting(first).count == 4 && first.isSubset(of: fresh))
    #expect(try columns(database(grown)) == fresh)
  }

  @Test func rowsOfAnOlderSchemaAreFilledIn() throws {
    let grown = StorageSchema.steps(
      .sqlite, additions: [.init("beeps", .alerts, ["beepCount"])])
    let connection = try database(Array(grown.prefix(1)))
    let table = try #require(StorageTable.of(.alerts))
    let row = ContractRow.sample(.alerts, ["updatedAt": 5, "beepCount": 3])
    let stored = try #require(table.stored(row, in: .extended))
    let kept = zip(table.columns, table.columnValues(of: stored)).filter {
      $0.0.name != "beepCount"
    }
    let names = kept.map(\.0.quoted).joined(separator: ", ")
    let places = kept.map { _ in ", ?" }.joined()
    try connection.withStatement(
      generated: "INSERT INTO \"alerts\" (\"account_id\", \(names)) VALUES (?\(places))"
    ) { (statement) throws(SQLiteError) in
      _ = try statement.run { binder in
        binder.add("anna")
        for (_, value) in kept { bind(value, to: &binder) }
      }
    }
    for statement in grown[1].statements { try connection.execute(statement) }
    try connection.withStatement(
      generated: table.upsert("VALUES (\(table.insertedValues))", .byRule)
    ) { (statement) throws(SQLiteError) in
      _ = try statement.run { binder in
        binder.add("anna")
        for value in table.columnValues(of: stored) { bind(value, to: &binder) }
      }
    }
    #expect(try connection.number("SELECT beepCount FROM alerts") == 3)
  }

  private func bind(_ value: ContractValue, to binder: inout Binder) {
    switch value {
    case .null: binder.add(nil as Int64?)
    case .bool(let flag): binder.add(flag)
    case .integer(let number): binder.add(number)
    case .number(let number): binder.add(number)
    case .text(let text): binder.add(text)
    }
  }

  @Test func valuesAreNumberedAsEachDatabaseWantsThem() {
    let sql = "SELECT 1 FROM t WHERE a = ?1 AND b > ?12"
    #expect(SQLDialect.sqlite.statement(sql) == sql)
    #expect(SQLDialect.postgres.statement(sql) == "SELECT 1 FROM t WHERE a = $1 AND b > $12")
  }

  @Test func keysComeBackAndBrokenOnesDoNot() throws {
    var random = RandomBatches(seed: 3)
    for table in StorageTable.all {
      for _ in 0..<50 {
        let row = random.row(table.table, parent: "b")
        let stored = try #require(table.stored(row, in: .extended))
        let text = PageCursor.text(after: stored, in: table)
        let values = try PageCursor.keyValues(text, in: table)
        #expect(values == table.keyPlaces.map { table.columnValues(of: stored)[$0] })
        // One digit more, fewer or other is another key or none, and nothing worse.
        var digits = Array(text.utf8)
        let place = Int.random(in: digits.indices, using: &random.generator)
        digits[place] = Array("0123456789abcdef".utf8).randomElement(using: &random.generator) ?? 0
        let changed = String(decoding: digits, as: UTF8.self)
        for broken in [changed, String(text.dropLast()), String(text.dropFirst(2)), text + "31"] {
          if let other = try? PageCursor.keyValues(broken, in: table) {
            #expect(other.count == values.count)
          }
        }
      }
    }
  }
}

import Glibc
import Linux
import SQLite
import SeededRandom
import TestSupport
import Testing

/// What an expression throws as a typed error, or nil.
private func failure(_ body: () throws(SQLiteError) -> Void) -> SQLiteError? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}

@Suite struct ConnectionTests {
  private let folder = TemporaryFolder()

  private func open() throws -> Connection {
    try Connection(path: folder.file("test.db"), access: .create, busyTimeoutMs: 0)
  }

  private func openWithTable() throws -> Connection {
    let connection = try open()
    try connection.execute(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, value INTEGER CHECK (value < 100), name TEXT) STRICT"
    )
    return connection
  }

  private func count(_ connection: Connection) throws -> Int64? {
    try connection.number("SELECT count(*) FROM t")
  }

  @Test func valuesComeBackAsTheyWent() throws {
    let connection = try open()
    try connection.execute(
      "CREATE TABLE v (a INTEGER, b INTEGER, c INTEGER, d TEXT, e TEXT, f TEXT)")
    try connection.run("INSERT INTO v VALUES (?, ?, ?, ?, ?, ?)") {
      $0.add(Int64.min)
      $0.add(Int32.max)
      $0.add(Int64?.none)
      $0.add("Zürich 🪂 \0 end")
      $0.add("")
      $0.add(constant: "fixed")
    }
    let read = try connection.first("SELECT * FROM v") { row in
      (
        [row.int64(), row.int64(), row.int64()], [row.text(), row.text(), row.text()], row.width
      )
    }
    let values = try #require(read)
    #expect(values.0 == [.min, 2_147_483_647, nil])
    #expect(values.1 == ["Zürich 🪂 \0 end", "", "fixed"])
    #expect(values.2 == 6)
  }

  @Test func doublesAndBytesComeBackToTheBit() throws {
    let connection = try open()
    try connection.execute("CREATE TABLE v (a ANY, b BLOB) STRICT")
    let doubles: [Double?] = [-0.0, 0.1, .greatestFiniteMagnitude, 3, nil]
    let bytes: [[UInt8]] = [[], [0], [0, 255, 0]]
    for (double, bytes) in zip(doubles, bytes + bytes) {
      try connection.run("INSERT INTO v VALUES (?, ?)") {
        $0.add(double)
        $0.add(bytes)
      }
    }
    let read = try connection.all("SELECT a, b FROM v ORDER BY rowid") { ($0.double(), $0.bytes()) }
    #expect(read.map { $0.0?.bitPattern } == doubles.map { $0?.bitPattern })
    #expect(read.map(\.1) == Array((bytes + bytes).prefix(doubles.count)))
    #expect(try connection.number("SELECT count(*) FROM v WHERE b IS NULL") == 0)
  }

  @Test func generatedStatementsAreKeptAndReset() throws {
    let connection = try openWithTable()
    let sql = "INSERT INTO t (id, value) VALUES (?1, ?1)"
    try connection.withStatement(generated: sql) { (statement) throws(SQLiteError) in
      for value: Int64 in 1...3 {
        let changed = try statement.run { $0.add(value) }
        #expect(changed == 1)
      }
    }
    let error = failure { () throws(SQLiteError) in
      try connection.withStatement(generated: sql) { (_) throws(SQLiteError) in
        try connection.withStatement(generated: sql) { (statement) throws(SQLiteError) in
          _ = try statement.run { $0.add(4 as Int64) }
        }
      }
    }
    #expect(error?.isMisuse == true)
    #expect(try count(connection) == 3)
    try connection.close()
    #expect(
      failure { () throws(SQLiteError) in
        try connection.withStatement(generated: sql) { (_) throws(SQLiteError) in }
      }?.isMisuse == true)
  }

  private enum Refusal: Error, Equatable {
    case mine
    case database(Int32)
  }

  @Test func errorsOfTheCallersOwnRollBackToo() throws {
    let connection = try openWithTable()
    let wrap = { (error: SQLiteError) in Refusal.database(error.code) }
    #expect(throws: Refusal.mine) {
      try connection.transaction(wrap: wrap) { () throws(Refusal) in
        do throws(SQLiteError) { try connection.run("INSERT INTO t (id) VALUES (1)") } catch {
          throw wrap(error)
        }
        throw Refusal.mine
      }
    }
    #expect(try count(connection) == 0)
    #expect(throws: Refusal.database(21)) {
      try connection.transaction(wrap: wrap) { () throws(Refusal) in
        try connection.snapshot(wrap: wrap) { () throws(Refusal) in }
      }
    }
  }

  @Test func numbersAreHeldToTheWidthAskedFor() throws {
    let connection = try open()
    let read = try connection.first(
      "SELECT 5000000000, -5000000000, 70000, NULL, 7, NULL, 'abc'"
    ) { row -> [Int?] in
      [
        row.int32().map(Int.init), row.int32().map(Int.init), row.int16().map(Int.init),
        row.int32().map(Int.init), row.bool() ? 1 : 0, Int(row.number()), Int(row.number()),
      ]
    }
    #expect(read == [2_147_483_647, -2_147_483_648, 32_767, nil, 1, 0, 0])
  }

  @Test func brokenSQLNamesItself() throws {
    let connection = try open()
    let error = try #require(
      failure { () throws(SQLiteError) in
        try connection.run("SELEKT 1")
      })
    #expect(error.operation == "prepare")
    #expect(error.code == 1)
    #expect(error.subject == "SELEKT 1")
    #expect(error.message.contains("syntax error"))
    #expect(!error.isTransient && !error.isCorruption)
    #expect(error.description.contains("SELEKT 1"))
  }

  @Test(arguments: ["", "  ;", "SELECT 1; SELECT 2"])
  func aTextMustBeOneStatement(sql: String) throws {
    let connection = try open()
    let error = failure { () throws(SQLiteError) in _ = try connection.prepare(sql) }
    #expect(error?.isMisuse == true)
  }

  @Test func aTrailingSemicolonIsFine() throws {
    let connection = try open()
    let statement = try connection.prepare("SELECT 1;\n ")
    #expect(try statement.step() != nil)
    #expect(try statement.step() == nil)
  }

  @Test func constraintsHideTheValues() throws {
    let connection = try openWithTable()
    let error = try #require(
      failure { () throws(SQLiteError) in
        try connection.run("INSERT INTO t (value, name) VALUES (?, ?)") {
          $0.add(Int64(4711))
          $0.add("secret")
        }
      })
    #expect(error.isConstraint)
    #expect(error.extendedCode == 275)
    #expect(!error.description.contains("4711") && !error.description.contains("secret"))
    #expect(error.subject.contains("VALUES (?, ?)"))
  }

  @Test func aStatementWantsAllItsValues() throws {
    let connection = try openWithTable()
    for values in [0, 1, 3] {
      let error = failure { () throws(SQLiteError) in
        try connection.run("INSERT INTO t (value, name) VALUES (?, ?)") { binder in
          for _ in 0..<values { binder.add(Int64?.none) }
        }
      }
      #expect(error != nil, "\(values) values for two parameters")
      #expect(error?.operation == "bind")
    }
    #expect(try count(connection) == 0)
  }

  @Test func whatThrowsRollsBack() throws {
    let connection = try openWithTable()
    let error = failure { () throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        try connection.run("INSERT INTO t (value) VALUES (1)")
        try connection.run("INSERT INTO t (value) VALUES (1000)")
      }
    }
    #expect(error?.isConstraint == true)
    #expect(try count(connection) == 0)
    try connection.transaction { () throws(SQLiteError) in
      try connection.run("INSERT INTO t (value) VALUES (1)")
    }
    #expect(try count(connection) == 1)
  }

  @Test func transactionsDoNotNest() throws {
    let connection = try openWithTable()
    let error = failure { () throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        try connection.run("INSERT INTO t (value) VALUES (1)")
        try connection.transaction { () throws(SQLiteError) in }
      }
    }
    #expect(error?.isMisuse == true)
    #expect(try count(connection) == 0)
  }

  @Test func aStatementIsNotUsedInsideItself() throws {
    let connection = try openWithTable()
    try connection.execute("INSERT INTO t (value) VALUES (1), (2)")
    var inner: SQLiteError?
    func walk(_ depth: Int) throws(SQLiteError) {
      try connection.forEachRow("SELECT id FROM t") { (row) throws(SQLiteError) in
        if depth == 0 {
          inner = failure { () throws(SQLiteError) in try walk(1) }
        }
        return true
      }
    }
    try walk(0)
    #expect(inner?.isMisuse == true)
    #expect(inner?.subject == "SELECT id FROM t")
    try walk(1)
  }

  @Test func closingNamesAStatementInUse() throws {
    let connection = try openWithTable()
    try connection.execute("INSERT INTO t (value) VALUES (1)")
    var error: SQLiteError?
    try connection.forEachRow("SELECT id FROM t WHERE value > 0") { (_) throws(SQLiteError) in
      error = failure { () throws(SQLiteError) in try connection.close() }
      return true
    }
    #expect(error?.isBusy == true)
    #expect(error?.message.contains("SELECT id FROM t WHERE value > 0") == true)
    do {
      let kept = try connection.prepare("SELECT name FROM t")
      error = failure { () throws(SQLiteError) in try connection.close() }
      #expect(error?.message.contains(kept.sql) == true)
    }
    try connection.close()
    try connection.close()
    error = failure { () throws(SQLiteError) in try connection.execute("SELECT 1") }
    #expect(error?.isMisuse == true)
  }

  @Test func aFullDatabaseIsTransientAndKeepsWhatItHas() throws {
    let connection = try openWithTable()
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA max_page_count = 8")
    var stored: Int64 = 0
    var error: SQLiteError?
    while error == nil && stored < 1000 {
      error = failure { () throws(SQLiteError) in
        try connection.transaction { () throws(SQLiteError) in
          _ = try connection.run("INSERT INTO t (name) VALUES (?)") {
            $0.add(String(repeating: "x", count: 1000))
          }
        }
      }
      if error == nil { stored += 1 }
    }
    let full = try #require(error)
    #expect(full.isFull && full.isTransient && full.hint != nil)
    #expect(try count(connection) == stored)
    try connection.execute("PRAGMA max_page_count = 100")
    try connection.run("INSERT INTO t (name) VALUES ('after')")
    #expect(try count(connection) == stored + 1)
  }

  @Test func aLockIsTransient() throws {
    let connection = try openWithTable()
    let other = try open()
    var error: SQLiteError?
    try connection.transaction { () throws(SQLiteError) in
      error = failure { () throws(SQLiteError) in
        try other.transaction { () throws(SQLiteError) in }
      }
    }
    #expect(error?.isBusy == true && error?.isTransient == true)
    try other.transaction { () throws(SQLiteError) in }
  }

  @Test func bytesThatAreNoDatabaseAreCorruption() throws {
    let path = folder.file("noise.db")
    var random = SeededGenerator(seed: 3)
    try Files.replace(path, with: (0..<8192).map { _ in UInt8.random(in: 0...255, using: &random) })
    let connection = try Connection(path: path, access: .create)
    let error = try #require(
      failure { () throws(SQLiteError) in
        _ = try connection.number("SELECT count(*) FROM sqlite_schema")
      })
    #expect(error.isCorruption && !error.isTransient)
    #expect(error.hint != nil)
  }

  @Test func aMissingFolderAndAMissingFileAreSaid() throws {
    for (path, access) in [
      (folder.file("nowhere/x.db"), Connection.Access.create),
      (folder.file("missing.db"), .readWrite), (folder.file("missing.db"), .query),
    ] {
      let error = failure { () throws(SQLiteError) in
        _ = try Connection(path: path, access: access)
      }
      #expect(error?.operation == "open")
      #expect(error?.subject == path)
      #expect(error?.hint != nil)
    }
    #expect(!Files.exists(folder.file("missing.db")))
  }

  @Test func aQueryConnectionWritesNothing() throws {
    let writer = try openWithTable()
    try writer.execute("PRAGMA journal_mode = WAL; INSERT INTO t (value) VALUES (1)")
    let reader = try Connection(path: writer.path, access: .query)
    #expect(try count(reader) == 1)
    let error = failure { () throws(SQLiteError) in try reader.run("DELETE FROM t") }
    #expect(error?.isReadOnly == true)
    #expect(try count(writer) == 1)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
  func aReadOnlyFolderIsSaid() throws {
    let inner = folder.file("locked")
    try Files.makeFolder(inner, mode: 0o500)
    let error = failure { () throws(SQLiteError) in
      let connection = try Connection(path: inner + "/x.db", access: .create)
      try connection.execute("CREATE TABLE t (a)")
    }
    #expect(error?.isTransient == true)
    #expect(error?.hint != nil)
  }

  @Test func aReadOnlyFileSystemIsSaid() throws {
    let error = failure { () throws(SQLiteError) in
      let connection = try Connection(path: "/proc/barograph.db", access: .create)
      try connection.execute("CREATE TABLE t (a)")
    }
    #expect(error != nil)
    #expect(error?.hint != nil)
  }

  @Test func aSnapshotDoesNotMove() throws {
    let writer = try openWithTable()
    try writer.execute("PRAGMA journal_mode = WAL; INSERT INTO t (value) VALUES (1)")
    let reader = try Connection(path: writer.path, access: .query)
    var seen: [Int64?] = []
    try reader.snapshot { () throws(SQLiteError) in
      try writer.run("INSERT INTO t (value) VALUES (2)")
      seen.append(try reader.number("SELECT count(*) FROM t"))
      let result = try writer.checkpoint(.passive)
      #expect(result.pagesInLog > 0)
    }
    seen.append(try count(reader))
    #expect(seen == [1, 2])
    #expect(try writer.checkpoint(.truncate).isComplete)
    #expect(Files.size(writer.path + "-wal") == 0)
  }

  @Test func aSnapshotOfALargeSchemaReadsAPageOrTwo() throws {
    let writer = try openWithTable()
    try writer.execute("PRAGMA journal_mode = WAL")
    for number in 0..<200 { try writer.execute("CREATE TABLE t\(number) (a INTEGER, b TEXT)") }
    let reader = try Connection(path: writer.path, access: .query)
    try reader.snapshot { () throws(SQLiteError) in }
    try writer.run("INSERT INTO t (value) VALUES (1)")
    let before = reader.pagesRead
    try reader.snapshot { () throws(SQLiteError) in }
    #expect((1...3).contains(reader.pagesRead - before))
  }

  @Test func pagesWrittenAreCounted() throws {
    let connection = try openWithTable()
    try connection.execute("PRAGMA journal_mode = WAL")
    let before = connection.pagesWritten
    try connection.run("INSERT INTO t (value) VALUES (1)")
    #expect(connection.pagesWritten == before + 1)
    #expect(connection.cacheBytes > 0)
  }

  @Test func aReaderThatClosesLastLeavesTheLog() throws {
    var writer: Connection? = try openWithTable()
    try writer?.execute("PRAGMA journal_mode = WAL; INSERT INTO t (value) VALUES (1)")
    writer?.keepLogOnClose()
    let path = folder.file("test.db")
    let reader = try Connection(path: path, access: .query)
    #expect(try count(reader) == 1)
    try writer?.close()
    writer = nil
    try reader.close()
    #expect((Files.size(path + "-wal") ?? 0) > 0)
  }
}

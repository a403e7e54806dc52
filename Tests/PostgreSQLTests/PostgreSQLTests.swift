import Glibc
import Linux
import PostgreSQL
import TestSupport
import Testing

/// A connection to a new database.
private func connection() throws -> PostgresConnection {
  try PostgresConnection(PostgresURL(PrivatePostgres.shared().makeDatabase()))
}

@Suite struct PostgresConnectionTests {
  @Test func valuesComeBackAsTheyWereSent() throws {
    let connection = try connection()
    let result = try connection.query(
      "SELECT $1, $2, $3, $4, $5, $6", .int8(.min), .int4(-7), .float8(-0.1), .bool(true),
      .text("é𝕏 '\\\u{1}"), .bytea([0, 255]))
    var row = try #require(result.row(0))
    #expect(row.int64() == .min)
    #expect(row.int64() == -7)
    #expect(row.double() == -0.1)
    #expect(row.bool() == true)
    #expect(row.text() == "é𝕏 '\\\u{1}")
    #expect(row.bytes() == [0, 255])
    #expect(row.int64() == nil, "there is no seventh column")
    #expect(result.row(1) == nil)
  }

  @Test func nullsComeBackAsNil() throws {
    let result = try connection().query(
      "SELECT $1, $2, $3, $4", .int8(nil), .text(nil), .bool(nil), .bytea(nil))
    var row = try #require(result.row(0))
    #expect(row.int64() == nil && row.text() == nil && row.bool() == nil && row.bytes() == nil)
  }

  @Test func aValueOfAnotherWidthReadsAsNil() throws {
    let result = try connection().query("SELECT 'abc', true, 1::int2")
    var row = try #require(result.row(0))
    #expect(row.int64() == nil)
    #expect(row.double() == nil)
    #expect(row.int64() == 1)
  }

  @Test func columnsTravelAsArrays() throws {
    let result = try connection().query(
      "SELECT * FROM unnest($1, $2, $3, $4, $5)", .int8s([1, nil, 1 << 40]),
      .int4s([nil, -2, 3]), .float8s([0.5, nil, 1e300]), .bools([true, false, nil]),
      .texts(["", nil, "{\",\\NULL"]))
    let rows = result.rows.map { row in
      var row = row
      return "\(row.int64() as Any) \(row.int64() as Any) \(row.double() as Any) "
        + "\(row.bool() as Any) \(row.text() as Any)"
    }
    #expect(
      rows == [
        "Optional(1) nil Optional(0.5) Optional(true) Optional(\"\")",
        "nil Optional(-2) nil Optional(false) nil",
        "Optional(1099511627776) Optional(3) Optional(1e+300) nil Optional(\"{\\\",\\\\NULL\")",
      ])
  }

  @Test func anEmptyArrayHasNoRows() throws {
    let result = try connection().query("SELECT * FROM unnest($1)", .int8s([]))
    #expect(result.count == 0)
  }

  @Test func moreThanTheSocketTakesAtOnceIsSent() throws {
    let text = String(repeating: "x", count: 20 << 20)
    let result = try connection().query("SELECT $1", .text(text))
    var row = try #require(result.row(0))
    #expect(row.text() == text)
  }

  @Test func aNULIsRefusedUnsent() throws {
    let connection = try connection()
    for parameter in [PostgresParameter.text("a\0b"), .texts([nil, "\0"])] {
      #expect {
        try connection.query("SELECT $1", parameter)
      } throws: { error in
        (error as? PostgresError)?.sqlState == nil && "\(error)".contains("NUL")
      }
    }
    #expect(!connection.isBroken)
  }

  @Test func affectedRowsAreCounted() throws {
    let connection = try connection()
    try connection.run("CREATE TABLE t (n int8)")
    #expect(try connection.query("INSERT INTO t SELECT unnest($1)", .int8s([1, 2])).affected == 2)
    #expect(try connection.query("DELETE FROM t WHERE n = 2").command == "DELETE 1")
  }

  @Test func everyStatementOfAScriptMustSucceed() throws {
    let connection = try connection()
    #expect(throws: PostgresError.self) { try connection.run("SELECT 1; SELECT 1/0; SELECT 2") }
    #expect(try connection.query("SELECT 1").count == 1)
  }

  @Test func copyIsNotSpoken() throws {
    let connection = try connection()
    #expect(throws: PostgresError.self) { try connection.run("COPY (SELECT 1) TO STDOUT") }
    #expect(connection.isBroken)
  }

  @Test func aSlowStatementEndsAtTheClient() throws {
    let connection = try connection()
    #expect {
      try connection.query("SELECT pg_sleep(60)", seconds: 1)
    } throws: {
      ($0 as? PostgresError)?.kind == .unavailable
    }
    #expect(connection.isBroken)
    #expect(throws: PostgresError.self) { try connection.query("SELECT 1") }
  }
}

@Suite struct PostgresErrorTests {
  @Test func aRowsContentIsInNoError() throws {
    let connection = try connection()
    try connection.run(
      "CREATE TABLE t (name text PRIMARY KEY, n int CHECK (n > 0)); INSERT INTO t VALUES ('planted', 1)"
    )
    let statements = [
      "INSERT INTO t VALUES ($1, 2)", "INSERT INTO t VALUES ($1 || 'x', -1)",
      "SELECT ($1)::int", "SELECT ($1 || $1)::timestamptz",
    ]
    for statement in statements {
      #expect {
        try connection.query(statement, .text("planted"))
      } throws: { error in
        !"\(error)".contains("planted") && (error as? PostgresError)?.sqlState?.count == 5
      }
    }
  }

  @Test(arguments: [
    ("53100", PostgresError.Kind.full), ("53300", .unavailable), ("25006", .unavailable),
    ("57P01", .unavailable), ("57014", .unavailable), ("40001", .conflict), ("40P01", .conflict),
    ("23505", .constraint), ("42P01", .permanent), ("57P04", .permanent), ("08006", .unavailable),
  ])
  func aStateHasItsKind(state: String, kind: PostgresError.Kind) throws {
    let connection = try connection()
    #expect {
      try connection.run("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '\(state)'; END $$")
    } throws: { error in
      (error as? PostgresError)?.kind == kind && (error as? PostgresError)?.sqlState == state
    }
  }

  @Test func aServerThatIsNotThereIsUnavailable() throws {
    let folder = TemporaryFolder()
    let url = try PostgresURL(
      "postgresql://me:planted@/x?host=\(folder.path)&password=planted&port=1")
    #expect {
      try PostgresConnection(url)
    } throws: { error in
      (error as? PostgresError)?.kind == .unavailable && !"\(error)".contains("planted")
    }
  }

  @Test func aServerThatNeverAnswersIsUnavailable() throws {
    let silent = try SilentServer()
    let url = try PostgresURL("postgresql://me@127.0.0.1:\(silent.port)/x?sslmode=disable")
    #expect {
      try PostgresConnection(url, connectSeconds: 2)
    } throws: {
      ($0 as? PostgresError)?.kind == .unavailable
    }
  }

  @Test(arguments: [
    "postgresql://me:planted@[half/x", "postgresql://me:planted@h/x?planted=1", "planted",
    "postgresql://planted\0",
  ])
  func anUnreadableURLIsNotQuoted(text: String) {
    #expect {
      try PostgresURL(text)
    } throws: { error in
      (error as? PostgresError)?.kind == .permanent && !"\(error)".contains("planted")
    }
  }

  @Test func aURLDescribesItselfWithoutItsPassword() throws {
    let url = try PostgresURL("postgresql://me:planted@one:5433,two:5434/rides")
    #expect("\(url)" == "one:5433,two:5434/rides")
  }
}

/// A port that takes connections and never says a word.
private struct SilentServer: ~Copyable {
  private let socket: Descriptor
  let port: UInt16

  init() throws {
    let number = try systemCall("socket", "loopback") {
      Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    }
    let socket = Descriptor(owning: number)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        try systemCall("bind", "loopback") { bind(number, generic, length) }
        try systemCall("listen", "loopback") { listen(number, 4) }
        try systemCall("getsockname", "loopback") { getsockname(number, generic, &length) }
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    self.socket = socket
  }
}

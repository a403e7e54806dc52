import Linux
import PostgreSQL
import Synchronization
import TestSupport
import Testing

private struct Refused: Error, Equatable {}

/// Runs `body` on as many threads and waits for all.
private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async throws {
  let (ends, feed) = AsyncStream<Void>.makeStream()
  for index in 0..<count {
    try Threads.spawn(name: "test-\(index)") {
      body(index)
      feed.yield()
    }
  }
  var iterator = ends.makeAsyncIterator()
  for _ in 0..<count { await iterator.next() }
}

@Suite struct PostgresPoolTests {
  private func pool(size: Int = 4, waitSeconds: Int = 120) throws -> PostgresPool {
    let url = try PrivatePostgres.shared().makeDatabase()
    let pool = PostgresPool(try PostgresURL(url), size: size, waitSeconds: waitSeconds)
    try pool.withConnection { (connection) throws(PostgresError) in
      _ = try connection.run(
        "CREATE TABLE t (id int8 PRIMARY KEY, n int8); INSERT INTO t VALUES (1, 0), (2, 0)")
    }
    return pool
  }

  private func sum(_ pool: PostgresPool) throws -> Int64? {
    try pool.transaction(.snapshot) { (connection) throws(PostgresError) -> Int64? in
      var row = try connection.query("SELECT sum(n)::int8 FROM t").row(0)
      return row?.int64()
    }
  }

  @Test func aTransactionHoldsAsAWholeOrNotAtAll() throws {
    let pool = try pool()
    #expect(throws: Refused.self) {
      try pool.transaction(wrap: { _ in Refused() }) { (connection) throws(Refused) in
        _ = try? connection.query("UPDATE t SET n = 5")
        throw Refused()
      }
    }
    #expect(try sum(pool) == 0)
    #expect(throws: PostgresError.self) {
      try pool.transaction { (connection) throws(PostgresError) in
        _ = try connection.query("UPDATE t SET n = 5")
        _ = try connection.query("SELECT 1/0")
      }
    }
    #expect(try sum(pool) == 0)
    try pool.transaction { (connection) throws(PostgresError) in
      _ = try connection.query("UPDATE t SET n = 5")
    }
    #expect(try sum(pool) == 10)
  }

  @Test func aSnapshotChangesNothing() throws {
    let pool = try pool()
    #expect(throws: PostgresError.self) {
      try pool.transaction(.snapshot) { (connection) throws(PostgresError) in
        _ = try connection.query("UPDATE t SET n = 5")
      }
    }
    #expect(try sum(pool) == 0)
  }

  @Test func nothingStaysInTheSession() throws {
    let pool = try pool(size: 1)
    let question = "SELECT current_setting('statement_timeout'), pg_backend_pid()"
    let ask = { () throws(PostgresError) -> (String?, Int64?) in
      try pool.withConnection { (connection) throws(PostgresError) in
        var row = try connection.query(question).row(0)
        return (row?.text(), row?.int64())
      }
    }
    let before = try ask()
    var inside = try pool.transaction { (connection) throws(PostgresError) in
      try connection.query(question)
    }.row(0)
    #expect(inside?.text() == "30s")
    let after = try ask()
    #expect(after == before, "the same connection, as it was")
  }

  @Test func aStatementEndsAtTheServer() throws {
    let pool = try pool(size: 1)
    var mode = TransactionMode.write
    mode.statementSeconds = 1
    #expect {
      try pool.transaction(mode) { (connection) throws(PostgresError) in
        _ = try connection.query("SELECT pg_sleep(60)")
      }
    } throws: {
      ($0 as? PostgresError)?.sqlState == "57014"
    }
    #expect(try sum(pool) == 0)
  }

  @Test func deadlocksAreTriedAgain() async throws {
    let pool = try pool()
    let (first, second) = (ThreadGate(), ThreadGate())
    let failures = Mutex<[PostgresError]>([])
    try await onThreads(2) { index in
      do throws(PostgresError) {
        try pool.transaction { (connection) throws(PostgresError) in
          let order = index == 0 ? [1, 2] : [2, 1]
          _ = try connection.query("UPDATE t SET n = n + 1 WHERE id = $1", .int8(Int64(order[0])))
          // Both hold their first row before either asks for its second.
          (index == 0 ? first : second).open()
          (index == 0 ? second : first).wait()
          _ = try connection.query("UPDATE t SET n = n + 1 WHERE id = $1", .int8(Int64(order[1])))
        }
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(try sum(pool) == 4)
  }

  @Test func threadsWaitForAFreeConnection() async throws {
    let pool = try pool(size: 2)
    let failures = Mutex(0)
    try await onThreads(16) { _ in
      for _ in 0..<10 {
        do throws(PostgresError) {
          try pool.transaction { (connection) throws(PostgresError) in
            _ = try connection.query("UPDATE t SET n = n + 1 WHERE id = 1")
          }
        } catch {
          failures.withLock { $0 += 1 }
        }
      }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(try sum(pool) == 160)
    let backends = try pool.withConnection { (connection) throws(PostgresError) in
      try connection.query(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = current_setting('application_name')"
      )
    }
    var row = backends.row(0)
    let count = row?.int64()
    #expect(count == 1 || count == 2)
  }

  @Test func aWaitForAConnectionEnds() throws {
    let pool = try pool(size: 1, waitSeconds: 1)
    try pool.withConnection { (_) throws(PostgresError) in
      #expect {
        _ = try pool.withConnection { (_) throws(PostgresError) -> Int in 0 }
      } throws: {
        ($0 as? PostgresError)?.kind == .unavailable
      }
    }
    #expect(try sum(pool) == 0)
  }

  @Test func connectionsOutliveNoRestart() async throws {
    let server = try PrivatePostgres()
    let pool = PostgresPool(try PostgresURL(server.makeDatabase()), size: 3)
    try await onThreads(3) { _ in
      _ = try? pool.transaction { (connection) throws(PostgresError) in
        _ = try connection.query("SELECT pg_sleep(0.2)")
      }
    }
    server.crash()
    #expect {
      try pool.transaction { (connection) throws(PostgresError) in
        _ = try connection.query("SELECT 1")
      }
    } throws: {
      ($0 as? PostgresError)?.kind == .unavailable
    }
    try server.start()
    let answer = try pool.transaction { (connection) throws(PostgresError) in
      try connection.query("SELECT 1")
    }
    #expect(answer.count == 1)
  }

  @Test func aServerThatGoesWithinATransactionIsUnavailable() throws {
    let pool = try pool(size: 2)
    #expect {
      try pool.transaction { (connection) throws(PostgresError) in
        _ = try connection.query("UPDATE t SET n = 9")
        _ = try connection.query("SELECT pg_terminate_backend(pg_backend_pid())")
      }
    } throws: {
      ($0 as? PostgresError)?.kind == .unavailable
    }
    #expect(try sum(pool) == 0)
  }
}

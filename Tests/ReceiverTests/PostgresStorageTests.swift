import Linux
import PostgreSQL
import Receiver
import SyncContract
import Synchronization
import TestSupport
import Testing

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

private func board(_ id: String, at ms: Int64, name: String = "board") -> ContractRow {
  ContractRow(
    .boards,
    [.text(id), .text(name), .null, .null, .integer(1), .integer(ms), .null])
}

/// What PostgreSQL adds to the conformance suite: several receivers at once, and a server that fails.
@Suite struct PostgresStorageTests {
  private func storages(_ count: Int, on server: PrivatePostgres) throws -> [PostgresStorage] {
    let url = try server.makeDatabase()
    return try (0..<count).map { _ in
      try PostgresStorage(url: url, connections: 4, waitSeconds: 120)
    }
  }

  private func administrate(_ url: String, _ script: String) throws {
    try PostgresConnection(PostgresURL(url)).run(script)
  }

  @Test func severalReceiversPrepareAtOnce() async throws {
    let storages = try storages(6, on: PrivatePostgres.shared())
    let failures = Mutex<[StorageFailure]>([])
    try await onThreads(storages.count) { index in
      do throws(StorageFailure) {
        try storages[index].prepare()
        try storages[index].check()
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }

  @Test func twoReceiversServeOneAccountAtOnce() async throws {
    let storages = try storages(2, on: PrivatePostgres.shared())
    try storages[0].prepare()
    try storages[0].add(ReceiverAccount(id: "anna", name: "Anna", createdAtMs: 1))
    let failures = Mutex<[StorageFailure]>([])
    try await onThreads(4) { index in
      let names = (0..<50).map { "board-\($0)" }
      for round in 1...10 {
        // Every second one goes through the rows from the other end.
        let order = index.isMultiple(of: 2) ? names : names.reversed()
        let stamp = Int64(round * 4 + index)
        let batch = ContractBatch(rows: order.map { board($0, at: stamp, name: "\(stamp)") })
        do throws(StorageFailure) {
          _ = try storages[index % 2].apply(batch, of: "anna", in: .extended, nowMs: 1_000)
        } catch {
          failures.withLock { $0.append(error) }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let rows = try storages[1].page(of: .boards, account: "anna", after: nil, limit: 100).rows
    #expect(rows.count == 50)
    #expect(rows.allSatisfy { $0["name"] == .text("43") && $0["updatedAt"] == .integer(43) })
  }

  @Test func aCodeIsRedeemedOnce() async throws {
    let storages = try storages(2, on: PrivatePostgres.shared())
    try storages[0].prepare()
    try storages[0].add(ReceiverAccount(id: "anna", name: "Anna", createdAtMs: 1))
    try storages[0].add(
      StoredCode(lookup: "abc", accountID: "anna", salt: [1], hash: [2], expiresAtMs: 9))
    let redeemed = Mutex<[Int]>([])
    let failures = Mutex<[StorageFailure]>([])
    try await onThreads(8) { index in
      let token = StoredToken(
        hash: [UInt8(index)], accountID: "anna", createdAtMs: 1, expiresAtMs: 2)
      do throws(StorageFailure) {
        if try storages[index % 2].redeem("abc", for: token) {
          redeemed.withLock { $0.append(index) }
        }
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let winners = redeemed.withLock { $0 }
    #expect(winners.count == 1)
    #expect(try storages[0].tokens(of: "anna").map(\.hash) == winners.map { [UInt8($0)] })
  }

  @Test func anAccountThatGoesTakesEverythingWithIt() async throws {
    let storages = try storages(2, on: PrivatePostgres.shared())
    try storages[0].prepare()
    try storages[0].add(ReceiverAccount(id: "anna", name: "Anna", createdAtMs: 1))
    let failures = Mutex<[StorageFailure]>([])
    try await onThreads(4) { index in
      do throws(StorageFailure) {
        if index == 3 { _ = try storages[1].delete(account: "anna", atMs: 1) }
        let batch = ContractBatch(rows: (0..<100).map { board("\(index)-\($0)", at: 5) })
        _ = try storages[index % 2].apply(batch, of: "anna", in: .extended, nowMs: 1)
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    for failure in failures.withLock({ $0 }) {
      #expect(failure == .unavailable("apply: the account is gone"))
    }
    try storages[0].add(ReceiverAccount(id: "anna", name: "Anna", createdAtMs: 1))
    #expect(try storages[0].page(of: .boards, account: "anna", after: nil, limit: 9).rows == [])
  }

  @Test func aRestartIsOutlived() throws {
    let server = try PrivatePostgres()
    let storage = try storages(1, on: server)[0]
    try storage.prepare()
    try storage.add(ReceiverAccount(id: "anna", name: "Anna", createdAtMs: 1))
    let batch = ContractBatch(rows: [board("one", at: 1)])
    _ = try storage.apply(batch, of: "anna", in: .extended, nowMs: 1)
    server.crash()
    #expect {
      try storage.apply(batch, of: "anna", in: .extended, nowMs: 1)
    } throws: { error in
      if case .unavailable? = error as? StorageFailure { true } else { false }
    }
    #expect(throws: StorageFailure.self) { try storage.check() }
    try server.start()
    try storage.check()
    #expect(try storage.page(of: .boards, account: "anna", after: nil, limit: 9).rows.count == 1)
  }

  @Test(arguments: [("53100", "full"), ("53200", "unavailable"), ("XX001", "broken")])
  func aFailingDiskAppliesNothing(state: String, failure: String) throws {
    let url = try PrivatePostgres.shared().makeDatabase()
    let storage = try PostgresStorage(url: url, connections: 1)
    try storage.prepare()
    try storage.add(ReceiverAccount(id: "anna", name: "Anna", createdAtMs: 1))
    try administrate(
      url,
      """
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend' USING ERRCODE = '\(state)'; END $$;
      CREATE TRIGGER fail AFTER INSERT ON favorites FOR EACH ROW EXECUTE FUNCTION fail()
      """)
    let favorite = ContractRow(
      .favorites,
      [.text("f"), .null, .null]
        + [ContractValue](repeating: .integer(1), count: 6) + [.null]
        + [ContractValue](repeating: .integer(1), count: 4))
    #expect {
      try storage.apply(
        ContractBatch(rows: [board("one", at: 1), favorite]), of: "anna", in: .extended, nowMs: 1)
    } throws: { error in
      "\(error)".hasPrefix(failure)
    }
    #expect(try storage.page(of: .boards, account: "anna", after: nil, limit: 9).rows == [])
  }

  @Test func aStandbyIsUnavailable() throws {
    let url = try PrivatePostgres.shared().makeDatabase()
    try PostgresStorage(url: url).prepare()
    let storage = try PostgresStorage(url: url + "%20-c%20default_transaction_read_only%3Don")
    try storage.check()
    #expect {
      try storage.add(ReceiverAccount(id: "anna", name: "Anna", createdAtMs: 1))
    } throws: { error in
      if case .unavailable(let text)? = error as? StorageFailure {
        text.contains("target_session_attrs")
      } else {
        false
      }
    }
  }

  @Test func noRowIsInAFailure() throws {
    let url = try PrivatePostgres.shared().makeDatabase()
    let storage = try PostgresStorage(url: url)
    try storage.prepare()
    try storage.add(ReceiverAccount(id: "anna", name: "Anna", createdAtMs: 1))
    try administrate(url, "ALTER TABLE boards ADD CHECK (name <> 'planted-row')")
    #expect {
      try storage.apply(
        ContractBatch(rows: [board("planted-id", at: 1, name: "planted-row")]), of: "anna",
        in: .extended, nowMs: 1)
    } throws: { error in
      !"\(error)".contains("planted")
    }
  }
}

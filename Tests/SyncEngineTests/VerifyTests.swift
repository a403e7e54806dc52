import Bytes
import Crypto
import SyncContract
import SyncPlan
import Testing

@testable import SyncEngine

@Suite struct VerifyTests {
  /// A box whose rows the server has all accepted.
  private func box(_ server: TestServer, rows: [ContractRow]) -> SyncBox {
    let box = SyncBox(dialect: server.now.dialect)
    for row in rows { box.store.add(row) }
    box.transport.follow { server.answer($0) }
    box.start()
    return box
  }

  private func verify(_ box: SyncBox) -> Result<SyncVerdict, VerifyFault>? {
    let blobs = box.store.now.blobs
    return box.run { service in
      await Result.of { () async throws(VerifyFault) in
        try await service.verify(by: { SHA256() }) { _, id in
          blobs[id].map { LocalBlob(bytes: Int64($0.count), sha256: sha256($0)) }
        }
      }
    }
  }

  private static let settings = (0..<7).map {
    ContractRow.setting("key-\($0)", "\($0)", atMs: 100)
  }

  private func settings(_ box: SyncBox) throws -> TableVerdict {
    let verdict = try #require(verify(box)).get()
    return try #require(verdict.tables.first { $0.table == .appSettings })
  }

  @Test(arguments: ContractDialect.allCases)
  func whatWasSentIsThere(dialect: ContractDialect) throws {
    let server = TestServer(dialect)
    let box = box(server, rows: Self.settings)
    let verdict = try #require(verify(box)).get()
    #expect(verdict.isEqual && verdict.isComplete && verdict.dialect == dialect)
    #expect(verdict.tables.count == ContractTable.all(in: dialect).count - 1)
    #expect(verdict.tables[0].equal == 7 && verdict.tables[0].isSame)
    // Equal digests need no rows.
    #expect(!box.transport.requests.contains { $0.path.hasPrefix("/api/tables/") })
  }

  @Test func rowsAreComparedPageByPage() throws {
    let server = TestServer()
    let box = box(server, rows: Self.settings)
    server.set { state in
      state.rows[.appSettings]?["key-20"] = nil
      state.rows[.appSettings]?["key-30"] = .setting("key-3", "other", atMs: 100)
      state.rows[.appSettings]?["key-40"] = .setting("key-4", "newer", atMs: 101)
      state.rows[.appSettings]?["key-50"] = .setting("key-5", "older", atMs: 99)
      state.rows[.appSettings]?["another"] = .setting("another", "x", atMs: 5)
      state.rows[.appSettings]?["zebra"] = .setting("zebra", "x", atMs: 5)
    }
    let table = try settings(box)
    #expect(table.local == 7 && table.server == 8 && table.equal == 3 && table.newer == 1)
    #expect(table.missing == 1 && table.differing == 2 && table.firstFault == 3)
    #expect(!table.isComplete && !table.isSame)
    let pages = box.transport.requests.filter { $0.path.hasPrefix("/api/tables/") }
    #expect(pages[0].path == "/api/tables/appSettings?dialect=extended&limit=1000")
    #expect(pages[1].path.hasSuffix("&after=2") && pages.count == 4)
  }

  @Test func aServerThatHoldsMoreIsComplete() throws {
    let server = TestServer()
    let box = box(server, rows: Self.settings)
    server.set { $0.rows[.appSettings]?["key-99"] = .setting("key-9", "x", atMs: 5) }
    let verdict = try #require(verify(box)).get()
    #expect(verdict.isComplete && !verdict.isEqual)
  }

  @Test func filesAreComparedByteForByteWhereThisBoxSentThem() throws {
    let server = TestServer()
    let digits: [Character] = ["a", "b", "c", "d", "e"]
    let box = box(server, rows: digits.map { .flight($0) })
    let id: @Sendable (Character) -> String = { String(repeating: $0, count: 64) }
    box.store.set { state in
      for digit in ["a", "b", "c"] as [Character] {
        state.blobs[id(digit)] = Array("igc \(id(digit))".utf8)
      }
    }
    #expect(try #require(verify(box)).get().isEqual)
    server.set { state in
      state.blobs[id("b")]?[0] ^= 1
      state.blobs[id("c")] = nil
      state.blobs[id("e")] = nil
    }
    let blobs = try #require(verify(box)).get().blobs
    #expect(blobs.equal == 1 && blobs.differing == 1 && blobs.missing == 2 && blobs.present == 1)
    #expect(blobs.firstFault == id("b"))
  }

  @Test(arguments: [
    (SyncReply.status(404), VerifyFault.unexpected(status: 404, slug: "invalid-request")),
    (.unreachable("no route"), .unreachable("no route")), (.timedOut, .timedOut),
    (.status(200, "{}"), .malformed(path: "/api/tables?dialect=extended")),
    (.status(500, #"{"error":"internal"}"#), .unexpected(status: 500, slug: "internal")),
  ])
  func whatTheServerCanSayInstead(reply: SyncReply, fault: VerifyFault) {
    let server = TestServer()
    let box = box(server, rows: Self.settings)
    box.transport.follow { _ in .reply(reply) }
    #expect(verify(box) == .failure(fault))
    // A second one is not kept from running.
    #expect(verify(box) == .failure(fault))
  }

  @Test func aDeadTokenIsToldToAPerson() {
    let server = TestServer()
    let box = box(server, rows: Self.settings)
    server.set { $0.instead = [.status(401)] }
    #expect(verify(box) == .failure(.notSignedIn))
    #expect(box.status?.account == .rejected && box.shouts.pauses.map(\.reason) == [.signInAgain])
    #expect(box.credentials.now.credential == nil && verify(box) == .failure(.notSignedIn))
  }

  @Test(arguments: ["order", "again", "empty", "other", "endless"])
  func rowsThatCannotBeAServersAreRefused(kind: String) throws {
    let server = TestServer()
    let box = box(server, rows: Self.settings)
    server.set { $0.rows[.appSettings]?["key-00"] = nil }
    let rows: [ContractRow] =
      switch kind {
      case "order": [.setting("key-2"), .setting("key-1")]
      case "again": [.setting("key-1"), .setting("key-1")]
      case "empty": []
      case "other": [.sample(.boards)]
      default: [.setting("a")]
      }
    let body = try ContractEncoder(dialect: .extended).encode(ContractBatch(rows: rows))
    box.transport.follow { request in
      guard request.path.hasPrefix("/api/tables/appSettings") else { return server.answer(request) }
      return .reply(.answer(SyncResponse(status: 200, body: body, nextPage: "on &=/")))
    }
    guard case .failure(.malformed(let path))? = verify(box) else {
      Issue.record("it was believed")
      return
    }
    #expect(path.hasPrefix("/api/tables/appSettings?"))
    if kind == "endless" { #expect(path.hasSuffix("&after=on%20%26%3D%2F")) }
  }

  @Test func aResetEndsIt() {
    let server = TestServer()
    let box = box(server, rows: Self.settings)
    box.transport.follow { _ in .wait }
    let outcome = box.begin { service in
      await Result.of { () async throws(VerifyFault) in
        try await service.verify(by: { SHA256() }) { _, _ in nil }
      }
    }
    #expect(verify(box) == .failure(.busy))
    box.run { await $0.reset() }
    #expect(outcome.get() == .failure(.busy))
  }

  @Test func keysAreSortedAsBytesAndNumbers() {
    let key = { (text: String) in NaturalKey(.setting(text)) }
    #expect(key("Z") < key("a") && key("a") < key("ab") && key("z") < key("\u{e9}"))
    // Composed and decomposed letters are two keys.
    #expect(key("\u{e9}") != key("e\u{301}") && key("e\u{301}") < key("\u{e9}"))
    // UTF-8 and UTF-16 sort these differently.
    #expect(key("\u{FFFD}") < key("\u{1F600}"))
    let entry = { (at: Int64) in
      NaturalKey(
        .sample(.tuneHistoryEntries, ["profileId": .text("p"), "createdAt": .integer(at)]))
    }
    #expect(entry(9) < entry(10) && entry(10) == entry(10))
    let event = { (operation: ContractValue) in
      NaturalKey(.sample(.diagnosticEvents, ["operation": operation]))
    }
    #expect(event(.null) < event(.text("")) && event(.text("")) < event(.text("a")))
  }

  @Test func flightsMeetGroupByGroup() throws {
    let local = ContractRow.flight(
      "a",
      [
        "pilot": .text("P"), "fieldsUpdatedAt": .integer(10), "analysisVersion": .integer(2),
        "heightGainedM": .integer(100), "summaryUpdatedAt": .integer(5), "updatedAt": .integer(10),
        "inLogbook": .bool(true), "lastOpenedAt": .integer(7),
      ])
    func match(_ changes: [String: ContractValue]) throws -> RowMatch {
      let values = zip(local.table.shape.fields, local.values).map { changes[$0.name] ?? $1 }
      return try RowMatch(local: local, server: ContractRow(.flights, values), in: .extended)
    }
    #expect(try match([:]) == .equal)
    #expect(try match(["filename": .text("theirs.igc"), "importedAt": .integer(1)]) == .newer)
    #expect(try match(["pilot": .text("Q"), "fieldsUpdatedAt": .integer(11)]) == .newer)
    #expect(try match(["pilot": .text("Q"), "fieldsUpdatedAt": .integer(9)]) == .differing)
    #expect(try match(["pilot": .text("Q")]) == .differing)
    #expect(try match(["analysisVersion": .integer(3), "heightGainedM": .integer(9)]) == .newer)
    #expect(try match(["heightGainedM": .integer(9)]) == .differing)
    #expect(try match(["lastOpenedAt": .integer(8)]) == .newer)
    #expect(try match(["lastOpenedAt": .null]) == .differing)
    #expect(try match(["inLogbook": .bool(false)]) == .differing)
  }
}

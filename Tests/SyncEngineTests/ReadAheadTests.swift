import SyncContract
import SyncEngine
import SyncPlan
import Testing

@Suite struct ReadAheadTests {
  /// A box with a backlog of a few batches whose requests wait.
  private func box(rows: Int = 3500) -> SyncBox {
    let box = SyncBox(dialect: .extended)
    box.store.set { state in
      state.rows[.appSettings] = (1...rows).map {
        PendingRow(cursor: Int64($0), row: .setting("key-\($0)", atMs: Int64($0)))
      }
    }
    box.transport.follow { $0.path == "/api/sync" ? .wait : .reply(.status(200, Self.status)) }
    box.start()
    return box
  }

  private static let status =
    #"{"version":{"installed":"1","latest":"1","status":"current"},"capabilities":["extended"]}"#

  private func rows(_ request: SyncRequest) throws -> [ContractRow] {
    guard case .bytes(let body) = request.body else { return [] }
    return try ContractDecoder(dialect: .extended).decode(body).rows
  }

  /// Answers the request under way by a server.
  private func serve(_ box: SyncBox, _ server: TestServer) throws {
    let index = try #require(box.transport.open.first)
    guard case .reply(let reply) = server.answer(box.transport.requests[index]) else { return }
    box.answer(index, reply)
  }

  @Test func theNextBatchIsReadWhileTheServerWorks() throws {
    let (box, server) = (box(), TestServer())
    #expect(box.store.now.readsAhead == 1 && box.uploads.count == 1)
    let scans = box.store.now.scans
    for _ in 0..<4 { try serve(box, server) }
    #expect(server.now.rows[.appSettings]?.count == 3500)
    #expect(try box.uploads.map { try rows($0).count } == [1000, 1000, 1000, 500])
    // Three were read ahead, and none by its own round.
    #expect(box.store.now.readsAhead == 3 && box.store.now.scans == scans)
    #expect(box.status?.backlog?.rows == 0)
  }

  @Test func afterAFailureTheSameRowsGoAgain() throws {
    let (box, server) = (box(), TestServer())
    box.answerNext(.status(500))
    box.pass(31_000)
    try #require(box.uploads.count == 2)
    #expect(try rows(box.uploads[1]) == rows(box.uploads[0]))
    for _ in 0..<4 { try serve(box, server) }
    #expect(server.now.rows[.appSettings]?.count == 3500)
  }

  @Test func cursorsThatWentBackAreScannedFrom() throws {
    let (box, server) = (box(), TestServer())
    let index = try #require(box.transport.open.first)
    guard case .reply(let reply) = server.answer(box.uploads[0]) else { return }
    box.store.commitDoor.shut()
    box.answer(index, reply)
    // What was read ahead waits for the commit; then somebody takes the cursors back.
    box.store.scanDoor.shut()
    box.store.commitDoor.open()
    box.executor.drain()
    box.store.set { $0.cursors = [:] }
    box.store.scanDoor.open()
    box.executor.drain()
    #expect(try rows(box.uploads[1]) == rows(box.uploads[0]))
  }

  @Test func aRowThatChangesMeanwhileFollows() throws {
    let (box, server) = (box(rows: 1500), TestServer())
    box.store.set { state in
      state.rows[.appSettings]?.removeAll { $0.cursor == 1200 }
      let changed = ContractRow.setting("key-1200", atMs: 9_000)
      state.rows[.appSettings]?.append(PendingRow(cursor: 1501, row: changed))
    }
    for _ in 0..<2 { try serve(box, server) }
    box.run { await $0.asked() }
    if !box.transport.open.isEmpty { try serve(box, server) }
    let key = server.now.rows[.appSettings]?.values.first { $0["key"] == .text("key-1200") }
    #expect(key?["updatedAt"] == .integer(9_000))
    #expect(box.store.now.cursors[.extended]?[.appSettings] == 1501)
  }
}

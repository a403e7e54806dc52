import SyncContract
import SyncEngine
import SyncPlan
import Testing

@Suite struct RoundTests {
  private func box(_ server: TestServer = TestServer(), rows: Int = 3) -> SyncBox {
    let box = SyncBox()
    for number in 0..<rows { box.store.add(.setting("key-\(number)")) }
    box.transport.follow { server.answer($0) }
    return box
  }

  @Test func whatWaitsIsSentAndItsCursorsMove() throws {
    let server = TestServer()
    let box = box(server)
    box.start()
    #expect(server.now.rows[.appSettings]?.count == 3)
    #expect(box.store.now.cursors[.extended]?[.appSettings] == 3)
    let status = try #require(box.status)
    #expect(status.line == .upToDate(ageMs: 0) && status.account == .ready)
    #expect(status.lastFailure == nil && !status.isStale && status.nextWakeMs == 300_000)
  }
}

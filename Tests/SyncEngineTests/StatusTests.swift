import Log
import SyncContract
import SyncEngine
import SyncPlan
import Testing

@Suite struct StatusTests {
  @Test func oneLineForEachStanding() {
    let off = SyncBox(isOn: false)
    off.start()
    #expect(off.status?.line == .off && off.status?.nextWakeMs == nil)
    let out = SyncBox(nil)
    out.start()
    #expect(out.status?.line == .signedOut && out.status?.origin == SyncBox.home)
    let offline = SyncBox(dialect: .strict)
    offline.start(.offline)
    #expect(offline.status?.line == .offline && offline.status?.dialect == .strict)
    let syncing = SyncBox(dialect: .strict)
    syncing.store.add(.setting("key", atMs: 1_789_999_990_000))
    syncing.start()
    #expect(syncing.status?.line == .syncing(rows: 1, bytes: 100))
    #expect(syncing.status?.oldestPendingAgeMs == 10_000 && syncing.status?.standing == .working)
    syncing.store.set { $0.broken = ["backlog"] }
    #expect(syncing.status?.line == .unknown && syncing.status?.backlog == nil)
  }

  @Test func theLastSuccessOutlivesTheRestart() {
    let box = SyncBox(dialect: .strict)
    box.store.set { $0.kept.lastSuccessAtMs = 1_789_999_000_000 }
    let server = TestServer(.strict)
    box.transport.follow { server.answer($0) }
    box.start()
    #expect(box.status?.line == .upToDate(ageMs: 1_000_000))
  }

  @Test func rowsThatWaitWithoutProgressAreStale() throws {
    let box = SyncBox(dialect: .strict)
    box.store.add(.setting("old", atMs: 1))
    box.transport.follow { _ in .reply(.status(500)) }
    box.start()
    // The row is years old, and yet nothing is late.
    #expect(try #require(box.status).isStale == false)
    box.pass(1_201_000)
    #expect(try #require(box.status).isStale)
    box.clock.jump(byMilliseconds: -86_400_000)
    #expect(try #require(box.status).isStale)
    box.run { await $0.network(.offline) }
    #expect(try #require(box.status).isStale == false)
    let server = TestServer(.strict)
    box.transport.follow { server.answer($0) }
    box.run { await $0.network(.online(.unmetered)) }
    #expect(try #require(box.status).isStale == false && server.now.rows[.appSettings]?.count == 1)
  }

  @Test func onePauseIsOneEvent() {
    let box = SyncBox(dialect: .strict)
    box.store.add(.setting("key"))
    let body = #"{"error":"bad-text","table":"appSettings","index":0,"field":"key"}"#
    box.transport.follow { _ in .reply(.status(400, body)) }
    box.start()
    box.pass(10 * 86_400_000)
    let events = box.store.now.events.filter { $0.name == "sync-paused" }
    #expect(events.count == 1 && events.first?.phase == "refused")
    #expect(
      events.first?.properties == [
        "table": "appSettings", "cursor": "1", "field": "key", "status": "400",
        "slug": "bad-text", "version": "1",
      ])
    #expect(box.shouts.pauses.count == 11)
  }

  @Test func transientFailuresAreCountedIntoOneEventAnHour() {
    let box = SyncBox(dialect: .strict)
    box.store.add(.setting("key"))
    box.transport.follow { request in
      request.path == "/api/sync" ? .reply(.unreachable("no route")) : .wait
    }
    box.start()
    box.pass(10 * 3_600_000)
    let events = box.store.now.events
    #expect(events.allSatisfy { $0.name == "sync-failing" } && (5...11).contains(events.count))
    let counted = events.compactMap { $0.properties["unreachable"].flatMap { Int($0) } }
    #expect(counted.first == 1 && counted.reduce(0, +) <= box.uploads.count)
    #expect(counted.reduce(0, +) > 30)
  }

  @Test func nothingSecretIsEverWrittenDown() {
    let box = SyncBox(
      DeviceCredential(origin: SyncBox.home, token: "s3cret-token", accountID: "account-1"),
      dialect: .strict)
    box.store.add(.setting("s3cret-key", "s3cret-value"))
    let replies = [
      SyncReply.status(500, "s3cret body"), .status(400, #"{"error":"s3cret value!"}"#),
      .status(401, "s3cret"),
    ]
    for reply in replies {
      box.transport.follow { _ in .reply(reply) }
      box.start()
      box.run { await $0.resumed() }
      box.pass(100_000)
    }
    let status = box.status.map { "\($0.line) \($0.lastFailure as Any)" } ?? ""
    let said =
      box.log.messages.map { "\($0)" } + box.store.now.events.map { "\($0)" }
      + box.shouts.pauses.map { "\($0)" } + [status]
    #expect(said.count > 4 && !said.contains { $0.contains("s3cret") })
  }
}

import SyncContract
import SyncEngine
import SyncPlan
import Testing

@Suite struct AppStatusTests {
  private func box(_ server: TestServer, dialect: ContractDialect? = .extended) -> SyncBox {
    let box = SyncBox(dialect: dialect)
    box.transport.follow { server.answer($0) }
    return box
  }

  private func asked(_ box: SyncBox) -> Int { box.transport.requests(to: "/api/app-status").count }

  @Test func itIsAskedForAtTheStartAndDaily() throws {
    let server = TestServer()
    let box = box(server)
    box.start()
    let request = try #require(box.transport.requests.first { $0.path == "/api/app-status" })
    #expect(asked(box) == 1 && request.bearer == "token-1" && request.timeoutMs == 10_000)
    box.pass(86_399_000)
    #expect(asked(box) == 1)
    box.pass(2_000)
    #expect(asked(box) == 2 && box.status?.appStatus?.version.status == .current)
  }

  @Test func questionsAtTheSameTimeAreOne() {
    let box = SyncBox(dialect: .extended)
    box.start()
    let first = box.begin { await $0.refreshAppStatus() }
    let second = box.begin { await $0.refreshAppStatus() }
    #expect(asked(box) == 1 && first.get() == nil && second.get() == nil)
    let server = TestServer()
    for (index, request) in box.transport.requests.enumerated() {
      if case .reply(let reply) = server.answer(request) { box.answer(index, reply) }
    }
    #expect(asked(box) == 1 && first.get() != nil && second.get() != nil)
  }

  @Test(arguments: [
    ("online-blocked", SyncPermission.onlineBlocked), ("app-blocked", .appBlocked),
  ])
  func aBlockedVersionSendsNothingUntilTheServerSaysOtherwise(
    verdict: String, permission: SyncPermission
  ) throws {
    let server = TestServer()
    server.set { $0.verdict = verdict }
    let box = box(server)
    box.start()
    let before = box.uploads.count
    box.store.add(.setting("key"))
    box.run { await $0.asked() }
    #expect(box.status?.line == .blocked(permission) && box.uploads.count == before)
    #expect(try #require(box.status).nextWakeMs == 86_400_000)
    server.set { $0.verdict = "update-warning" }
    box.run { await $0.asked() }
    #expect(server.now.rows[.appSettings]?.count == 1)
    // The verdict is not kept over a restart.
    #expect(asked(box) == 3)
  }

  @Test func aFailureKeepsWhatIsKnownAndIsTriedAgain() {
    let server = TestServer()
    let box = box(server)
    box.start()
    #expect(box.store.now.kept.dialects[SyncBox.home] == .extended)
    box.transport.follow { request in
      request.path == "/api/app-status" ? .reply(.status(502)) : server.answer(request)
    }
    box.pass(86_400_000)
    let failed = asked(box)
    #expect(failed == 2 && box.status?.appStatus != nil && box.status?.dialect == .extended)
    box.pass(60_000)
    #expect(asked(box) == 3)
    box.pass(120_000)
    #expect(asked(box) == 4 && box.status?.line == .upToDate(ageMs: nil))
  }

  @Test func itWaitsAsLongAsTheServerSays() {
    let box = SyncBox(dialect: .extended)
    box.transport.follow { request in
      request.path == "/api/app-status" ? .reply(.status(503, retryAfter: "1800")) : .wait
    }
    box.start()
    box.pass(1_799_000)
    #expect(asked(box) == 1)
    box.pass(2_000)
    #expect(asked(box) == 2)
  }

  @Test func anOfflineStartChangesNoDialect() {
    let box = SyncBox(dialect: .extended)
    box.transport.follow { _ in .reply(.unreachable("no route")) }
    box.start()
    box.pass(3_600_000)
    #expect(box.store.now.kept.dialects == [SyncBox.home: .extended])
    #expect(box.status?.dialect == .extended && box.store.now.rewinds == 0)
  }

  @Test func itIsNotAskedForWhileNothingMayBeSent() {
    let server = TestServer()
    let box = box(server)
    box.run { await $0.start() }
    box.run { await $0.unmeteredOnly(true) }
    box.run { await $0.network(.online(.unknown)) }
    box.pass(100_000)
    #expect(box.transport.requests.isEmpty && box.status?.nextWakeMs == nil)
    #expect(box.status?.line == .waitingForUnmetered(isMeteringKnown: false))
    box.run { await $0.network(.online(.metered)) }
    #expect(box.status?.line == .waitingForUnmetered(isMeteringKnown: true))
    box.run { await $0.switched(isOn: false) }
    box.run { await $0.network(.online(.unmetered)) }
    box.pass(100_000)
    #expect(box.transport.requests.isEmpty)
    box.run { await $0.switched(isOn: true) }
    #expect(asked(box) == 1)
  }

  @Test func theEndOfTheTokenIsKept() {
    let server = TestServer()
    server.set { $0.tokenState = "valid" }
    let box = box(server)
    box.start()
    #expect(box.credentials.now.credential?.expiresAtMs == 1_800_000_000_000)
    #expect(box.status?.expiresAtMs == 1_800_000_000_000 && box.credentials.now.saves == 1)
  }

  @Test(arguments: ["expired", "revoked"])
  func aDeadTokenIsDroppedAndToldOnce(state: String) throws {
    let server = TestServer()
    let box = box(server)
    box.store.add(.setting("key"))
    server.set { $0.tokenState = state }
    box.start()
    #expect(box.credentials.now.credential == nil && box.status?.account == .rejected)
    #expect(try #require(box.shouts.pauses.first).reason == .signInAgain)
    #expect(box.shouts.pauses.count == 1 && box.store.now.kept.pause?.reason == .signInAgain)
    box.pass(3_600_000)
    #expect(asked(box) < 10)
  }

  @Test(arguments: [403, 426, 401])
  func aRefusalAsksForTheVerdict(status: Int) {
    let server = TestServer()
    let box = box(server)
    box.start()
    box.store.add(.setting("key"))
    server.set { $0.instead = [.status(status)] }
    box.run { await $0.asked() }
    #expect(asked(box) == 2 && box.store.now.kept.pause != nil)
    #expect(box.transport.requests.last?.bearer == (status == 401 ? nil : "token-1"))
  }

  @Test func aServerThatRefusesTheTokenHereDropsItToo() {
    let box = SyncBox(dialect: .strict)
    box.transport.follow { request in
      request.path == "/api/app-status" ? .reply(.status(401)) : .wait
    }
    box.start()
    box.pass(3_600_000)
    #expect(box.credentials.now.credential == nil && box.status?.account == .rejected)
    #expect(box.shouts.pauses.count == 1 && asked(box) < 12)
  }
}

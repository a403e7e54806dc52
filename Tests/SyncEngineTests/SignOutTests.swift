import SyncContract
import SyncEngine
import SyncPlan
import Testing

@Suite struct SignOutTests {
  private static let path = "/api/auth/device-tokens/current"

  private func signOut(_ box: SyncBox) -> Outcome<Result<SignOutOutcome, AccountFault>> {
    box.begin { service in
      await Result.of { () async throws(AccountFault) in try await service.signOut() }
    }
  }

  private func follow(_ box: SyncBox, revoke: SyncReply) {
    let server = TestServer()
    box.transport.follow { request in
      request.path == Self.path ? .reply(revoke) : server.answer(request)
    }
  }

  @Test(arguments: [200, 204, 401])
  func theServerIsToldAndEverythingElseStays(status: Int) {
    let box = SyncBox(dialect: .extended)
    box.store.add(.setting("one"))
    follow(box, revoke: .status(status))
    box.start()
    box.store.add(.setting("two"))
    #expect(signOut(box).get() == .success(.revoked))
    let last = box.transport.requests.last
    #expect(last?.method == .delete && last?.bearer == "token-1" && last?.timeoutMs == 10_000)
    #expect(box.credentials.now.credential == nil && box.credentials.now.queue.isEmpty)
    #expect(box.store.now.kept.accountID == "account-1" && box.status?.accountID == "account-1")
    #expect(box.store.now.cursors[.extended]?[.appSettings] == 1)
    #expect(box.status?.line == .signedOut && box.status?.backlog?.rows == 1)
    let before = box.uploads.count
    box.run { await $0.asked() }
    box.pass(3_600_000)
    #expect(box.uploads.count == before)
  }

  @Test func uploadsEndAtOnce() throws {
    let box = SyncBox(dialect: .strict)
    box.store.add(.setting("one"))
    box.start()
    let upload = try #require(box.transport.requests.firstIndex { $0.path == "/api/sync" })
    let outcome = signOut(box)
    #expect(box.transport.cancelled.contains(upload) && outcome.get() == nil)
    // Before the server is even asked, the token is one that must be revoked.
    #expect(box.credentials.now.credential == nil && box.credentials.now.queue.count == 1)
    let revocation = try #require(box.transport.requests.firstIndex { $0.path == Self.path })
    box.answer(revocation, .status(204))
    #expect(outcome.get() == .success(.revoked) && box.credentials.now.queue.isEmpty)
    #expect(box.store.now.commits == 0)
  }

  @Test func withoutNetworkTheRevocationIsQueuedAndSaid() {
    let box = SyncBox(dialect: .extended)
    follow(box, revoke: .unreachable("no route"))
    box.start()
    #expect(signOut(box).get() == .success(.queued("no route")))
    #expect(box.status?.queuedRevocations == 1 && box.status?.nextWakeMs == 60_000)
    box.pass(60_000)
    #expect(box.transport.requests(to: Self.path).count == 2)
    box.pass(120_000)
    #expect(box.transport.requests(to: Self.path).count == 3)
    box.run { await $0.network(.offline) }
    box.pass(86_400_000)
    #expect(box.transport.requests(to: Self.path).count == 3)
    follow(box, revoke: .status(204))
    box.run { await $0.network(.online(.metered)) }
    #expect(box.transport.requests(to: Self.path).count == 4)
    #expect(box.credentials.now.queue.isEmpty && box.status?.queuedRevocations == 0)
    #expect(box.status?.nextWakeMs != 0)
  }

  @Test func aQueuedRevocationOutlivesTheRestart() {
    let box = SyncBox(nil, isOn: false)
    box.credentials.set { $0.queue = [SyncBox.credential] }
    follow(box, revoke: .status(401))
    box.start(.offline)
    #expect(box.transport.requests.isEmpty && box.status?.queuedRevocations == 1)
    box.run { await $0.network(.online(.unknown)) }
    #expect(box.credentials.now.queue.isEmpty && box.status?.queuedRevocations == 0)
  }

  @Test func aServerThatSaysSomethingElseIsAskedAgain() {
    let box = SyncBox(dialect: .extended)
    follow(box, revoke: .status(503))
    box.start()
    #expect(signOut(box).get() == .success(.queued("the server answers 503")))
    box.pass(30 * 86_400_000)
    let count = box.transport.requests(to: Self.path).count
    #expect((100...140).contains(count) && box.status?.queuedRevocations == 1)
  }

  @Test func whatCannotBeRemovedIsSaidAndStillRevoked() {
    let box = SyncBox(dialect: .extended)
    follow(box, revoke: .status(204))
    box.start()
    box.credentials.set { $0.isBroken = true }
    #expect(signOut(box).get() == .failure(.storage("broken on purpose")))
    #expect(box.transport.requests(to: Self.path).count == 1)
    #expect(box.status?.line == .signedOut)
  }

  @Test func whoIsSignedOutIsTold() {
    let box = SyncBox(nil)
    follow(box, revoke: .status(204))
    box.start()
    #expect(signOut(box).get() == .failure(.notSignedIn))
  }

  @Test func signOutEndsThePauseOfADeadToken() {
    let box = SyncBox(dialect: .strict)
    box.store.add(.setting("key"))
    box.transport.follow { _ in .reply(.status(401)) }
    box.start()
    #expect(box.status?.account == .rejected)
    #expect(signOut(box).get() == .success(.revoked))
    #expect(box.status?.line == .signedOut && box.store.now.kept.pause == nil)
  }
}

import Log
import SyncContract
import SyncEngine
import SyncPlan
import Testing

@Suite struct SignInTests {
  static let token = #"{"accountId":"account-1","deviceToken":"fresh"}"#

  private func box(account: String? = nil, origin: ServerOrigin? = nil) -> SyncBox {
    SyncBox(nil, account: account, origin: origin)
  }

  private func follow(
    _ box: SyncBox, token: SyncReply = .status(200, Self.token),
    account: SyncReply = .status(200, #"{"id":"account-1"}"#), revoke: SyncReply = .status(204)
  ) {
    let server = TestServer()
    box.transport.follow { request in
      switch request.path {
      case "/api/auth/device-tokens": .reply(token)
      case "/api/account": .reply(account)
      case "/api/auth/device-tokens/current": .reply(revoke)
      default: server.answer(request)
      }
    }
  }

  private func signIn(
    _ box: SyncBox, _ code: String = "one-time", at origin: ServerOrigin = SyncBox.home
  ) -> Result<String, AccountFault>? {
    box.run { service in
      await Result.of { () async throws(AccountFault) in
        try await service.signIn(origin: origin, code: code)
      }
    }
  }

  @Test func aCodeBecomesATokenAndUploadsBegin() throws {
    let box = box()
    box.store.add(.setting("key"))
    follow(box)
    box.start()
    #expect(box.status?.line == .signedOut && box.transport.requests.isEmpty)
    #expect(signIn(box) == .success("account-1"))
    let paths = box.transport.requests.map(\.path)
    #expect(
      paths.prefix(4) == [
        "/api/auth/device-tokens", "/api/account", "/api/app-status", "/api/sync",
      ])
    let requests = box.transport.requests
    #expect(requests[0].bearer == "one-time" && requests[0].body == .none)
    #expect(requests[0].method == .post && requests[0].timeoutMs == 10_000)
    #expect(requests[1...].allSatisfy { $0.bearer == "fresh" })
    #expect(box.credentials.now.credential?.token == "fresh" && box.status?.account == .ready)
    #expect(
      box.store.now.kept.accountID == "account-1" && box.store.now.kept.origin == SyncBox.home)
    // The dialect is known before the first batch.
    #expect(box.uploads.first?.contentType == "application/json; dialect=extended")
    #expect(box.store.now.cursors[.extended]?[.appSettings] == 1)
  }

  @Test(arguments: [
    (SyncReply.status(401, #"{"error":"invalid-code"}"#), AccountFault.wrongCode),
    (.status(429, retryAfter: "12"), .throttled(seconds: 12)),
    (.status(429), .throttled(seconds: 30)), (.unreachable("no route"), .unreachable("no route")),
    (.timedOut, .timedOut), (.status(500), .unexpected(status: 500, slug: "invalid-request")),
    (
      .status(426, #"{"error":"update-required"}"#),
      .unexpected(status: 426, slug: "update-required")
    ),
    (.status(200, "{}"), .unexpected(status: 200, slug: nil)),
    (.status(200, #"{"accountId":"a b","deviceToken":"x"}"#), .unexpected(status: 200, slug: nil)),
    (
      .status(200, #"{"accountId":"a","deviceToken":"x\r\nHost: y"}"#),
      .unexpected(status: 200, slug: nil)
    ),
    (.status(302), .unexpected(status: 302, slug: "invalid-request")),
  ])
  func whatTheExchangeCanSay(reply: SyncReply, fault: AccountFault) {
    let box = box()
    follow(box, token: reply)
    box.start()
    #expect(signIn(box) == .failure(fault))
    #expect(box.transport.requests.count == 1 && box.credentials.now.credential == nil)
    #expect(box.store.now.kept.accountID == nil && box.status?.account == .signedOut)
  }

  @Test(arguments: [
    (SyncReply.status(200, #"{"id":"account-2"}"#), AccountFault.mismatch),
    (.status(200, "[]"), .mismatch), (.status(200, "no"), .mismatch),
    (.status(401), .unexpected(status: 401, slug: "invalid-request")), (.timedOut, .timedOut),
  ])
  func anAccountThatIsNotTheTokensRevokesIt(reply: SyncReply, fault: AccountFault) {
    let box = box()
    follow(box, account: reply)
    box.start()
    #expect(signIn(box) == .failure(fault))
    let last = box.transport.requests.last
    #expect(last?.method == .delete && last?.bearer == "fresh")
    #expect(box.store.now.kept.accountID == nil && box.credentials.now.credential == nil)
    #expect(box.status?.queuedRevocations == 0)
  }

  @Test func anotherAccountIsRefusedAndItsTokenRevoked() {
    let box = box(account: "account-9")
    follow(box, revoke: .unreachable("gone"))
    box.start()
    #expect(signIn(box) == .failure(.otherAccount(bound: "account-9")))
    #expect(box.credentials.now.credential == nil && box.status?.line == .signedOut)
    #expect(box.credentials.now.queue.map(\.token) == ["fresh"])
    #expect(box.status?.queuedRevocations == 1)
    follow(box)
    box.pass(60_000)
    #expect(box.credentials.now.queue.isEmpty && box.status?.queuedRevocations == 0)
  }

  @Test func theStoreHasTheLastWordOnTheAccount() {
    let box = box()
    follow(box)
    box.start()
    box.store.set { $0.kept.accountID = "account-7" }
    #expect(signIn(box) == .failure(.otherAccount(bound: "account-7")))
    #expect(box.transport.requests.last?.method == .delete)
  }

  @Test func whatCannotBeKeptIsNoSignIn() {
    let box = box()
    follow(box)
    box.start()
    box.credentials.set { $0.isBroken = true }
    #expect(signIn(box) == .failure(.storage("broken on purpose")))
    #expect(box.status?.line == .signedOut && box.transport.requests.last?.method == .delete)
    box.credentials.set { $0.isBroken = false }
    #expect(signIn(box) == .success("account-1"))
  }

  /// A token that is saved before its database is claimed could send what is not its own.
  @Test func theDatabaseIsClaimedBeforeTheTokenIsSaved() {
    let box = box()
    follow(box)
    box.start()
    box.store.set { $0.broken = ["bind"] }
    #expect(signIn(box) == .failure(.storage("broken on purpose")))
    #expect(box.credentials.now.saves == 0 && box.transport.requests.last?.method == .delete)
  }

  @Test(arguments: ["", "two words", "line\r\nend", String(repeating: "x", count: 600), "ä"])
  func aCodeThatCannotStandInAHeaderIsNotSent(code: String) {
    let box = box()
    follow(box)
    box.start()
    #expect(signIn(box, code) == .failure(.wrongCode) && box.transport.requests.isEmpty)
  }

  @Test func whoIsSignedInOrAsksForAnotherServerIsTold() {
    let ready = SyncBox(dialect: .strict)
    ready.start()
    #expect(signIn(ready) == .failure(.alreadySignedIn(accountID: "account-1")))
    let configured = box(origin: SyncBox.other)
    configured.start()
    #expect(signIn(configured) == .failure(.otherServer(configured: SyncBox.other)))
    let early = box()
    #expect(signIn(early) == .failure(.busy))
  }

  @Test func twoAtTheSameTimeAreOne() {
    let box = box()
    box.start()
    let first = box.begin { service in
      await Result.of { () async throws(AccountFault) in
        try await service.signIn(origin: SyncBox.home, code: "one")
      }
    }
    #expect(signIn(box, "two") == .failure(.busy))
    follow(box)
    box.answerNext(.status(200, Self.token))
    #expect(first.get() == .success("account-1"))
    #expect(box.transport.requests(to: "/api/auth/device-tokens").count == 1)
  }

  @Test func aResetMeanwhileLeavesNothingBehind() {
    let box = box()
    box.start()
    let outcome = box.begin { service in
      await Result.of { () async throws(AccountFault) in
        try await service.signIn(origin: SyncBox.home, code: "one")
      }
    }
    box.run { await $0.reset() }
    #expect(outcome.get() == .failure(.busy))
    #expect(box.credentials.now.credential == nil && box.store.now.kept.accountID == nil)
  }

  @Test func signInEndsThePauseForIt() {
    let box = SyncBox(dialect: .extended)
    box.store.add(.setting("key"))
    let server = TestServer()
    box.transport.follow { server.answer($0) }
    server.set { $0.instead = [.status(401)] }
    box.start()
    #expect(box.status?.account == .rejected && box.store.now.kept.pause != nil)
    follow(box)
    #expect(signIn(box) == .success("account-1"))
    #expect(box.store.now.kept.pause == nil && box.status?.line == .upToDate(ageMs: 0))
  }

  @Test func aTokenOfAnotherServerOrAccountCountsAsAbsent() {
    for (credential, origin) in [
      (SyncBox.credential, SyncBox.other as ServerOrigin?),
      (DeviceCredential(origin: SyncBox.home, token: "x", accountID: "account-5"), nil),
    ] {
      let box = SyncBox(credential, origin: origin)
      box.store.add(.setting("key"))
      box.start()
      #expect(box.status?.line == .signedOut && box.uploads.isEmpty)
      #expect(box.transport.requests.allSatisfy { $0.bearer == nil })
      follow(box)
      #expect(signIn(box, at: origin ?? SyncBox.home) == .success("account-1"))
      // The one before is not forgotten: its server is told.
      box.pass(1000)
      let revoked = box.transport.requests.filter { $0.method == .delete }
      #expect(revoked.map(\.bearer) == [credential.token] && box.credentials.now.queue.isEmpty)
    }
  }

  @Test func anOldQuestionHoldsNothingUp() {
    let box = box(origin: SyncBox.home)
    box.start()
    // App Status was asked for without a token, and no answer comes.
    #expect(box.transport.requests.map(\.path) == ["/api/app-status"])
    follow(box)
    #expect(signIn(box) == .success("account-1") && box.transport.cancelled == [0])
    #expect(box.status?.dialect == .extended)
  }

  @Test func aTokenKnownToBeDeadIsNotUsedAfterACut() {
    let store = MemoryStore()
    store.set { $0.kept.pause = SyncPause(.signInAgain, status: 401, version: "1") }
    let box = SyncBox(dialect: .extended, store: store)
    follow(box)
    box.start()
    #expect(box.transport.requests.allSatisfy { $0.bearer == nil } && box.shouts.pauses.count == 1)
    #expect(box.credentials.now.credential == nil && box.status?.account == .rejected)
    #expect(signIn(box) == .success("account-1") && store.now.kept.pause == nil)
  }

  @Test func aNewDatabaseUnderAKnownTokenIsClaimedForItsAccount() {
    let box = SyncBox(account: nil, dialect: .strict)
    box.start()
    #expect(box.store.now.kept.accountID == "account-1" && box.status?.account == .ready)
  }

  @Test func aTokenThatCannotBeReadIsSaidAndTriedAgain() {
    let box = SyncBox(dialect: .strict)
    box.credentials.set { $0.isBroken = true }
    box.start()
    #expect(box.status?.account == .unreadable("broken on purpose"))
    #expect(box.status?.line == .signedOut && box.log.messages.contains { $0.level == .error })
    let asked = box.transport.requests.count
    box.pass(3_600_000)
    #expect(box.log.messages.filter { $0.level == .error }.count == 1)
    #expect(box.transport.requests.count < asked + 10)
    box.credentials.set { $0.isBroken = false }
    box.pass(300_000)
    #expect(box.status?.account == .ready)
  }
}

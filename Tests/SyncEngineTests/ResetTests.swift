import SyncContract
import SyncEngine
import SyncPlan
import Testing

@Suite struct ResetTests {
  private func box() -> SyncBox {
    let box = SyncBox(dialect: .strict)
    box.store.add(.setting("key"))
    return box
  }

  private func uploadIndex(_ box: SyncBox) throws -> Int {
    try #require(box.transport.requests.lastIndex { $0.path == "/api/sync" })
  }

  private var accepted: SyncReply {
    let row = ContractRow.setting("key")
    return .answer(
      SyncResponse(status: 200, body: ContractBatch(rows: [row]).counts(in: .strict).encode()))
  }

  @Test func anAnswerAfterAResetIsNeverCommitted() throws {
    let box = box()
    box.start()
    let index = try uploadIndex(box)
    box.run { await $0.reset() }
    box.answer(index, accepted)
    box.pass(600_000)
    #expect(box.store.now.commits == 0 && box.transport.cancelled.contains(index))
    #expect(box.credentials.now.credential == nil && box.status?.line == .signedOut)
  }

  @Test func aResetWaitsForTheCommitUnderWay() throws {
    let box = box()
    box.start()
    box.store.commitDoor.shut()
    box.answer(try uploadIndex(box), accepted)
    #expect(box.store.commitDoor.waiting == 1)
    let reset = box.begin { await $0.reset() }
    #expect(reset.get() == nil)
    box.store.commitDoor.open()
    box.executor.drain()
    #expect(reset.get() != nil && box.store.now.commits == 1)
    box.pass(600_000)
    #expect(box.store.now.commits == 1)
  }

  @Test func aScanUnderWayLeadsNowhere() {
    let box = box()
    box.store.scanDoor.shut()
    box.start()
    #expect(box.store.scanDoor.waiting == 1)
    let reset = box.begin { await $0.reset() }
    box.store.scanDoor.open()
    box.executor.drain()
    #expect(reset.get() != nil && box.uploads.isEmpty)
  }

  @Test func nobodyIsLeftWaiting() {
    for isReset in [true, false] {
      let box = box()
      box.start()
      let first = box.begin { await $0.refreshAppStatus() }
      let second = box.begin { await $0.refreshAppStatus() }
      box.run { isReset ? await $0.reset() : await $0.shutdown() }
      #expect(first.get() != nil && second.get() != nil && box.status?.appStatus == nil)
    }
  }

  @Test func aStartThatAResetOvertakesHoldsUpNoOther() {
    let box = SyncBox(dialect: .strict)
    box.store.stateDoor.shut()
    let first = box.begin { await $0.start() }
    let reset = box.begin { await $0.reset() }
    #expect(first.get() == nil && reset.get() == nil)
    box.store.stateDoor.open()
    box.executor.drain()
    #expect(first.get() != nil && reset.get() != nil && box.status?.line == .off)
    // Not even the token that was never read is left.
    #expect(box.credentials.now.credential == nil && box.credentials.now.queue.count == 1)
    box.start()
    #expect(box.status?.account == .signedOut && box.status?.standing == .signedOut)
    #expect(box.status?.queuedRevocations == 1)
  }

  @Test func aTokenThatCannotBeRemovedClaimsNoOtherDatabase() {
    let box = box()
    box.start()
    box.credentials.set { $0.isBroken = true }
    box.run { await $0.reset() }
    box.store.set { state in
      state = MemoryStore.State()
      state.kept.isOn = true
    }
    box.run { await $0.start() }
    #expect(box.status?.account == .unreadable("broken on purpose"))
    box.credentials.set { $0.isBroken = false }
    box.pass(300_000)
    #expect(box.credentials.now.credential == nil && box.status?.account == .signedOut)
    #expect(box.store.now.kept.accountID == nil && box.store.now.commits == 0)
  }

  @Test func aSignInAfterAResetIsNotUndone() {
    let box = box()
    box.start()
    box.credentials.set { $0.isBroken = true }
    box.run { await $0.reset() }
    box.store.set { $0 = MemoryStore.State() }
    box.run { await $0.start() }
    box.credentials.set { $0.isBroken = false }
    box.transport.follow { request in
      switch request.path {
      case "/api/auth/device-tokens":
        .reply(.status(200, #"{"accountId":"account-2","deviceToken":"second"}"#))
      case "/api/account": .reply(.status(200, #"{"id":"account-2"}"#))
      default: .reply(.status(500))
      }
    }
    let outcome = box.run { service in
      await Result.of { () async throws(AccountFault) in
        try await service.signIn(origin: SyncBox.home, code: "code")
      }
    }
    box.pass(3_600_000)
    #expect(outcome == .success("account-2") && box.status?.account == .ready)
    #expect(box.credentials.now.credential?.token == "second")
    #expect(box.credentials.now.queue.map(\.token) == ["token-1"])
  }

  @Test func theStoreIsLeftAloneUntilTheNextStart() {
    let box = box()
    box.store.set { $0.kept.limits.bytes = 20_000 }
    box.start()
    box.run { await $0.reset() }
    let before = box.store.now
    box.run { await $0.favoriteEdited() }
    box.run { await $0.asked() }
    box.pass(86_400_000)
    #expect(box.store.now.kept == before.kept && box.store.now.events == before.events)
    #expect(box.status?.backlog == nil)
  }

  @Test func theNextAccountGetsOnlyWhatIsItsOwn() throws {
    let box = box()
    box.start()
    let late = try uploadIndex(box)
    box.run { await $0.reset() }
    // The daemon puts a new database in its place.
    box.store.set { state in
      state = MemoryStore.State()
      state.kept.isOn = true
    }
    let server = TestServer()
    box.transport.follow { request in
      switch request.path {
      case "/api/auth/device-tokens":
        .reply(.status(200, #"{"accountId":"account-2","deviceToken":"second"}"#))
      case "/api/account": .reply(.status(200, #"{"id":"account-2"}"#))
      default: server.answer(request)
      }
    }
    box.run { await $0.start() }
    box.store.add(.setting("theirs"))
    let outcome = box.run { service in
      await Result.of { () async throws(AccountFault) in
        try await service.signIn(origin: SyncBox.home, code: "code")
      }
    }
    #expect(outcome == .success("account-2"))
    box.answer(late, accepted)
    box.pass(600_000)
    #expect(server.now.rows[.appSettings].map { Array($0.keys) } == ["theirs0"])
    #expect(box.store.now.kept.accountID == "account-2")
    // The token of the account before is revoked.
    #expect(box.transport.requests.contains { $0.method == .delete && $0.bearer == "token-1" })
    #expect(box.credentials.now.queue.isEmpty && box.credentials.now.credential?.token == "second")
  }

  @Test func aShutdownEndsEverything() throws {
    let box = box()
    box.start()
    let index = try uploadIndex(box)
    box.run { await $0.shutdown() }
    #expect(box.transport.cancelled.contains(index) && box.clock.wait == nil)
    let before = box.transport.requests.count
    box.run { await $0.asked() }
    box.service.sampleStored()
    box.pass(86_400_000)
    #expect(box.transport.requests.count == before && box.store.now.commits == 0)
    #expect(box.credentials.now.credential == SyncBox.credential)
  }
}

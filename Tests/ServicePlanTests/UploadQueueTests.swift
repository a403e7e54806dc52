import ServicePlan
import SyncPlan
import Testing

@Suite struct UploadQueueTests {
  private let key = UploadKey.example

  @Test func aFlightIsNotedThenSentThenDone() {
    let fixture = QueueFixture()
    fixture.tell(.asked(key, nil))
    #expect(fixture.keep() == UploadRecord(key))
    #expect(fixture.keep() == UploadRecord(key, .sending))
    #expect(fixture.take() == [.send(key)])
    fixture.tell(.sent(key, .success(.done(id: "7"))))
    let done = UploadRecord(key, .done, serverID: "7")
    #expect(fixture.keep() == done)
    #expect(fixture.take() == [.tell(done)])
    #expect(fixture.queue.nextWake == nil)
  }

  @Test func nothingLeavesBeforeItIsNoted() {
    let fixture = QueueFixture()
    fixture.tell(.found([UploadRecord(key)]))
    #expect(fixture.take() == [.keep(UploadRecord(key, .sending))])
    fixture.tell(.kept(key, isDone: false))
    #expect(fixture.take() == [])
    fixture.pass(ms: 30_000)
    #expect(fixture.keep() == UploadRecord(key, .sending))
    #expect(fixture.take() == [.send(key)])
  }

  @Test func afterARestartTheServiceIsLookedAtFirst() {
    let fixture = QueueFixture()
    fixture.tell(.found([UploadRecord(key, .sending)]))
    #expect(fixture.take() == [.look(key, id: nil)])
    fixture.tell(.looked(key, .success(.seen(id: "7"))))
    #expect(fixture.keep() == UploadRecord(key, .done, serverID: "7"))
  }

  @Test func whatIsNotThereIsSentAgain() {
    let fixture = QueueFixture()
    fixture.tell(.found([UploadRecord(key, .sending)]))
    _ = fixture.take()
    fixture.tell(.looked(key, .success(.unseen)))
    #expect(fixture.keep() == UploadRecord(key))
    #expect(fixture.keep() == UploadRecord(key, .sending))
    #expect(fixture.take() == [.send(key)])
  }

  @Test func aServiceThatComparesNothingGetsTimeToFinish() {
    let key = UploadKey.made("b", .charron)
    let fixture = QueueFixture([.charron])
    fixture.tell(.found([UploadRecord(key, .sending)]))
    #expect(fixture.take() == [.look(key, id: nil)])
    fixture.tell(.looked(key, .success(.unseen)))
    fixture.pass(ms: UploadTimings.settleMs - 1)
    #expect(fixture.take() == [])
    fixture.pass(ms: 1)
    #expect(fixture.take() == [.look(key, id: nil)])
    fixture.tell(.looked(key, .success(.unseen)))
    #expect(fixture.keep() == UploadRecord(key))
  }

  @Test func withoutAnAnswerItLooksWithBackOff() {
    let fixture = QueueFixture()
    #expect(fixture.begin())
    fixture.tell(.sent(key, .failure(.tryAgain("status 500"))))
    #expect(fixture.keep() == UploadRecord(key, .unsure))
    #expect(fixture.take() == [])
    for waitMs in [30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000] as [Int64] {
      fixture.pass(ms: waitMs - 1)
      #expect(fixture.take() == [])
      fixture.pass(ms: 1)
      #expect(fixture.take() == [.look(key, id: nil)])
      fixture.tell(.looked(key, .failure(.tryAgain("status 500"))))
    }
  }

  @Test func aRetryAfterHoldsTheServiceAndNoOther() {
    let other = UploadKey.made("b", .skylines)
    let fixture = QueueFixture([.weglide, .skylines])
    #expect(fixture.begin())
    fixture.tell(.sent(key, .failure(.retryLater(waitMs: 90_000))))
    #expect(fixture.keep() == UploadRecord(key, .unsure))
    #expect(fixture.begin(other))
    fixture.tell(.sent(other, .success(.done(id: nil))))
    _ = fixture.keep()
    _ = fixture.take()
    fixture.pass(ms: 89_999)
    #expect(fixture.take() == [])
    fixture.pass(ms: 1)
    #expect(fixture.take() == [.look(key, id: nil)])
  }

  @Test func knownCountsOnceItIsSeen() {
    let fixture = QueueFixture()
    #expect(fixture.begin())
    fixture.tell(.sent(key, .success(.known(id: "7"))))
    let known = UploadRecord(key, .known, serverID: "7")
    #expect(fixture.keep() == known)
    #expect(fixture.take() == [.tell(known), .look(key, id: "7")])
    fixture.tell(.looked(key, .success(.unseen)))
    fixture.pass(ms: UploadTimings.knownMs - 1)
    #expect(fixture.take() == [])
    fixture.pass(ms: 1)
    #expect(fixture.take() == [.look(key, id: "7")])
    fixture.tell(.looked(key, .success(.seen(id: "7"))))
    #expect(fixture.keep() == UploadRecord(key, .done, serverID: "7"))
  }

  @Test func whatIsMissingIsAskedForAndNotRetried() {
    let fixture = QueueFixture()
    #expect(fixture.begin())
    fixture.tell(.sent(key, .failure(.needsInput(.aircraftID))))
    let asked = UploadRecord(key, .needsInput, detail: "aircraft-id")
    #expect(fixture.keep() == asked)
    #expect(asked.neededInput == .aircraftID)
    #expect(fixture.take() == [.tell(asked)])
    #expect(fixture.queue.nextWake == nil)
    fixture.tell(.connected(.weglide, isLocal: false))
    #expect(fixture.keep() == UploadRecord(key))
  }

  @Test func aFieldOfTheFlightWaitsForItsPilot() {
    let fixture = QueueFixture()
    #expect(fixture.begin())
    fixture.tell(.sent(key, .failure(.needsInput(.registration))))
    _ = fixture.keep()
    _ = fixture.take()
    fixture.tell(.connected(.weglide, isLocal: false))
    #expect(fixture.take() == [])
    fixture.tell(.asked(key, nil))
    #expect(fixture.keep() == UploadRecord(key))
  }

  @Test func aRefusalIsTheEndUntilAPersonAsks() {
    let fixture = QueueFixture()
    #expect(fixture.begin())
    fixture.tell(.sent(key, .failure(.refused("no IGC file"))))
    #expect(fixture.keep() == UploadRecord(key, .refused, detail: "no IGC file"))
    #expect(fixture.queue.nextWake == nil)
    _ = fixture.take()
    fixture.tell(.asked(key, nil))
    #expect(fixture.keep() == UploadRecord(key, .unsure))
    #expect(fixture.take() == [.look(key, id: nil)])
    fixture.tell(.looked(key, .success(.unseen)))
    #expect(fixture.keep() == UploadRecord(key))
    #expect(fixture.keep() == UploadRecord(key, .sending))
  }

  @Test func aServiceThatRefusesToShowIsToldAndAskedNoMore() {
    let fixture = QueueFixture()
    fixture.tell(.found([UploadRecord(key, .known, serverID: "7")]))
    #expect(fixture.take() == [.look(key, id: "7")])
    fixture.tell(.looked(key, .failure(.refused("the flight is not in the logbook"))))
    #expect(fixture.keep()?.stage == .refused)
    #expect(fixture.queue.nextWake == nil)
  }

  @Test func aDeadLoginStopsItsServiceUntilItIsMended() {
    let second = UploadKey.made("b")
    let fixture = QueueFixture()
    #expect(fixture.begin())
    fixture.tell(.asked(second, nil))
    fixture.tell(.sent(key, .failure(.unauthorised)))
    #expect(fixture.queue.obstacle(to: .weglide) == .login)
    // Both are noted, neither is sent, and it is told once.
    #expect(fixture.take().first == .tellLogin(.weglide))
    fixture.tell(.kept(key, isDone: true))
    #expect(fixture.keep() == UploadRecord(second))
    #expect(fixture.take() == [] && fixture.queue.nextWake == nil)
    fixture.tell(.connected(.weglide, isLocal: false))
    #expect(fixture.keep() == UploadRecord(key, .sending))
  }

  @Test func whatIsToBePublicIsPublishedAfterIt() {
    let fixture = QueueFixture()
    fixture.tell(.publishing([.weglide]))
    #expect(fixture.begin())
    fixture.tell(.sent(key, .success(.done(id: "7"))))
    #expect(fixture.keep() == UploadRecord(key, .placed, serverID: "7"))
    #expect(fixture.take() == [.publish(key, id: "7")])
    fixture.tell(.published(key, .tryAgain("status 500")))
    fixture.pass(ms: 30_000)
    #expect(fixture.take() == [.publish(key, id: "7")])
    fixture.tell(.published(key, nil))
    #expect(fixture.keep() == UploadRecord(key, .done, serverID: "7"))
  }

  @Test func oneThingAtATime() {
    let fixture = QueueFixture([.weglide, .skylines])
    #expect(fixture.begin())
    fixture.tell(.asked(.made("b", .skylines), nil))
    fixture.pass(ms: 1_000_000)
    #expect(fixture.take() == [])
  }

  // MARK: Network

  @Test(arguments: [SyncNetwork.offline, .online(.metered), .online(.unknown)])
  func withoutANetworkNothingIsAsked(network: SyncNetwork) {
    let fixture = QueueFixture(network: network)
    fixture.tell(.unmeteredOnly(true))
    fixture.tell(.found([UploadRecord(key)]))
    #expect(fixture.take() == [] && fixture.queue.nextWake == nil)
    fixture.tell(.network(.online(.unmetered)))
    #expect(fixture.keep() == UploadRecord(key, .sending))
  }

  @Test func aMeteredNetworkServesUnlessItMayNot() {
    let fixture = QueueFixture(network: .online(.metered))
    #expect(fixture.begin())
    fixture.tell(.unmeteredOnly(true))
    #expect(fixture.take() == [.cancel(key)])
    fixture.tell(.sent(key, .failure(.tryAgain("given up"))))
    #expect(fixture.keep() == UploadRecord(key, .unsure))
    fixture.pass(ms: 1_000_000)
    #expect(fixture.take() == [])
    fixture.tell(.network(.online(.unmetered)))
    #expect(fixture.take() == [.look(key, id: nil)])
  }

  @Test func aServiceOfThisMachineNeedsNoNetwork() {
    let fixture = QueueFixture([], network: .offline)
    fixture.tell(.connected(.weglide, isLocal: true))
    #expect(fixture.begin())
  }

  @Test func aNetworkThatReturnsEndsBackOffButNotTheServicesOwnWait() {
    let other = UploadKey.made("b", .skylines)
    let fixture = QueueFixture([.weglide, .skylines])
    #expect(fixture.begin())
    fixture.tell(.sent(key, .failure(.tryAgain("no connection"))))
    _ = fixture.keep()
    #expect(fixture.begin(other))
    fixture.tell(.sent(other, .failure(.retryLater(waitMs: 600_000))))
    _ = fixture.keep()
    fixture.tell(.network(.offline))
    fixture.tell(.network(.online(.unmetered)))
    #expect(fixture.take() == [.look(key, id: nil)])
  }

  // MARK: Connections

  @Test func adisconnectedServiceIsForgotten() {
    let fixture = QueueFixture()
    #expect(fixture.begin())
    fixture.tell(.disconnected(.weglide))
    #expect(fixture.take() == [.cancel(key)])
    fixture.tell(.sent(key, .failure(.tryAgain("given up"))))
    #expect(fixture.take() == [] && fixture.queue[key] == nil)
    #expect(fixture.queue.obstacle(to: .weglide) == .notConnected)
  }

  @Test func lateAndForeignReportsChangeNothing() {
    let fixture = QueueFixture()
    #expect(fixture.begin())
    fixture.tell(.sent(.made("b"), .success(.done(id: nil))))
    fixture.tell(.sent(key, .success(.done(id: "7"))))
    fixture.tell(.sent(key, .failure(.refused("late"))))
    #expect(fixture.keep() == UploadRecord(key, .done, serverID: "7"))
    fixture.tell(.found([UploadRecord(key)]))
    #expect(fixture.queue[key]?.stage == .done)
  }
}

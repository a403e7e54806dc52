import SyncContract
import SyncPlan
import Testing

@Suite struct ScheduleTests {
  private func started() -> ScheduleRun {
    var run = ScheduleRun()
    run.on(.started)
    return run
  }

  /// At rest: started, and nothing waits.
  private func resting() -> ScheduleRun {
    var run = started()
    run.findNothing()
    return run
  }

  @Test func aColdStartLooksAtOnceAndThenEachFiveMinutes() {
    var run = started()
    #expect(run.scan != nil && run.schedule.standing == .working)
    run.findNothing()
    #expect(run.wait == 300_000 && run.schedule.standing == .waiting(.idle))
    #expect(run.ring() == 300_000 && run.scan != nil)
  }

  @Test func samplesMakeItThirtySecondsForAsLongAsTheyCome() {
    var run = resting()
    run.on(.sampleStored)
    #expect(run.wait == 30_000 && run.schedule.standing == .waiting(.riding))
    run.ring()
    run.deliver(.accepted)
    #expect(run.wait == 30_000)
    run.pass(30_000)
    run.on(.wake)
    run.deliver(.accepted)
    #expect(run.wait == 30_000, "60 s after the sample is still a ride")
    run.pass(30_001)
    run.on(.wake)
    run.deliver(.accepted)
    #expect(run.wait == 300_000)
  }

  @Test func manySamplesDoNotPutTheUploadOff() {
    var run = resting()
    var scans = 0
    for _ in 0..<240 {
      run.on(.sampleStored)
      if run.scan != nil {
        scans += 1
        run.deliver(.accepted)
      }
      run.pass(500)
    }
    #expect(scans == 3)
  }

  @Test(arguments: [SyncEvent.recordingStopped, .favoriteEdited, .asked, .signedIn])
  func kicksLookAtOnce(kick: SyncEvent) {
    var run = resting()
    run.pass(1000)
    run.on(kick)
    #expect(run.scan != nil)
  }

  @Test func conditionsThatReturnLookAtOnce() {
    let pairs: [(SyncEvent, SyncEvent, SyncStanding)] = [
      (.network(.offline), .network(.online(.unmetered)), .offline),
      (.switched(isOn: false), .switched(isOn: true), .off), (.signedOut, .signedIn, .signedOut),
      (.permission(.onlineBlocked), .permission(.allowed), .blocked(.onlineBlocked)),
      (.permission(.appBlocked), .permission(.allowed), .blocked(.appBlocked)),
    ]
    for (gone, back, standing) in pairs {
      var run = resting()
      run.on(gone)
      #expect(run.schedule.standing == standing && run.timer == nil && run.scan == nil)
      run.on(.recordingStopped)
      #expect(run.scan == nil)
      run.on(back)
      #expect(run.scan != nil)
    }
  }

  @Test func aKickDuringARoundIsNotForgotten() throws {
    var run = started()
    let ticket = try #require(run.scan)
    run.on(.favoriteEdited)
    #expect(run.scan == nil)
    run.on(.scanned(ticket, .nothing))
    #expect(run.scan != nil)
  }

  @Test func rowsPendingAreSentAtOnceAndFiftyRequestsAreADrain() {
    var run = started()
    var requests = 0
    while run.deliver(.accepted, rows: 1000, hasMore: true) { requests += 1 }
    #expect(requests == 50 && run.schedule.standing == .waiting(.draining))
    #expect(run.ring() == 250 && run.scan != nil)
    run.deliver(.accepted)
    #expect(run.scan == nil && run.wait == 300_000)
  }

  @Test func backOffDoublesToFifteenMinutesAndSuccessResetsIt() {
    var run = started()
    for wait in [30, 60, 120, 240, 480, 900, 900, 900] as [Int64] {
      run.deliver(.unreachable)
      #expect(run.schedule.standing == .waiting(.backOff))
      #expect(run.ring() == wait * 1000)
    }
    run.deliver(.accepted)
    run.ring()
    run.deliver(.failing(waitMs: nil))
    #expect(run.wait == 30_000)
  }

  @Test func ordinaryKicksKeepBackOff() {
    var run = started()
    run.deliver(.timedOut)
    run.on(.sampleStored)
    run.on(.favoriteEdited)
    run.on(.recordingStopped)
    #expect(run.scan == nil && run.wait == 30_000)
  }

  @Test func connectivityClearsBackOffButNeverRetryAfter() {
    var run = started()
    for _ in 0..<4 {
      run.deliver(.unreachable)
      run.ring()
    }
    run.deliver(.unreachable)
    run.on(.network(.offline))
    run.on(.network(.online(.unmetered)))
    #expect(run.scan != nil)
    run.deliver(.unreachable)
    #expect(run.wait == 30_000, "the ladder begins anew")
    run.ring()
    run.deliver(.failing(waitMs: 600_000))
    let ending: [SyncEvent] = [
      .network(.offline), .network(.online(.unmetered)), .asked, .favoriteEdited,
      .switched(isOn: false), .switched(isOn: true), .signedIn, .resumed,
    ]
    for event in ending { run.on(event) }
    #expect(run.scan == nil && run.schedule.standing == .waiting(.retryAfter))
    #expect(run.ring() == 600_000 && run.scan != nil)
  }

  @Test func aThrottledRequestWaitsAsToldAndLongerWhenItRepeats() {
    var run = started()
    for wait in [5, 30, 60, 120] as [Int64] {
      run.deliver(.throttled(waitMs: 5000))
      #expect(run.wait == wait * 1000)
      run.ring()
    }
    run.deliver(.accepted)
    run.on(.asked)
    run.deliver(.throttled(waitMs: .max))
    #expect(run.wait == 3_600_000)
    run.ring()
    #expect(run.scan != nil)
  }

  @Test func aBusyServerIsLeftAloneForTheLongerOfBoth() {
    var run = started()
    run.deliver(.failing(waitMs: 5000))
    #expect(run.wait == 30_000)
    run.ring()
    run.deliver(.failing(waitMs: 120_000))
    #expect(run.wait == 120_000)
  }

  @Test func localFailuresAreTransientToo() throws {
    var run = started()
    run.on(.scanFailed(try #require(run.scan)))
    #expect(run.wait == 30_000)
    run.ring()
    let ticket = try #require(run.scan)
    run.on(.scanned(ticket, .rows(1, bytes: 90, last: ScheduleRun.last, hasMore: false)))
    #expect(run.actions.contains(.send(ticket, timeoutMs: 30_000)))
    run.on(.answered(ticket, .accepted))
    run.on(.commitFailed(ticket))
    #expect(run.wait == 60_000 && run.schedule.pause == nil)
  }

  @Test func rowsPassedOverMoveTheirCursorsWithoutARequest() throws {
    var run = started()
    let ticket = try #require(run.scan)
    run.on(.scanned(ticket, .passedOver(hasMore: true)))
    #expect(run.actions.contains(.commit(ticket)))
    run.on(.committed(ticket))
    #expect(run.scan != nil)
  }

  @Test func theTimeOfARequestFollowsItsSize() {
    #expect(SyncTimings.timeoutMs(bytes: 0) == 30_000)
    #expect(SyncTimings.timeoutMs(bytes: 30 * 4096) == 30_000)
    #expect(SyncTimings.timeoutMs(bytes: 100 * 4096) == 100_000)
    #expect(SyncTimings.timeoutMs(bytes: 1_048_576) == 180_000)
    #expect(SyncTimings.timeoutMs(bytes: .max) == 180_000)
  }

  @Test func meteringIsHeededInBothPositionsInTheMiddleOfARide() throws {
    var run = started()
    run.on(.network(.online(.metered)))
    let ticket = try #require(
      run.schedule.standing == .working ? SyncTicket(generation: 0, round: 1) : nil)
    #expect(!run.actions.contains(.cancel(ticket)), "the switch is off")
    run.on(.unmeteredOnly(true))
    #expect(run.actions.contains(.cancel(ticket)))
    #expect(run.schedule.standing == .waitingForUnmetered(isMeteringKnown: true))
    run.on(.network(.online(.unknown)))
    #expect(run.schedule.standing == .waitingForUnmetered(isMeteringKnown: false))
    run.on(.sampleStored)
    #expect(run.scan == nil && run.timer == nil)
    run.on(.network(.online(.unmetered)))
    #expect(run.scan != nil)
    run.on(.network(.online(.metered)))
    #expect(run.schedule.standing == .waitingForUnmetered(isMeteringKnown: true))
    run.on(.unmeteredOnly(false))
    #expect(run.scan != nil)
  }

  @Test func theClockNeverGoesBack() {
    var run = resting()
    run.pass(-5000)
    run.on(.wake)
    #expect(run.scan == nil && run.wait == 305_000)
    run.pass(304_999)
    run.on(.wake)
    #expect(run.scan == nil && run.wait == 1)
    run.pass(1)
    run.on(.wake)
    #expect(run.scan != nil)
  }
}

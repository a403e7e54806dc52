import SyncContract
import SyncPlan
import Testing

@Suite struct SchedulePauseTests {
  private func run(after answer: SyncAnswer, rows: Int = 10) -> ScheduleRun {
    var run = ScheduleRun()
    run.on(.started)
    run.deliver(answer, rows: rows)
    return run
  }

  private static let day: Int64 = 86_400_000
  static let place = ServerRefusal(
    slug: "missing-parent", table: .alerts, cursor: 12, field: "boardId")

  @Test(arguments: [
    (SyncAnswer.refused(status: 400, place), SyncPause.Reason.refused),
    (.refused(status: 409, place), .refused), (.refused(status: 422, place), .refused),
    (.unauthorized, .signInAgain), (.forbidden(ServerRefusal()), .forbidden),
    (.forbidden(ServerRefusal(slug: "update-required")), .updateRequired),
    (.updateRequired, .updateRequired), (.unexpected(status: 200), .unexpectedAnswer),
    (.unexpected(status: 204), .unexpectedAnswer), (.unexpected(status: 302), .unexpectedAnswer),
    (.unexpected(status: 404), .unexpectedAnswer),
  ])
  func permanentAnswersPauseAndAreToldEachDayWithoutARetry(
    answer: SyncAnswer, reason: SyncPause.Reason
  ) throws {
    var run = run(after: answer)
    let pause = try #require(run.schedule.pause)
    #expect(pause.reason == reason && pause.version == "1")
    #expect(run.schedule.standing == .paused(pause) && run.shouts == [pause])
    #expect(run.actions.contains(.keepPause(pause)))
    let events: [SyncEvent] = [
      .sampleStored, .recordingStopped, .favoriteEdited, .asked, .network(.offline),
      .network(.online(.unmetered)), .switched(isOn: false), .switched(isOn: true),
      .unmeteredOnly(true), .permission(.allowed), .wake, .started,
    ]
    for event in events {
      run.on(event)
      #expect(run.scan == nil && run.schedule.pause == pause)
    }
    for _ in 0..<5 {
      #expect(run.ring() == Self.day)
      #expect(run.shouts == [pause] && run.scan == nil)
    }
  }

  @Test func aTokenFoundDeadOutsideARoundPausesForSignIn() throws {
    var run = ScheduleRun()
    run.on(.started)
    let ticket = try #require(run.scan)
    run.on(.rejected)
    let pause = try #require(run.schedule.pause)
    #expect(pause.reason == .signInAgain && run.shouts == [pause])
    #expect(run.actions.contains(.cancel(ticket)) && run.actions.contains(.keepPause(pause)))
    #expect(run.actions.contains(.dropCredential) && run.actions.contains(.refreshAppStatus))
    run.on(.rejected)
    #expect(run.shouts.isEmpty && run.schedule.pause == pause)
    run.on(.signedIn)
    #expect(run.schedule.pause == nil && run.scan != nil)
  }

  @Test(
    arguments: [.refused(status: 400, ServerRefusal()), .unexpected(status: 415)] as [SyncAnswer])
  func theServerIsAskedWhatItSpeaksAfterARefusal(answer: SyncAnswer) {
    // It may have lost the dialect of the batch; resuming must not send the same again for a day.
    #expect(run(after: answer).actions.contains(.refreshAppStatus))
  }

  @Test func theServersPlaceIsKept() {
    let pause = run(after: .refused(status: 409, Self.place)).schedule.pause
    #expect(pause?.table == .alerts && pause?.cursor == 12 && pause?.field == "boardId")
    #expect(pause?.status == 409 && pause?.slug == "missing-parent")
    let alone = run(after: .refused(status: 422, ServerRefusal()), rows: 1).schedule.pause
    #expect(alone?.table == .telemetryFrames && alone?.cursor == 44)
    let among = run(after: .refused(status: 422, ServerRefusal()), rows: 2).schedule.pause
    #expect(among?.table == nil && among?.cursor == nil)
  }

  @Test func aBadRowPausesWithItsPlace() throws {
    var run = ScheduleRun()
    run.on(.started)
    let fault = BatchFault(.invalid(.keyLength), table: .boards, cursor: 3, field: "id")
    run.on(.scanned(try #require(run.scan), .unsendable(fault)))
    let pause = SyncPause(
      .invalidRow, table: .boards, cursor: 3, field: "id", slug: "key-length", version: "1")
    #expect(run.schedule.standing == .paused(pause))
    #expect(
      SyncPause(.init(.tooLarge, table: .boards, cursor: 3), version: "1").reason == .rowTooLarge)
  }

  @Test func aDeadTokenIsRemovedAndSigningInGoesOn() {
    var run = ScheduleRun()
    run.on(.started)
    let ticket = run.scan ?? SyncTicket(generation: 9, round: 9)
    run.on(.scanned(ticket, .rows(1, bytes: 90, last: ScheduleRun.last, hasMore: false)))
    run.on(.answered(ticket, .unauthorized))
    #expect(run.actions.contains(.dropCredential) && run.actions.contains(.refreshAppStatus))
    run.on(.resumed)
    run.deliver(.unauthorized)
    run.on(.signedIn)
    #expect(run.scan != nil && run.actions.contains(.keepPause(nil)))
  }

  @Test func signingInDoesNotForgetABadRow() {
    var run = run(after: .refused(status: 422, Self.place))
    run.on(.signedOut)
    #expect(run.schedule.standing == .signedOut)
    run.on(.signedIn)
    #expect(run.schedule.pause != nil && run.scan == nil)
  }

  @Test func onlyResumingOrAnotherVersionEndsAPause() throws {
    var resumed = run(after: .unexpected(status: 404))
    resumed.on(.resumed)
    #expect(resumed.scan != nil && resumed.actions.contains(.keepPause(nil)))
    let pause = SyncPause(.updateRequired, version: "1")
    var same = ScheduleRun(pause: pause)
    same.on(.started)
    #expect(same.shouts == [pause] && same.scan == nil && same.wait == Self.day)
    var other = ScheduleRun(pause: SyncPause(.updateRequired, version: "0"))
    other.on(.started)
    #expect(other.scan != nil && other.actions.contains(.keepPause(nil)))
  }

  @Test func aTokenThatDiedIsStillToldAfterARestartWithoutOne() {
    var conditions = ScheduleRun.conditions
    conditions.isSignedIn = false
    var run = ScheduleRun(conditions, pause: SyncPause(.signInAgain, version: "1"))
    run.on(.started)
    #expect(run.shouts.count == 1)
    run.on(.signedOut)
    #expect(run.schedule.standing == .signedOut && run.schedule.pause == nil)
  }

  @Test func theSwitchOutranksEverything() {
    var run = run(after: .unexpected(status: 404))
    run.on(.switched(isOn: false))
    for event in [SyncEvent.signedOut, .permission(.appBlocked), .network(.offline), .asked] {
      run.on(event)
      #expect(run.schedule.standing == .off && run.timer == nil)
    }
    run.pass(3 * Self.day)
    run.on(.wake)
    #expect(run.shouts == [])
    for event in [SyncEvent.signedIn, .permission(.allowed), .network(.online(.unmetered))] {
      run.on(event)
    }
    run.on(.switched(isOn: true))
    #expect(run.shouts.count == 1)
  }

  @Test func remediesFollowTheReason() {
    let remedies = SyncPause.Reason.allCases.map { SyncPause($0, version: "1").remedy }
    #expect(remedies == [.signIn, .update, .resume, .resume, .resume, .resume, .resume])
  }
}

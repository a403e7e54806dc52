import SeededRandom
import SyncContract
import SyncPlan
import Testing

@Suite struct ScheduleFenceTests {
  private func sending() throws -> (ScheduleRun, SyncTicket) {
    var run = ScheduleRun()
    run.on(.started)
    let ticket = try #require(run.scan)
    run.on(.scanned(ticket, .rows(5, bytes: 900, last: ScheduleRun.last, hasMore: false)))
    return (run, ticket)
  }

  @Test(arguments: [
    SyncEvent.switched(isOn: false), .signedOut, .network(.offline), .permission(.onlineBlocked),
    .permission(.appBlocked), .signedIn, .reset,
  ])
  func whatStopsARequestDropsItsAnswer(event: SyncEvent) throws {
    var (run, ticket) = try sending()
    run.on(event)
    #expect(run.actions.contains(.cancel(ticket)))
    for answer in [SyncAnswer.accepted, .unauthorized, .unexpected(status: 404)] {
      run.on(.answered(ticket, answer))
      #expect(run.actions == [] && run.schedule.pause == nil)
    }
  }

  @Test func aCommitUnderWayIsFinished() throws {
    var (run, ticket) = try sending()
    run.on(.answered(ticket, .accepted))
    run.on(.signedOut)
    #expect(!run.actions.contains(.cancel(ticket)) && run.wait == 60_000)
    run.on(.committed(ticket))
    #expect(run.schedule.standing == .signedOut && run.timer == nil)
  }

  @Test func aResetVoidsEvenACommit() throws {
    var (run, ticket) = try sending()
    run.on(.answered(ticket, .accepted))
    run.on(.reset)
    #expect(run.actions.contains(.cancel(ticket)))
    #expect(run.schedule.generation == ticket.generation + 1)
    run.on(.committed(ticket))
    #expect(run.actions == [] && run.schedule.standing == .signedOut)
    run.on(.signedIn)
    #expect(run.scan?.generation == ticket.generation + 1)
  }

  @Test func aResetForgetsWhatBelongedToTheOldAccount() {
    var run = ScheduleRun(limits: ContractLimits(bytes: 20_000))
    run.on(.started)
    run.deliver(.throttled(waitMs: 3_600_000))
    run.on(.reset)
    #expect(run.actions.contains(.keepLimits(ContractLimits())))
    run.on(.signedIn)
    #expect(run.scanLimits == ContractLimits())
    run.deliver(.unexpected(status: 404))
    run.on(.reset)
    #expect(run.schedule.pause == nil && run.actions.contains(.keepPause(nil)))
  }

  @Test func aRoundThatNeverComesBackEndsAtItsDeadline() throws {
    var run = ScheduleRun()
    run.on(.started)
    let lost = try #require(run.scan)
    #expect(run.ring() == 60_000 && run.actions.contains(.cancel(lost)))
    #expect(run.ring() == 30_000 && run.scan != nil)
    var (sent, ticket) = try sending()
    #expect(sent.ring() == 90_000 && sent.actions.contains(.cancel(ticket)))
    sent.on(.answered(ticket, .accepted))
    #expect(!sent.actions.contains(.commit(ticket)))
    (sent, ticket) = try sending()
    sent.on(.answered(ticket, .accepted))
    #expect(sent.ring() == 60_000)
    #expect(sent.wait == 30_000)
  }

  @Test func anOlderRoundsAnswerIsNotTakenForTheNewerOnes() throws {
    var (run, old) = try sending()
    run.on(.signedIn)
    let new = try #require(run.scan)
    run.on(.scanned(old, .nothing))
    #expect(run.actions == [])
    run.on(.scanned(new, .rows(5, bytes: 900, last: ScheduleRun.last, hasMore: false)))
    run.on(.answered(old, .unauthorized))
    #expect(run.actions == [] && run.schedule.pause == nil)
    run.on(.answered(new, .accepted))
    #expect(run.actions.first == .commit(new))
    run.on(.commitFailed(old))
    run.on(.committed(old))
    #expect(run.actions == [] && run.schedule.standing == .working)
  }

  @Test func aWakeThatComesEarlyIsArmedAgain() throws {
    var run = ScheduleRun()
    run.on(.started)
    run.findNothing()
    let moment = try #require(run.timer)
    run.pass(1000)
    run.on(.wake)
    #expect(run.actions == [.wake(moment)])
    run.on(.permission(.allowed))
    #expect(run.actions == [], "the timer still runs")
  }

  @Test func answersOutOfTurnAreDropped() throws {
    var run = ScheduleRun()
    run.on(.started)
    let ticket = try #require(run.scan)
    run.on(.answered(ticket, .accepted))
    #expect(run.actions == [])
    run.on(.committed(ticket))
    #expect(run.actions == [] && run.schedule.standing == .working)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func afterEveryEventANextWakeIsKnownOrAStandingThatAnEventEnds(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var run = ScheduleRun(SyncConditions())
    var ticket = SyncTicket(generation: 0, round: 0)
    for step in 0..<1500 {
      if Int.random(in: 0..<3, using: &random) == 0 {
        run.ring()
      } else {
        run.pass(Int64.random(in: -1000...40_000, using: &random))
        run.on(Self.event(ticket, &random))
      }
      if let scan = run.scan { ticket = scan }
      expectNotSilent(run, "seed \(seed), step \(step)")
    }
    expectGoesOn(&run, "seed \(seed)")
  }

  private func expectNotSilent(_ run: ScheduleRun, _ place: Comment) {
    #expect(run.timer == run.schedule.nextWake, place)
    let scans = run.actions.filter { if case .scan = $0 { true } else { false } }
    #expect(scans.count <= 1, place)
    #expect(run.actions.filter { if case .wake = $0 { true } else { false } }.count <= 1, place)
    let now = run.schedule
    switch now.standing {
    case .working, .waiting:
      #expect(run.timer != nil && run.wait.map { $0 <= 3_605_000 } == true, place)
    case .paused:
      #expect(run.wait.map { $0 <= 86_405_000 } == true, place)
    case .off, .blocked, .signedOut, .offline, .waitingForUnmetered:
      // A commit may still be under way; its deadline is the only timer then.
      #expect(run.wait.map { $0 <= 65_000 } ?? true, place)
    }
  }

  /// With everything allowed, a scan comes within the longest wait there is.
  private func expectGoesOn(_ run: inout ScheduleRun, _ place: Comment) {
    let ending: [SyncEvent] = [
      .switched(isOn: true), .unmeteredOnly(false), .permission(.allowed),
      .network(.online(.metered)), .signedIn, .resumed,
    ]
    var hasScanned = false
    for event in ending {
      run.on(event)
      hasScanned = hasScanned || run.scan != nil
    }
    var rings = 0
    while !hasScanned, rings < 5, run.ring() != nil {
      rings += 1
      hasScanned = run.scan != nil
    }
    #expect(hasScanned, place)
  }

  private static func event(_ ticket: SyncTicket, _ random: inout SeededGenerator) -> SyncEvent {
    let scans: [SyncScan] = [
      .nothing, .passedOver(hasMore: Bool.random(using: &random)),
      .rows(
        Int.random(in: 1...1000, using: &random),
        bytes: Int.random(in: 50...1_048_576, using: &random),
        last: ScheduleRun.last, hasMore: Bool.random(using: &random)),
      .unsendable(BatchFault(.tooLarge, table: .boards, cursor: 1)),
    ]
    let answers: [SyncAnswer] = [
      .accepted, .accepted, .accepted, .refused(status: 400, ServerRefusal()), .unauthorized,
      .forbidden(ServerRefusal()), .tooLarge(ServerRefusal()), .updateRequired,
      .throttled(waitMs: Int64.random(in: -9...9_999_999, using: &random)),
      .failing(waitMs: nil), .unreachable, .timedOut, .unexpected(status: 302),
    ]
    let networks: [SyncNetwork] = [
      .offline, .online(.metered), .online(.unknown), .online(.unmetered), .online(.unmetered),
    ]
    let isYes = Int.random(in: 0..<4, using: &random) > 0
    let events: [SyncEvent] = [
      .started, .wake, .sampleStored, .recordingStopped, .favoriteEdited, .asked, .resumed,
      .switched(isOn: isYes), .unmeteredOnly(!isYes), isYes ? .signedIn : .signedOut,
      .signedIn, .permission(isYes ? .allowed : .onlineBlocked),
      .network(networks.randomElement(using: &random) ?? .offline),
      .scanned(ticket, scans.randomElement(using: &random) ?? .nothing),
      .scanned(ticket, scans[2]), .scanned(ticket, scans[2]), .scanFailed(ticket),
      .answered(ticket, answers.randomElement(using: &random) ?? .accepted),
      .answered(ticket, answers.randomElement(using: &random) ?? .accepted),
      .answered(ticket, .accepted), .committed(ticket), .committed(ticket),
      .commitFailed(ticket), isYes ? .wake : .reset,
    ]
    return events.randomElement(using: &random) ?? .wake
  }
}

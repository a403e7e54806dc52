import Devices
import FlightModel
import SeededRandom
import Testing

/// A machine with a clock that goes by hand.
private struct Bench {
  var machine: PortMachine
  private(set) var now = MonotonicInstant(nanoseconds: 1_000_000_000)
  /// What the last event led to.
  private(set) var actions: [PortMachine.Action] = []

  init(_ plan: PortPlan = PortPlan()) { machine = PortMachine(plan) }

  mutating func on(_ events: PortMachine.Event..., after milliseconds: Int64 = 0) {
    now = now.advanced(byMilliseconds: milliseconds)
    for event in events { actions = machine.on(event, at: now) }
  }

  var opensAt: Int?? {
    for action in actions { if case .open(let speed) = action { return .some(speed) } }
    return nil
  }

  var arms: Int64? {
    for action in actions.reversed() { if case .arm(let time) = action { return time } }
    return nil
  }

  /// An instrument that speaks at this speed, found by listening.
  static func kept(_ plan: PortPlan = PortPlan()) -> Bench {
    var bench = Bench(plan)
    bench.on(.start, .opened, .understood, .received(60))
    return bench
  }
}

@Suite struct PortMachineTests {
  @Test func everySpeedIsTriedWhileSomethingSpeaks() {
    var bench = Bench()
    bench.on(.start)
    var tried: [Int?] = []
    while let speed = bench.opensAt, tried.count < 20 {
      tried.append(speed)
      bench.on(.opened)
      bench.on(.received(40))
      #expect(bench.arms == PortPolicy().listen)
      bench.on(.timer, after: PortPolicy().listen)
    }
    #expect(tried == PortPlan.likelySpeeds)
    #expect(bench.machine.state == .resting)
    #expect(bench.actions.first == .close)
    #expect(bench.arms == PortPolicy().shortestRest)
  }

  @Test func manyBytesWithoutSenseAreEnough() {
    var bench = Bench()
    bench.on(.start, .opened, .received(511))
    #expect(bench.opensAt == nil)
    bench.on(.received(1))
    #expect(bench.opensAt == .some(38_400))
  }

  @Test func theSpeedWhereAnInstrumentSpeaksIsKept() {
    var bench = Bench()
    bench.on(.start, .opened, .received(600))
    bench.on(.opened, .understood, .received(60))
    #expect(bench.machine.state == .kept)
    #expect(bench.machine.speed == 38_400)
    bench.on(.received(100_000))
    #expect(bench.actions == [])
  }

  @Test func aPortWhereNobodySpeaksIsNotHurried() {
    var bench = Bench()
    bench.on(.start, .opened)
    #expect(bench.arms == PortPolicy().silentListening)
    for _ in 0..<30 {
      bench.on(.timer, after: PortPolicy().silentListening)
      #expect(bench.machine.state == .opening)
      bench.on(.opened)
    }
  }

  @Test func aStrangerIsGivenFree() {
    var bench = Bench()
    bench.on(.start, .opened, .wellFormed, .received(60))
    #expect(bench.machine.state == .listening)
    bench.on(.received(5000))
    #expect(bench.machine.state == .listening, "the speed is right, so it stays")
    bench.on(.timer, after: PortPolicy().stranger)
    #expect(bench.machine.state == .resting)
    bench.on(.timer, after: PortPolicy().shortestRest)
    #expect(bench.opensAt == .some(19_200))
  }

  @Test func aRestGrowsUpToItsLimit() {
    var bench = Bench()
    bench.on(.start)
    var rests: [Int64] = []
    for _ in 0..<6 {
      bench.on(.opened, .wellFormed)
      bench.on(.timer)
      rests.append(bench.arms ?? 0)
      bench.on(.timer)
    }
    #expect(rests == [60_000, 120_000, 240_000, 480_000, 600_000, 600_000])
  }

  @Test func aNamedInstrumentIsNeverGivenFree() {
    var bench = Bench(PortPlan(speeds: [9600], isConfigured: true))
    bench.on(.start, .opened, .wellFormed, .received(9000))
    bench.on(.timer)
    #expect(bench.machine.state == .listening)
    #expect(bench.machine.hasLink)
  }

  @Test func theWaitAfterALossGrowsUntilAnInstrumentSpeaks() {
    var bench = Bench()
    bench.on(.start)
    var waits: [Int64] = []
    for _ in 0..<7 {
      bench.on(.opened)
      bench.on(.closed(.gone("x")))
      waits.append(bench.arms ?? 0)
      bench.on(.timer)
    }
    #expect(waits == [500, 1000, 2000, 4000, 8000, 15_000, 15_000])
    bench.on(.opened, .understood, .closed(.gone("x")))
    #expect(bench.arms == 500)
    #expect(bench.machine.lossCount == 8)
  }

  @Test(arguments: [
    (LinkFailure.absent, PortMachine.State.absent), (.busy(owner: "gpsd"), .busy),
    (.notPermitted("x"), .notPermitted), (.timedOut, .waiting), (.failed("x"), .waiting),
  ])
  func aFailureIsShownAndTriedAgain(_ failure: LinkFailure, _ state: PortMachine.State) {
    var bench = Bench()
    bench.on(.start, .closed(failure))
    #expect(bench.machine.state == state)
    #expect(bench.machine.lastFailure == failure)
    #expect(bench.machine.lossCount == 0)
    bench.on(.timer)
    #expect(bench.opensAt != nil)
  }

  @Test func aSilentInstrumentIsShownAndOpenedAnew() {
    var bench = Bench.kept()
    bench.on(.timer, after: 10_000)
    #expect(bench.arms == 5_000)
    bench.on(.timer, after: 5_000)
    #expect(bench.machine.state == .silent)
    bench.on(.timer, after: 15_000)
    #expect(bench.opensAt == .some(19_200))
    bench.on(.opened)
    #expect(bench.machine.state == .silent, "it is missed, not looked for")
    #expect(bench.arms == 30_000)
    bench.on(.understood)
    #expect(bench.machine.state == .kept)
    #expect(bench.machine.silenceCount == 1)
  }

  @Test func anInstrumentThatChangedItsSpeedIsFoundAgain() {
    var bench = Bench.kept()
    bench.on(.timer, after: 15_000)
    bench.on(.received(600))
    #expect(bench.opensAt == .some(38_400))
    bench.on(.opened, .understood)
    #expect(bench.machine.state == .kept)
  }

  @Test func whoeverDoesNotAnswerIsAskedOverAnotherLink() {
    var bench = Bench(PortPlan(speeds: [nil]))
    bench.on(.start)
    var waits: [Int64] = []
    for _ in 0..<6 {
      bench.on(.opened, .unanswered)
      #expect(bench.actions.first == .close)
      #expect(bench.machine.lastFailure == .timedOut)
      waits.append(bench.arms ?? 0)
      bench.on(.timer)
    }
    #expect(waits == [500, 1000, 2000, 4000, 5000, 5000])
    bench.on(.opened, .understood, .unanswered)
    #expect(bench.machine.silenceCount == 1)
  }

  @Test func anUnpluggedInstrumentWaitsForItsReturn() {
    var bench = Bench.kept()
    bench.on(.unplugged)
    #expect(bench.actions == [.close, .disarm])
    #expect(bench.machine.state == .absent)
    bench.on(.plugged)
    #expect(bench.opensAt == .some(19_200))
  }

  @Test func othersHaveTheFirstChanceAtANewPort() {
    var bench = Bench(PortPlan(settleMs: 3000))
    bench.on(.start)
    #expect(bench.actions == [.arm(milliseconds: 3000)])
    bench.on(.timer)
    #expect(bench.opensAt == .some(19_200))
  }

  @Test func aLoanEndsByItselfAtLast() {
    var bench = Bench.kept()
    bench.on(.lend)
    #expect(bench.actions.first == .close)
    #expect(bench.machine.state == .lent)
    bench.on(.closed(.gone("x")), .received(10), .lend)
    #expect(bench.machine.state == .lent)
    bench.on(.timer, after: PortPolicy().longestLoan)
    #expect(bench.machine.state == .opening)
    bench.on(.giveBack)
    #expect(bench.actions == [])
  }

  @Test func stoppedIsStopped() {
    var bench = Bench.kept()
    bench.on(.stop)
    #expect(bench.actions == [.close, .disarm])
    bench.on(.timer, .opened, .plugged, .giveBack, .understood)
    #expect(bench.machine.state == .idle)
    #expect(bench.actions == [])
  }

  /// Whatever happens in whatever order: a link is never opened twice, never closed twice, and where
  /// there is none a timer will bring the next attempt.
  @Test(arguments: [PortPlan(), PortPlan(speeds: [nil], isConfigured: true)])
  func linksAreOpenedAndClosedInTurn(_ plan: PortPlan) {
    var random = SeededGenerator(seed: 7)
    let events: [PortMachine.Event] = [
      .start, .stop, .plugged, .unplugged, .opened, .closed(.gone("x")), .closed(.busy(owner: nil)),
      .closed(.absent), .received(300), .received(1), .wellFormed, .understood, .unanswered, .timer,
      .lend, .giveBack,
    ]
    for _ in 0..<200 {
      var bench = Bench(plan)
      var isOpen = false
      var isArmed = false
      for _ in 0..<200 {
        let event = events[Int(random.next() % UInt64(events.count))]
        // A link tells only while there is one, a timer only while it is armed.
        if case .closed = event, !isOpen { continue }
        if event == .timer && !isArmed { continue }
        if case .closed = event { isOpen = false }
        if event == .timer { isArmed = false }
        bench.on(event, after: Int64(random.next() % 20_000))
        for action in bench.actions {
          switch action {
          case .open:
            #expect(!isOpen, "opened twice after \(event)")
            isOpen = true
          case .close:
            #expect(isOpen, "closed twice after \(event)")
            isOpen = false
          case .arm: isArmed = true
          case .disarm: isArmed = false
          }
        }
        #expect(bench.machine.hasLink == isOpen)
        let waits: [PortMachine.State] = [
          .waiting, .busy, .notPermitted, .resting, .lent, .listening, .kept, .silent,
        ]
        if waits.contains(bench.machine.state) { #expect(isArmed, "stuck after \(event)") }
      }
    }
  }
}

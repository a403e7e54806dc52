import Devices
import FlightModel
import SeededRandom
import Testing

private typealias Event = PeripheralMachine.Event
private typealias Action = PeripheralMachine.Action

/// A machine with the shell's part played by hand: what was asked for and not answered yet.
private struct Play {
  var machine = PeripheralMachine(silenceLimit: 3500)
  var now = MonotonicInstant(nanoseconds: 0)
  var pending: [Event] = []
  var isArmed = false
  var isTold = false
  var opens = 0
  var connects = 0

  static let away = PeripheralMachine.Sight(path: "/d", isConnected: false, isResolved: false)
  static let ready = PeripheralMachine.Sight(path: "/d", isConnected: true, isResolved: true)

  /// Tells an event and keeps what a BlueZ where all is well would answer.
  @discardableResult
  mutating func on(_ event: Event) -> [Action] {
    let hadTurn = event == .turn
    // Whoever closes a link is told nothing more.
    if event == .stop { isTold = false }
    let actions = machine.on(event, at: now)
    for action in actions {
      switch action {
      case .connect(_, let attempt):
        #expect(hadTurn, "connects without its turn")
        connects += 1
        pending += [.connected(attempt: attempt), .seen(Self.ready)]
      case .subscribe(_, let attempt): pending.append(.subscribed(attempt: attempt))
      case .disconnect(_, let attempt):
        pending += [.seen(Self.away), .left(attempt: attempt)]
      case .remove(_, let attempt): pending += [.vanished, .left(attempt: attempt)]
      case .arm(let milliseconds):
        #expect(milliseconds > 0)
        isArmed = true
      case .disarm: isArmed = false
      case .tellOpened:
        #expect(!isTold)
        isTold = true
        opens += 1
      case .tellClosed:
        #expect(isTold)
        isTold = false
      case .release, .forget: break
      }
    }
    return actions
  }

  /// Lets a well-behaved BlueZ answer until the link is open; false if it never is.
  mutating func isOpenedInTheEnd() -> Bool {
    on(.start)
    for _ in 0..<40 where machine.state != .open {
      if !pending.isEmpty {
        on(pending.removeFirst())
      } else if machine.wantsScan {
        on(.seen(Self.away))
      } else if machine.wantsTurn {
        on(.turn)
      } else if isArmed {
        isArmed = false
        now = now.advanced(byMilliseconds: 30_000)
        on(.timer)
      }
    }
    return machine.state == .open
  }
}

@Suite struct PeripheralMachineTests {
  @Test func nothingIsDoneUnasked() {
    var play = Play()
    #expect(play.on(.seen(Play.away)) == [])
    #expect(play.on(.turn) == [])
    #expect(!play.machine.wantsScan && !play.machine.wantsTurn)
  }

  @Test func theWayToOpen() {
    var play = Play()
    play.on(.start)
    #expect(play.machine.wantsScan && !play.machine.wantsTurn)
    play.on(.seen(Play.away))
    #expect(!play.machine.wantsScan && play.machine.wantsTurn)
    #expect(
      play.on(.turn) == [.connect(path: "/d", attempt: 1), .arm(milliseconds: 20_000)])
    #expect(play.machine.holdsTurn)
    play.on(.connected(attempt: 1))
    #expect(play.machine.state == .resolving)
    #expect(play.on(.seen(Play.ready)).contains(.subscribe(path: "/d", attempt: 1)))
    #expect(!play.machine.holdsTurn)
    #expect(play.on(.subscribed(attempt: 1)) == [.tellOpened, .arm(milliseconds: 3500)])
  }

  @Test func theBackOffGrowsToFiveSecondsAndStartsAgain() {
    var play = Play()
    play.on(.start)
    var waits: [Int64] = []
    for _ in 0..<12 {
      play.on(.seen(Play.away))
      play.on(.turn)
      play.on(.refused(attempt: play.connectAttempt, .failed("no")))
      while !play.pending.isEmpty, play.machine.state == .leaving {
        for case .arm(let wait) in play.on(play.pending.removeFirst())
        where play.machine.state == .waiting {
          waits.append(wait)
        }
      }
      play.pending = []
      play.now = play.now.advanced(byMilliseconds: 6000)
      play.on(.timer)
    }
    #expect(waits == [500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5000, 5000])
    play.openInTheEnd()
    play.on(.received)
    #expect(play.machine.failureCount == 0)
  }

  @Test func silenceIsALossAndBytesAreNot() {
    var play = Play()
    play.openInTheEnd()
    for _ in 0..<10 {
      play.now = play.now.advanced(byMilliseconds: 3000)
      play.on(.received)
      #expect(play.on(.timer) == [.arm(milliseconds: 3500)])
    }
    play.now = play.now.advanced(byMilliseconds: 3500)
    let actions = play.on(.timer)
    #expect(actions.first == .tellClosed(.silent))
    #expect(play.machine.state == .leaving)
    play.openInTheEnd()
  }

  @Test func lateAnswersAreNotTaken() {
    var play = Play()
    play.on(.start)
    play.on(.seen(Play.away))
    play.on(.turn)
    play.now = play.now.advanced(byMilliseconds: 20_000)
    #expect(play.on(.timer).contains(.disconnect(path: "/d", attempt: 2)))
    #expect(play.on(.connected(attempt: 1)) == [])
    #expect(play.on(.refused(attempt: 1, .inProgress)) == [])
    #expect(play.machine.state == .leaving)
  }

  /// After any events in any order a BlueZ that behaves again leads to an open link.
  @Test func nothingLeavesItStuck() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<3000 {
      var play = Play()
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        play.now = play.now.advanced(byMilliseconds: Int64.random(in: 0...9000, using: &random))
        if Bool.random(using: &random), !play.pending.isEmpty {
          play.on(play.pending.removeFirst())
        } else {
          play.on(anyEvent(play.connectAttempt, &random))
        }
      }
      let isOpen = play.isOpenedInTheEnd()
      #expect(isOpen, "stuck in \(play.machine.state)")
    }
  }

  private func anyEvent(_ attempt: Int, _ random: inout SeededGenerator) -> Event {
    let number = Int.random(in: max(0, attempt - 1)...attempt + 1, using: &random)
    let faults: [PeripheralFault] = [
      .unknownObject, .inProgress, .connectTimedOut, .unresolved, .noService, .failed("no"),
    ]
    let events: [Event] = [
      .start, .start, .stop, .seen(Play.away), .seen(Play.ready), .vanished, .turn, .turn,
      .connected(attempt: number), .subscribed(attempt: number), .left(attempt: number),
      .refused(attempt: number, faults.randomElement(using: &random)!), .received, .timer,
      .broke("end"),
    ]
    return events.randomElement(using: &random)!
  }
}

extension Play {
  fileprivate mutating func openInTheEnd() {
    let isOpen = isOpenedInTheEnd()
    #expect(isOpen)
  }

  /// The number that answers carry now, as far as the shell can know it.
  fileprivate var connectAttempt: Int {
    for case .connected(let attempt) in pending.reversed() { return attempt }
    return connects
  }
}

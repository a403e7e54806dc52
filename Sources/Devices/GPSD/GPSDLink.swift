package import FlightModel

/// The connection to one gpsd: when to open, when to give up on it, how long to wait.
///
/// absent → opening → watching → waiting (lost, or never there) → opening → … for ever. The machine
/// holds one timer at a time; the shell performs the actions.
package struct GPSDLink: Sendable {
  /// Where the connection stands.
  package enum State: String, Sendable {
    /// Not started, or stopped.
    case idle
    /// Being opened.
    case opening
    /// Open and watching.
    case watching
    /// Waiting for the next attempt.
    case waiting
  }

  package enum Event: Equatable, Sendable {
    case start
    case stop
    /// The attempt of this number is open and watching.
    case opened(attempt: Int)
    /// The attempt of this number failed.
    case failed(attempt: Int)
    /// Bytes arrived; only these keep a connection.
    case received
    /// A good report arrived: the next loss starts with the shortest wait again.
    case proved
    /// The other end closed, or the socket broke.
    case closed
    /// The timer that `arm` asked for.
    case timer
  }

  package enum Action: Equatable, Sendable {
    /// Open a connection and say `opened` or `failed` with this number.
    case open(attempt: Int)
    /// Close the connection.
    case close
    /// Close a connection that was opened for an attempt nobody waits for.
    case discard
    /// Send `timer` after these milliseconds, instead of any earlier timer.
    case arm(milliseconds: Int64)
    /// Forget the timer.
    case disarm
  }

  /// Waits and limits, in milliseconds.
  package struct Policy: Equatable, Sendable {
    /// The first wait after a loss; doubles each time.
    package var shortestWait: Int64 = 500
    package var longestWait: Int64 = 15_000
    /// A connection that has delivered and then says nothing for this long is dead.
    package var silenceLimit: Int64 = 15_000
    /// The same for one that has delivered nothing yet: a gpsd without a receiver is silent.
    package var firstReportLimit: Int64 = 60_000

    package init() {}
  }

  package private(set) var state = State.idle
  /// Connections that were lost after they had stood.
  package private(set) var lossCount = 0
  /// Connections that stood.
  package private(set) var openCount = 0
  /// Attempts that failed since the last success.
  package private(set) var failureCount = 0
  /// Connections given up because they were silent.
  package private(set) var silenceCount = 0
  package private(set) var lastReceivedAt: MonotonicInstant?

  private let policy: Policy
  private var attempt = 0
  private var wait: Int64
  private var isProved = false

  package init(policy: Policy = Policy()) {
    self.policy = policy
    wait = policy.shortestWait
  }

  /// Takes an event and says what to do.
  package mutating func on(_ event: Event, at now: MonotonicInstant) -> [Action] {
    switch event {
    case .start: return state == .idle ? open() : []
    case .stop: return stop()
    case .opened(let number): return opened(number, now)
    case .failed(let number): return failed(number)
    case .received:
      lastReceivedAt = now
      return []
    case .proved: return prove()
    case .closed: return state == .watching ? lose() : []
    case .timer: return timer(now)
    }
  }

  private mutating func open() -> [Action] {
    attempt += 1
    state = .opening
    return [.open(attempt: attempt)]
  }

  private mutating func stop() -> [Action] {
    defer { state = .idle }
    attempt += 1
    return state == .watching ? [.close, .disarm] : [.disarm]
  }

  private mutating func opened(_ number: Int, _ now: MonotonicInstant) -> [Action] {
    guard state == .opening, number == attempt else { return [.discard] }
    state = .watching
    openCount += 1
    failureCount = 0
    isProved = false
    lastReceivedAt = now
    return [.arm(milliseconds: policy.firstReportLimit)]
  }

  private mutating func prove() -> [Action] {
    wait = policy.shortestWait
    guard state == .watching, !isProved else { return [] }
    isProved = true
    return [.arm(milliseconds: policy.silenceLimit)]
  }

  private mutating func failed(_ number: Int) -> [Action] {
    guard state == .opening, number == attempt else { return [] }
    failureCount += 1
    return backOff()
  }

  private mutating func lose() -> [Action] {
    lossCount += 1
    return [.close] + backOff()
  }

  private mutating func backOff() -> [Action] {
    state = .waiting
    defer { wait = min(policy.longestWait, wait * 2) }
    return [.arm(milliseconds: wait)]
  }

  private mutating func timer(_ now: MonotonicInstant) -> [Action] {
    switch state {
    case .idle, .opening: return []
    case .waiting: return open()
    case .watching:
      let limit = isProved ? policy.silenceLimit : policy.firstReportLimit
      let silence = lastReceivedAt.map { now.milliseconds(since: $0) } ?? limit
      guard silence >= limit else { return [.arm(milliseconds: limit - silence)] }
      silenceCount += 1
      return lose()
    }
  }
}

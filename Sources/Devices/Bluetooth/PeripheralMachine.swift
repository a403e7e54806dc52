package import FlightModel

/// One bound peripheral: when to look for it, connect, subscribe, give it up, and how to get out of
/// what BlueZ gets stuck in.
///
/// idle → missing (discovery runs) → queued (for the radio) → connecting → resolving → subscribing →
/// open → leaving → waiting → … for ever, as long as a link wants it. The machine holds one timer at a
/// time; the shell performs the actions.
package struct PeripheralMachine: Sendable {
  package enum State: String, Sendable {
    /// No link wants it.
    case idle
    /// Not seen; discovery is wanted.
    case missing
    /// Between two attempts.
    case waiting
    /// Seen, and waiting for its turn to connect.
    case queued
    case connecting
    /// Connected; the services are not known yet.
    case resolving
    case subscribing
    case open
    /// Being disconnected.
    case leaving
  }

  /// What the bus tells of the device's object.
  package struct Sight: Equatable, Sendable {
    package var path: String
    package var isConnected: Bool
    package var isResolved: Bool
    package var isPaired: Bool

    package init(path: String, isConnected: Bool, isResolved: Bool, isPaired: Bool = false) {
      self.path = path
      self.isConnected = isConnected
      self.isResolved = isResolved
      self.isPaired = isPaired
    }
  }

  package enum Event: Equatable, Sendable {
    /// A link wants it.
    case start
    /// The link does not want it any more.
    case stop
    /// The device's object is there, or changed.
    case seen(Sight)
    /// The object, the adapter or the whole service is gone.
    case vanished
    /// The radio is free for it.
    case turn
    /// Answers to what the action of this number asked for.
    case connected(attempt: Int)
    case refused(attempt: Int, PeripheralFault)
    case subscribed(attempt: Int)
    case left(attempt: Int)
    /// Bytes came.
    case received
    /// A descriptor was closed at the other end, or broke.
    case broke(String)
    /// The timer that `arm` asked for.
    case timer
  }

  package enum Action: Equatable, Sendable {
    case connect(path: String, attempt: Int)
    case subscribe(path: String, attempt: Int)
    case disconnect(path: String, attempt: Int)
    case remove(path: String, attempt: Int)
    /// Let go of the descriptors.
    case release
    /// Forget what is known of the object: the service does not know it.
    case forget(path: String)
    /// Tell the link.
    case tellOpened
    case tellClosed(PeripheralFault)
    /// Send `timer` after these milliseconds, instead of any earlier timer.
    case arm(milliseconds: Int64)
    case disarm
  }

  package internal(set) var state = State.idle
  /// Failures since bytes last came.
  package internal(set) var failureCount = 0
  /// Connections that were lost after they had stood, and that stood.
  package internal(set) var lossCount = 0
  package internal(set) var openCount = 0
  package internal(set) var lastFault: PeripheralFault?
  package internal(set) var lastReceivedAt: MonotonicInstant?
  /// Some kernels connect only while discovery runs: tried in turns until one way has worked.
  package internal(set) var connectsWhileScanning = false

  let policy: BluetoothPolicy
  package var silenceLimit: Int64
  var sight: Sight?
  var isWanted = false
  var attempt = 0
  var retryAt: MonotonicInstant?
  /// Faults of the same kind in a row.
  var repeatCount = 0
  var mustRemove = false
  var isProved = false

  package init(policy: BluetoothPolicy = BluetoothPolicy(), silenceLimit: Int64) {
    self.policy = policy
    self.silenceLimit = silenceLimit
  }

  /// Whether discovery could help.
  package var wantsScan: Bool { isWanted && sight == nil }
  package var wantsTurn: Bool { state == .queued }
  /// Whether nothing else may connect or look around now.
  package var holdsTurn: Bool { state == .connecting || state == .resolving }

  /// Takes an event and says what to do.
  package mutating func on(_ event: Event, at now: MonotonicInstant) -> [Action] {
    switch event {
    case .start: return start(now)
    case .stop: return stop()
    case .seen(let sight): return seen(sight, now)
    case .vanished: return vanished(now)
    case .turn: return connect()
    case .connected(let number): return connected(number)
    case .refused(let number, let fault): return number == attempt ? fail(fault, now) : []
    case .subscribed(let number): return subscribed(number, now)
    case .left(let number): return number == attempt ? left(now) : []
    case .received: return received(now)
    case .broke(let reason): return fail(.gone(reason), now)
    case .timer: return timer(now)
    }
  }

  private mutating func start(_ now: MonotonicInstant) -> [Action] {
    isWanted = true
    return state == .idle ? wait(now) : []
  }

  /// Waits for what is left of the back-off, or goes on at once.
  mutating func wait(_ now: MonotonicInstant) -> [Action] {
    let left = retryAt.map { $0.milliseconds(since: now) } ?? 0
    guard left > 0 else { return seek() }
    state = .waiting
    return [.arm(milliseconds: left)]
  }

  private mutating func seek() -> [Action] {
    retryAt = nil
    state = sight == nil ? .missing : .queued
    return [.disarm]
  }

  private mutating func stop() -> [Action] {
    isWanted = false
    switch state {
    case .idle, .leaving: return []
    case .missing, .waiting, .queued:
      state = .idle
      return [.disarm]
    case .connecting, .resolving, .subscribing, .open: return leave()
    }
  }

  private mutating func seen(_ sight: Sight, _ now: MonotonicInstant) -> [Action] {
    self.sight = sight
    switch state {
    case .missing: return seek()
    case .resolving where !sight.isConnected, .subscribing where !sight.isConnected,
      .open where !sight.isConnected:
      return fail(.gone("the connection was lost"), now)
    case .resolving: return sight.isResolved ? subscribe() : []
    default: return []
    }
  }

  private mutating func connect() -> [Action] {
    guard state == .queued, let sight else { return [] }
    attempt += 1
    state = .connecting
    return [
      .connect(path: sight.path, attempt: attempt), .arm(milliseconds: policy.connectLimit),
    ]
  }

  private mutating func connected(_ number: Int) -> [Action] {
    guard state == .connecting, number == attempt else { return [] }
    state = .resolving
    if let sight, sight.isConnected, sight.isResolved { return subscribe() }
    return [.arm(milliseconds: policy.resolveLimit)]
  }

  private mutating func subscribe() -> [Action] {
    guard let sight else { return [] }
    state = .subscribing
    return [
      .subscribe(path: sight.path, attempt: attempt), .arm(milliseconds: policy.subscribeLimit),
    ]
  }

  private mutating func subscribed(_ number: Int, _ now: MonotonicInstant) -> [Action] {
    guard state == .subscribing, number == attempt else { return [] }
    state = .open
    openCount += 1
    isProved = false
    lastReceivedAt = now
    return [.tellOpened, .arm(milliseconds: silenceLimit)]
  }

  private mutating func received(_ now: MonotonicInstant) -> [Action] {
    lastReceivedAt = now
    if state == .open, !isProved {
      isProved = true
      (failureCount, repeatCount, lastFault) = (0, 0, nil)
    }
    return []
  }

  private mutating func timer(_ now: MonotonicInstant) -> [Action] {
    switch state {
    case .idle, .missing, .queued: return []
    case .waiting: return seek()
    case .connecting: return fail(.connectTimedOut, now)
    case .resolving: return fail(.unresolved, now)
    case .subscribing: return fail(.failed("its notifications were not subscribed in time"), now)
    case .leaving: return left(now)
    case .open:
      let silence = lastReceivedAt.map { now.milliseconds(since: $0) } ?? silenceLimit
      return silence < silenceLimit
        ? [.arm(milliseconds: silenceLimit - silence)] : fail(.silent, now)
    }
  }
}

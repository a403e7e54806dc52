package import FlightModel

/// When to watch a device's own sentences beside gpsd's reports: briefly to look for a FLARM, for
/// good where one is heard, rarely again otherwise.
package struct PassThrough: Sendable {
  package enum State: String, Sendable {
    case idle
    case opening
    /// Open, no FLARM heard yet.
    case probing
    /// Open, a FLARM speaks.
    case keeping
    /// Closed until the next look.
    case resting
  }

  package enum Event: Equatable, Sendable {
    /// gpsd announced the device.
    case announced
    /// gpsd or the device is gone.
    case withdrawn
    case opened(attempt: Int)
    case failed(attempt: Int)
    /// A FLARM's sentence was read.
    case heard
    case closed
    case timer
  }

  /// In milliseconds.
  package struct Policy: Equatable, Sendable {
    /// How long to look for a FLARM; it speaks every second.
    package var probe: Int64 = 20_000
    /// Until the next look where none was heard.
    package var rest: Int64 = 600_000
    /// A FLARM that has been silent for this long is looked for anew.
    package var quiet: Int64 = 30_000
    /// Until the next attempt after a connection was lost or refused.
    package var retry: Int64 = 2_000

    package init() {}
  }

  package private(set) var state = State.idle

  private let policy: Policy
  private var attempt = 0
  private var heardAt: MonotonicInstant?

  package init(policy: Policy = Policy()) { self.policy = policy }

  /// Takes an event and says what to do.
  package mutating func on(_ event: Event, at now: MonotonicInstant) -> [GPSDLink.Action] {
    switch event {
    case .announced: return state == .idle || state == .resting ? open() : []
    case .withdrawn: return withdraw()
    case .opened(let number): return opened(number)
    case .failed(let number):
      return state == .opening && number == attempt ? rest(policy.retry) : []
    case .heard:
      heardAt = now
      guard state == .probing else { return [] }
      state = .keeping
      return [.arm(milliseconds: policy.quiet)]
    case .closed: return isOpen ? [.close] + rest(policy.retry) : []
    case .timer: return timer(now)
    }
  }

  private var isOpen: Bool { state == .probing || state == .keeping }

  private mutating func open() -> [GPSDLink.Action] {
    attempt += 1
    state = .opening
    return [.open(attempt: attempt)]
  }

  private mutating func withdraw() -> [GPSDLink.Action] {
    attempt += 1
    defer { state = .idle }
    return isOpen ? [.close, .disarm] : [.disarm]
  }

  private mutating func opened(_ number: Int) -> [GPSDLink.Action] {
    guard state == .opening, number == attempt else { return [.discard] }
    state = .probing
    return [.arm(milliseconds: policy.probe)]
  }

  private mutating func rest(_ milliseconds: Int64) -> [GPSDLink.Action] {
    state = .resting
    return [.arm(milliseconds: milliseconds)]
  }

  private mutating func timer(_ now: MonotonicInstant) -> [GPSDLink.Action] {
    switch state {
    case .idle, .opening: return []
    case .resting: return open()
    case .probing: return [.close] + rest(policy.rest)
    case .keeping:
      let silence = heardAt.map { now.milliseconds(since: $0) } ?? policy.quiet
      if silence < policy.quiet { return [.arm(milliseconds: policy.quiet - silence)] }
      return [.close] + rest(policy.retry)
    }
  }
}

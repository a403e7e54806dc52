package import FlightModel

/// One port that an instrument may speak on: when to open it and at which speed, when to give it
/// free again, how long to wait.
///
/// absent → opening → listening, one speed after the other → kept → silent → opening → … for ever.
/// A port where nobody speaks is listened to; one where something speaks that is no instrument is
/// given free for a while. The machine holds one timer at a time; the shell performs the actions.
package struct PortMachine: Sendable {
  package enum State: String, Sendable, CaseIterable {
    /// Not started, or stopped.
    case idle
    /// There is no such device or server now.
    case absent
    case opening
    /// Open; nobody has spoken whom we understand.
    case listening
    /// Open; an instrument speaks.
    case kept
    /// An instrument spoke here, and says nothing any more.
    case silent
    /// Something speaks here that is no instrument: closed until the next look.
    case resting
    /// Closed until the next attempt.
    case waiting
    /// Another program has it.
    case busy
    /// This user may not open it.
    case notPermitted = "not-permitted"
    /// Another part of Barograph speaks with the instrument itself.
    case lent
  }

  package enum Event: Equatable, Sendable {
    case start
    case stop
    /// The device was plugged in.
    case plugged
    /// The device was unplugged.
    case unplugged
    case opened
    /// The link could not be opened, or ended; it is closed.
    case closed(LinkFailure)
    /// So many bytes came; told after what they led to.
    case received(Int)
    /// A whole message came that is of no use here: the speed is right.
    case wellFormed
    /// A message was understood.
    case understood
    /// Nobody answers what was asked.
    case unanswered
    /// The timer that `arm` asked for.
    case timer
    case lend
    case giveBack
  }

  package enum Action: Equatable, Sendable {
    case open(speed: Int?)
    case close
    /// Send `timer` after these milliseconds, instead of any earlier timer.
    case arm(milliseconds: Int64)
    case disarm
  }

  package private(set) var state = State.idle
  /// Why the last attempt or link ended; nil while an instrument speaks.
  package private(set) var lastFailure: LinkFailure?
  /// Whether an instrument was understood here since the start.
  package private(set) var hasSpoken = false
  /// Times that an open link was lost.
  package private(set) var lossCount = 0
  /// Times that an instrument fell silent.
  package private(set) var silenceCount = 0

  private let plan: PortPlan
  private let policy: PortPolicy
  private var speedIndex = 0
  private var bytes = 0
  private var isSpeedKnown = false
  private var hasHeardAnything = false
  private var lastAt: MonotonicInstant?
  private var wait: Int64
  private var rest: Int64
  private var silence: Int64

  package init(_ plan: PortPlan, policy: PortPolicy = PortPolicy()) {
    self.plan = plan
    self.policy = policy
    wait = policy.shortestWait
    rest = policy.shortestRest
    silence = policy.silence
  }

  /// Bits a second of this attempt or link; nil where there is no such thing.
  package var speed: Int? { plan.speeds[speedIndex] }

  /// Whether a link is open or being opened.
  package var hasLink: Bool { [.opening, .listening, .kept, .silent].contains(state) }

  /// Takes an event and says what to do.
  package mutating func on(_ event: Event, at now: MonotonicInstant) -> [Action] {
    switch event {
    case .start: return state == .idle ? begin() : []
    case .stop: return leave(for: .idle)
    case .plugged: return state == .absent || state == .waiting ? open() : []
    case .unplugged: return state == .idle || state == .lent ? [] : unplug()
    case .opened: return state == .opening ? opened() : []
    case .closed(let failure): return hasLink ? lost(failure) : []
    case .received(let count): return received(count)
    case .wellFormed: return wellFormed()
    case .understood: return understood(now)
    case .unanswered: return hasLink && state != .opening ? giveUp() : []
    case .timer: return timer(now)
    case .lend: return lend()
    case .giveBack: return state == .lent ? open() : []
    }
  }

  // MARK: Opening and losing

  private mutating func begin() -> [Action] {
    guard plan.settleMs > 0 else { return open() }
    state = .waiting
    return [.arm(milliseconds: plan.settleMs)]
  }

  private mutating func open() -> [Action] {
    state = .opening
    return [.disarm, .open(speed: speed)]
  }

  private mutating func opened() -> [Action] {
    bytes = 0
    // One that spoke before is missed, not looked for.
    state = hasSpoken ? .silent : .listening
    return [.arm(milliseconds: hasSpoken ? silence : policy.silentListening)]
  }

  private mutating func leave(for next: State) -> [Action] {
    defer { state = next }
    return hasLink ? [.close, .disarm] : [.disarm]
  }

  private mutating func unplug() -> [Action] {
    if state == .kept || state == .silent { lossCount += 1 }
    lastFailure = .absent
    return leave(for: .absent)
  }

  private mutating func lost(_ failure: LinkFailure) -> [Action] {
    if state != .opening { lossCount += 1 }
    lastFailure = failure
    switch failure {
    case .absent: state = .absent
    case .busy: state = .busy
    case .notPermitted: state = .notPermitted
    case .gone, .timedOut, .failed: state = .waiting
    }
    return [.arm(milliseconds: backOff())]
  }

  /// A link where nobody answers is opened anew; what is behind it may have been switched off.
  private mutating func giveUp() -> [Action] {
    if state == .kept { silenceCount += 1 }
    lastFailure = .timedOut
    state = .waiting
    return [.close, .arm(milliseconds: min(backOff(), policy.longestUnansweredWait))]
  }

  private mutating func backOff() -> Int64 {
    defer { wait = min(policy.longestWait, wait * 2) }
    return state == .notPermitted || state == .busy ? max(wait, policy.heldWait) : wait
  }

  private mutating func lend() -> [Action] {
    guard state != .idle, state != .lent else { return [] }
    return leave(for: .lent) + [.arm(milliseconds: policy.longestLoan)]
  }

  // MARK: Listening

  private mutating func received(_ count: Int) -> [Action] {
    guard state == .listening || state == .silent else { return [] }
    hasHeardAnything = true
    let isFirst = bytes == 0
    bytes += min(count, policy.listenBytes)
    guard !isSpeedKnown || state == .silent, plan.speeds.count > 1 else { return [] }
    if bytes >= policy.listenBytes { return tryNextSpeed() }
    return isFirst ? [.arm(milliseconds: policy.listen)] : []
  }

  private mutating func wellFormed() -> [Action] {
    guard state == .listening, !isSpeedKnown else { return [] }
    isSpeedKnown = true
    return [.arm(milliseconds: policy.stranger)]
  }

  private mutating func understood(_ now: MonotonicInstant) -> [Action] {
    lastAt = now
    guard state == .listening || state == .silent else { return [] }
    state = .kept
    (hasSpoken, isSpeedKnown, lastFailure) = (true, true, nil)
    (wait, rest, silence) = (policy.shortestWait, policy.shortestRest, policy.silence)
    return [.arm(milliseconds: policy.silence)]
  }

  /// Beyond the last speed, a port where something speaks that nobody understands is given free.
  private mutating func tryNextSpeed() -> [Action] {
    isSpeedKnown = false
    speedIndex = (speedIndex + 1) % plan.speeds.count
    if speedIndex == 0 && hasHeardAnything { return restNow() }
    return [.close] + open()
  }

  private mutating func restNow() -> [Action] {
    defer { rest = min(policy.longestRest, rest * 2) }
    (hasHeardAnything, isSpeedKnown) = (false, false)
    state = .resting
    return [.close, .arm(milliseconds: plan.isConfigured ? policy.shortestWait : rest)]
  }

  // MARK: Time

  private mutating func timer(_ now: MonotonicInstant) -> [Action] {
    switch state {
    case .idle, .opening: return []
    case .absent, .waiting, .busy, .notPermitted, .resting, .lent: return open()
    case .listening: return listenedLongEnough()
    case .kept: return checkSilence(now)
    case .silent:
      silence = min(policy.longestSilence, silence * 2)
      return bytes > 0 && plan.speeds.count > 1 ? tryNextSpeed() : [.close] + open()
    }
  }

  private mutating func listenedLongEnough() -> [Action] {
    if isSpeedKnown && !plan.isConfigured { return restNow() }
    if isSpeedKnown || plan.speeds.count == 1 {
      return [.arm(milliseconds: policy.silentListening)]
    }
    return tryNextSpeed()
  }

  private mutating func checkSilence(_ now: MonotonicInstant) -> [Action] {
    let quiet = lastAt.map { now.milliseconds(since: $0) } ?? policy.silence
    guard quiet >= policy.silence else { return [.arm(milliseconds: policy.silence - quiet)] }
    silenceCount += 1
    bytes = 0
    state = .silent
    return [.arm(milliseconds: silence)]
  }
}

/// How a port is opened.
package struct PortPlan: Equatable, Sendable {
  /// Speeds in the order in which they are tried; one is not left.
  package let speeds: [Int?]
  /// Whether the operator says that an instrument is there: it is never given free.
  package var isConfigured: Bool
  /// How long others may claim the port before it is opened, ms.
  package var settleMs: Int64

  /// Speeds by how often instruments have them: FLARM's default first.
  package static let likelySpeeds: [Int?] = [
    19_200, 38_400, 57_600, 115_200, 9600, 4800, 230_400, 460_800, 921_600,
  ]

  /// At one speed, or at one after the other.
  package init(speeds: [Int?] = likelySpeeds, isConfigured: Bool = false, settleMs: Int64 = 0) {
    self.speeds = speeds.isEmpty ? [nil] : speeds
    self.isConfigured = isConfigured
    self.settleMs = settleMs
  }
}

/// Waits and limits of a port, in milliseconds.
package struct PortPolicy: Equatable, Sendable {
  /// The first wait after a loss; doubles each time until an instrument is understood.
  package var shortestWait: Int64 = 500
  package var longestWait: Int64 = 15_000
  /// The shortest wait for a port that another program has, or this user may not open.
  package var heldWait: Int64 = 5_000
  /// The longest wait where somebody was asked and did not answer.
  package var longestUnansweredWait: Int64 = 5_000
  /// From the first byte until something must have been understood; instruments speak every second.
  package var listen: Int64 = 2_500
  /// The same in bytes: several sentences.
  package var listenBytes = 512
  /// A line where nothing at all comes; the speed cannot be wrong then, so this is no hurry.
  package var silentListening: Int64 = 120_000
  /// What sends well-formed sentences has to send one of use within this.
  package var stranger: Int64 = 30_000
  /// The first rest of a port where something else speaks; doubles.
  package var shortestRest: Int64 = 60_000
  package var longestRest: Int64 = 600_000
  /// An instrument that has said nothing for this long is silent; after as long again it is reopened.
  package var silence: Int64 = 15_000
  /// The longest time between two attempts to wake a silent one.
  package var longestSilence: Int64 = 120_000
  /// A borrower that does not give a port back loses it after this.
  package var longestLoan: Int64 = 7 * 3_600_000

  package init() {}
}

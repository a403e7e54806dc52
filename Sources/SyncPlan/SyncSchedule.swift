package import FlightModel
package import SyncContract

/// When uploads run, and what each answer leads to. A value: it reads no clock and does nothing
/// itself.
///
/// After every event there is either one moment at which it wants to be woken, or a standing that
/// only a person or an event ends: off, blocked, signed out, offline, waiting for an unmetered
/// network. A round that never comes back ends at its deadline.
package struct SyncSchedule: Sendable {
  package let version: String
  package internal(set) var conditions: SyncConditions
  package internal(set) var pause: SyncPause?
  /// The ceiling learned from the server's 413; it never rises by itself.
  package internal(set) var limits: ContractLimits
  /// Counts resets; compared before cursors are written.
  package internal(set) var generation = 0

  /// Below the ceiling after timeouts; each success doubles it up to there.
  var targetBytes: Int
  var rounds = 0
  var round: Round?
  /// Rounds of this drain.
  var drained = 0
  var isYielding = false
  /// Whether a kick has come while a round was under way.
  var isKicked = false

  var now: MonotonicInstant
  var dueAt: MonotonicInstant
  var failures = 0
  var backOffUntil: MonotonicInstant?
  var retryAfterUntil: MonotonicInstant?
  var shoutAt: MonotonicInstant
  private var lastSampleAt: MonotonicInstant?
  private var armed: MonotonicInstant?

  /// `pause` and `limits` are what was kept before the start. A look for rows is due at once.
  package init(
    version: String, conditions: SyncConditions = SyncConditions(), pause: SyncPause? = nil,
    limits: ContractLimits = ContractLimits(), at now: MonotonicInstant
  ) {
    let contract = ContractLimits()
    self.version = version
    self.conditions = conditions
    self.pause = pause
    self.limits = ContractLimits(
      bytes: min(max(limits.bytes, SyncTimings.floorBytes), contract.bytes),
      rows: min(max(limits.rows, 1), contract.rows))
    targetBytes = self.limits.bytes
    self.now = now
    dueAt = now
    shoutAt = now
  }

  /// Takes in an event at a moment. A moment before the last one counts as the last one.
  package mutating func on(_ event: SyncEvent, at moment: MonotonicInstant) -> [SyncAction] {
    now = max(now, moment)
    var actions: [SyncAction] = []
    if event == .wake {
      // The timer is spent: whatever moment comes out below is told again.
      armed = nil
    }
    apply(event, &actions)
    settle(&actions)
    if nextWake != armed {
      armed = nextWake
      actions.append(.wake(armed))
    }
    return actions
  }

  /// When `wake` is wanted; nil where only a person or an event goes on.
  package var nextWake: MonotonicInstant? {
    if let round { return round.deadline }
    switch standing {
    case .paused: return shoutAt
    case .waiting, .working: return readyAt
    case .off, .blocked, .signedOut, .offline, .waitingForUnmetered: return nil
    }
  }

  /// What uploads are doing as of the last event.
  package var standing: SyncStanding {
    if !conditions.isOn { return .off }
    if conditions.permission != .allowed { return .blocked(conditions.permission) }
    if let pause, conditions.isSignedIn || pause.reason == .signInAgain { return .paused(pause) }
    if !conditions.isSignedIn { return .signedOut }
    switch conditions.network {
    case .offline: return .offline
    case .online(let metering) where conditions.isUnmeteredOnly && metering != .unmetered:
      return .waitingForUnmetered(isMeteringKnown: metering == .metered)
    case .online: return round == nil ? .waiting(wait) : .working
    }
  }

  /// Whether a sample was stored in the last 60 s.
  package var isRiding: Bool {
    lastSampleAt.map { now.milliseconds(since: $0) <= SyncTimings.ridingMs } ?? false
  }

  private var wait: SyncWait {
    if let retryAfterUntil, retryAfterUntil > now { return .retryAfter }
    if let backOffUntil, backOffUntil > now { return .backOff }
    return isYielding ? .draining : isRiding ? .riding : .idle
  }

  /// The first moment at which a round may begin.
  var readyAt: MonotonicInstant {
    max(dueAt, backOffUntil ?? dueAt, retryAfterUntil ?? dueAt)
  }
}

extension SyncSchedule {
  private mutating func apply(_ event: SyncEvent, _ actions: inout [SyncAction]) {
    switch event {
    case .wake: break
    case .started: start(&actions)
    case .sampleStored:
      lastSampleAt = now
      dueAt = min(dueAt, now.advanced(byMilliseconds: SyncTimings.rideMs))
    case .recordingStopped, .favoriteEdited: kick()
    case .asked: kick(clearingBackOff: true)
    case .resumed:
      unpause(&actions)
      kick(clearingBackOff: true)
    case .signedIn: signIn(&actions)
    case .signedOut:
      conditions.isSignedIn = false
      if pause?.reason == .signInAgain { unpause(&actions) }
    case .rejected: reject(&actions)
    case .dialectChanged:
      abandon(&actions)
      kick(clearingBackOff: true)
    case .reset: reset(&actions)
    case .switched, .unmeteredOnly, .permission, .network: change(event)
    case .scanned, .scanFailed, .answered, .committed, .commitFailed: report(event, &actions)
    }
  }

  private mutating func change(_ event: SyncEvent) {
    let could = mayRun
    switch event {
    case .switched(let isOn): conditions.isOn = isOn
    case .unmeteredOnly(let isOnly): conditions.isUnmeteredOnly = isOnly
    case .permission(let permission): conditions.permission = permission
    case .network(let network): conditions.network = network
    default: break
    }
    if mayRun && !could { kick(clearingBackOff: true) }
  }

  /// Whether nothing but time stands in the way.
  var mayRun: Bool {
    switch standing {
    case .working, .waiting: true
    default: false
    }
  }

  private mutating func start(_ actions: inout [SyncAction]) {
    guard let pause else { return }
    // Another version may be able to send what this one could not.
    if pause.version != version { unpause(&actions) } else { shoutAt = now }
  }

  /// Makes a round due now; what holds it back by time stays, unless told otherwise. A `Retry-After`
  /// is the server's and always stays.
  private mutating func kick(clearingBackOff: Bool = false) {
    dueAt = min(dueAt, now)
    if round != nil { isKicked = true }
    guard clearingBackOff else { return }
    failures = 0
    backOffUntil = nil
  }

  private mutating func signIn(_ actions: inout [SyncAction]) {
    conditions.isSignedIn = true
    if let reason = pause?.reason, reason == .signInAgain || reason == .forbidden {
      unpause(&actions)
    }
    // A request with the old token would answer for it.
    abandon(&actions)
    kick(clearingBackOff: true)
  }

  private mutating func reject(_ actions: inout [SyncAction]) {
    abandon(&actions)
    actions += [.dropCredential, .refreshAppStatus]
    let isTold = pause?.reason == .signInAgain
    if !isTold { stop(SyncPause(.signInAgain, status: 401, version: version), &actions) }
  }

  private mutating func reset(_ actions: inout [SyncAction]) {
    if let round { actions.append(.cancel(round.ticket)) }
    round = nil
    generation += 1
    conditions.isSignedIn = false
    unpause(&actions)
    let contract = ContractLimits()
    if limits != contract { actions.append(.keepLimits(contract)) }
    limits = contract
    targetBytes = contract.bytes
    retryAfterUntil = nil
    endDrain()
    kick(clearingBackOff: true)
  }

  private mutating func unpause(_ actions: inout [SyncAction]) {
    if pause != nil { actions.append(.keepPause(nil)) }
    pause = nil
  }
}

import FlightModel
import SyncContract

extension SyncSchedule {
  /// A scan, its request and its commit.
  struct Round: Sendable {
    enum Stage: Sendable {
      case scanning
      case sending(Shipment)
      /// `isSent` is false for rows that are only passed over.
      case committing(hasMore: Bool, isSent: Bool)
    }

    let ticket: SyncTicket
    var stage: Stage
    /// When it counts as lost.
    var deadline: MonotonicInstant
  }

  /// What is on its way.
  struct Shipment: Sendable {
    let rows: Int
    let bytes: Int
    let last: CursorAdvance
    let hasMore: Bool
  }

  /// Ends what may not go on, and begins what is due.
  mutating func settle(_ actions: inout [SyncAction]) {
    if let round, round.deadline <= now { expire(round, &actions) }
    if !mayRun { abandon(&actions) }
    if case .paused(let pause) = standing, shoutAt <= now {
      actions.append(.shout(pause))
      shoutAt = now.advanced(byMilliseconds: SyncTimings.shoutMs)
    }
    if mayRun, round == nil, readyAt <= now { begin(&actions) }
  }

  private mutating func begin(_ actions: inout [SyncAction]) {
    rounds += 1
    isYielding = false
    let ticket = SyncTicket(generation: generation, round: rounds)
    round = Round(
      ticket: ticket, stage: .scanning,
      deadline: now.advanced(byMilliseconds: SyncTimings.localMs))
    let bytes = min(targetBytes, limits.bytes)
    actions.append(.scan(ticket, ContractLimits(bytes: bytes, rows: limits.rows)))
  }

  private mutating func expire(_ round: Round, _ actions: inout [SyncAction]) {
    actions.append(.cancel(round.ticket))
    if case .sending(let shipment) = round.stage { lowerTarget(after: shipment) }
    fail()
  }

  /// Gives up a scan or a request. A commit is short and of this machine: it goes on.
  mutating func abandon(_ actions: inout [SyncAction]) {
    guard let round else { return }
    if case .committing = round.stage { return }
    actions.append(.cancel(round.ticket))
    self.round = nil
    dueAt = now
    endDrain()
  }

  /// Takes in what the engine reports; nothing if it is late or out of turn.
  mutating func report(_ event: SyncEvent, _ actions: inout [SyncAction]) {
    guard let round else { return }
    switch (event, round.stage) {
    case (.scanned(round.ticket, let scan), .scanning): scanned(scan, &actions)
    case (.scanFailed(round.ticket), .scanning): fail()
    case (.answered(round.ticket, let answer), .sending(let shipment)):
      answered(answer, to: shipment, &actions)
    case (.committed(round.ticket), .committing(let hasMore, let isSent)):
      committed(hasMore: hasMore, isSent: isSent)
    case (.commitFailed(round.ticket), .committing): fail()
    default: break
    }
  }

  private mutating func scanned(_ scan: SyncScan, _ actions: inout [SyncAction]) {
    guard let ticket = round?.ticket else { return }
    switch scan {
    case .nothing:
      failures = 0
      rest()
    case .passedOver(let hasMore):
      drained += 1
      commit(hasMore: hasMore, isSent: false, &actions)
    case .rows(let rows, let bytes, let last, let hasMore):
      drained += 1
      let timeoutMs = SyncTimings.timeoutMs(bytes: bytes)
      advance(
        to: .sending(Shipment(rows: rows, bytes: bytes, last: last, hasMore: hasMore)),
        within: timeoutMs + SyncTimings.localMs)
      actions.append(.send(ticket, timeoutMs: timeoutMs))
    case .unsendable(let fault): stop(SyncPause(fault, version: version), &actions)
    }
  }

  private mutating func advance(to stage: Round.Stage, within milliseconds: Int64) {
    round?.stage = stage
    round?.deadline = now.advanced(byMilliseconds: milliseconds)
  }

  mutating func commit(hasMore: Bool, isSent: Bool, _ actions: inout [SyncAction]) {
    guard let ticket = round?.ticket else { return }
    advance(to: .committing(hasMore: hasMore, isSent: isSent), within: SyncTimings.localMs)
    actions.append(.commit(ticket))
  }

  private mutating func committed(hasMore: Bool, isSent: Bool) {
    if isSent {
      failures = 0
      targetBytes = min(targetBytes * 2, limits.bytes)
    }
    if hasMore { goOn() } else { rest() }
  }

  /// The next round of a drain, or the rest after its last one.
  mutating func goOn() {
    round = nil
    isKicked = false
    dueAt = now
    guard drained >= SyncTimings.drainRequests else { return }
    drained = 0
    isYielding = true
    dueAt = now.advanced(byMilliseconds: SyncTimings.yieldMs)
  }

  /// Until the next tick, unless someone has asked in between.
  private mutating func rest() {
    let interval = isRiding ? SyncTimings.rideMs : SyncTimings.idleMs
    dueAt = isKicked ? now : now.advanced(byMilliseconds: interval)
    round = nil
    endDrain()
  }

  /// A transient failure: the same rows again after back-off.
  mutating func fail() {
    failures += 1
    backOffUntil = now.advanced(byMilliseconds: SyncTimings.backOffMs(failures: failures))
    round = nil
    dueAt = now
    endDrain()
  }

  /// A permanent failure: nothing moves until a person acts.
  mutating func stop(_ pause: SyncPause, _ actions: inout [SyncAction]) {
    self.pause = pause
    round = nil
    dueAt = now
    endDrain()
    actions.append(.keepPause(pause))
    // Told with the standing, so that a pause that something outranks is told once that is over.
    shoutAt = now
  }

  mutating func endDrain() {
    drained = 0
    isYielding = false
    isKicked = false
  }
}

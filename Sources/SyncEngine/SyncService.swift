import FlightModel
package import Log
import SyncContract
package import SyncPlan
import Synchronization

/// Carries out what `SyncSchedule` decides, and keeps the account: the only part of uploads that
/// knows store, network and clock, each behind a protocol.
///
/// Everything of it runs on one executor. Its exchanges with a server, its alarm and what it owes the
/// store all end by a deadline of this machine, so that nothing that is lost elsewhere stops it.
package actor SyncService {
  nonisolated let executor: any SerialExecutor & TaskExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  let settings: SyncSettings
  let store: any SyncStore
  let transport: any SyncTransport
  let credentials: any CredentialStore
  nonisolated let clock: any SyncClock
  let listener: any SyncListener
  let log: Logger

  var schedule: SyncSchedule
  var kept = KeptState()
  var round: Round?
  var ahead: BatchAhead?
  var life = Life()
  var exchanges = Exchanges()
  var debts = Debts()
  var account = Account()
  var revocations = Revocations()
  var handshake = Handshake()
  var failures: FailureLog
  var progress: Progress
  private var armedAt: MonotonicInstant?
  private nonisolated let lastSample = Atomic<Int64>(.min / 2)

  /// Nothing happens before `start`.
  package init(
    _ settings: SyncSettings, store: any SyncStore, transport: any SyncTransport,
    credentials: any CredentialStore, clock: any SyncClock, listener: any SyncListener,
    log: Logger, on executor: any SerialExecutor & TaskExecutor
  ) {
    self.settings = settings
    self.store = store
    self.transport = transport
    self.credentials = credentials
    self.clock = clock
    self.listener = listener
    self.log = log
    self.executor = executor
    let now = clock.now()
    schedule = SyncSchedule(version: settings.version, at: now)
    failures = FailureLog()
    progress = Progress(at: now)
  }

  // MARK: What happens elsewhere

  /// A sample is in the store; costs two reads of memory and one of the clock when told each second.
  package nonisolated func sampleStored() {
    let now = clock.now().nanoseconds
    let last = lastSample.load(ordering: .relaxed)
    guard now - last >= EngineTimings.sampleMs * 1_000_000 else { return }
    lastSample.store(now, ordering: .relaxed)
    Task(executorPreference: executor) { await self.handle(.sampleStored) }
  }

  /// A recording has stopped, and its last row is in the store.
  package func recordingStopped() { handle(.recordingStopped) }
  /// A favorite was edited, and that is in the store.
  package func favoriteEdited() { handle(.favoriteEdited) }

  /// A person wants it now.
  package func asked() {
    handshake.hurry(at: clock.now(), ifBlocked: schedule.conditions.permission)
    handle(.asked)
  }

  /// A person ends a pause.
  package func resumed() {
    handshake.hurry(at: clock.now(), ifBlocked: schedule.conditions.permission)
    handle(.resumed)
  }

  /// The master switch, already kept by the store.
  package func switched(isOn: Bool) {
    kept.isOn = isOn
    life.isOn = isOn
    if life.isStarted { handle(.switched(isOn: isOn)) }
  }

  /// Whether only unmetered connections may be used, already kept by the store.
  package func unmeteredOnly(_ isOnly: Bool) {
    kept.isUnmeteredOnly = isOnly
    life.isUnmeteredOnly = isOnly
    if life.isStarted { handle(.unmeteredOnly(isOnly)) }
  }

  /// The network, as far as uploads care.
  package func network(_ network: SyncNetwork) {
    let could = mayUseNetwork
    handle(.network(network))
    guard mayUseNetwork, !could else { return }
    handshake.networkReturned(at: clock.now())
    revocations.networkReturned(at: clock.now())
    settle()
  }

  // MARK: The loop

  /// Tells the schedule and does what it wants.
  func handle(_ event: SyncEvent) {
    for action in schedule.on(event, at: clock.now()) { perform(action) }
    settle()
  }

  private func perform(_ action: SyncAction) {
    switch action {
    // The schedule gives such a round up by its deadline.
    case _ where life.isHalted && action.isRound: break
    case .scan(let ticket, let limits): spawn { await $0.scan(ticket, limits) }
    case .send(let ticket, let timeoutMs): spawn { await $0.send(ticket, timeoutMs: timeoutMs) }
    case .commit(let ticket): spawn { await $0.commit(ticket) }
    case .cancel(let ticket): cancelRound(ticket)
    case .keepLimits: owe(.limits)
    case .keepPause(let pause):
      owe(.pause)
      if let pause { notePause(pause) }
    case .shout(let pause): listener.shout(pause)
    case .dropCredential: dropCredential()
    case .refreshAppStatus: handshake.dueAt = clock.now()
    // `settle` arms for the schedule's own moment and the others.
    case .wake: break
    }
  }

  /// Begins what is due beside the rounds, and sets the alarm.
  func settle() {
    exchanges.expire(at: clock.now())
    if !life.isHalted {
      settleStart()
      settleDebts()
      settleHandshake()
      settleRevocations()
      flushFailures()
    }
    rearm()
  }

  func rearm() {
    let next = nextWake
    guard next != armedAt else { return }
    armedAt = next
    clock.arm(at: next) { [weak self] in self?.ring() }
  }

  /// The first moment at which something is due; nil where only an event or a person goes on.
  var nextWake: MonotonicInstant? {
    var moments = [exchanges.nextDeadline]
    if !life.isHalted {
      moments += [schedule.nextWake, life.retryAt, debts.retryAt]
      if mayAskStatus, handshake.asking == nil { moments.append(handshake.dueAt) }
      if mayUseNetwork, !revocations.isRunning { moments.append(revocations.nextDueAt) }
    }
    return moments.compactMap { $0 }.min()
  }

  private nonisolated func ring() {
    Task(executorPreference: executor) { await self.rung() }
  }

  private func rung() {
    armedAt = nil
    handle(.wake)
  }

  /// Begins a task of this actor on its executor, never on the pool.
  @discardableResult
  func spawn(
    _ body: @escaping @Sendable (isolated SyncService) async -> Void
  ) -> Task<Void, Never> {
    Task(executorPreference: executor) { await body(self) }
  }

  // MARK: What is known

  /// The server: the configured one, that of the token, or that of the last sign-in.
  package var origin: ServerOrigin? { settings.origin ?? account.credential?.origin ?? kept.origin }

  var dialect: ContractDialect { origin.flatMap { kept.dialects[$0] } ?? .strict }

  /// Whether only unmetered connections may be used.
  package var isUnmeteredOnly: Bool { schedule.conditions.isUnmeteredOnly }

  /// Whether the network is there and may be used for what costs next to nothing.
  var mayUseNetwork: Bool {
    guard case .online(let metering) = schedule.conditions.network else { return false }
    return !schedule.conditions.isUnmeteredOnly || metering == .unmetered
  }
}

extension SyncAction {
  /// Whether this is a step of a round.
  fileprivate var isRound: Bool {
    switch self {
    case .scan, .send, .commit: true
    default: false
    }
  }
}

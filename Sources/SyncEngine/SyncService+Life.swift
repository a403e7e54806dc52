import FlightModel
import Log
import SyncPlan

extension SyncService {
  /// Where the service stands between start and end.
  struct Life {
    var isStarted = false
    /// Between `reset` or `shutdown` and the next `start`: the store is not touched.
    var isHalted = false
    var isStarting = false
    var isVerifying = false
    /// Counts resets and shutdowns, so that what was begun before them ends without effect.
    var epoch = 0
    /// A reset has voided the token, and it is not removed yet.
    var isTokenVoid = false
    /// When the state or the credential is read again after a failure.
    var retryAt: MonotonicInstant?
    /// Settings that were told while the state was being read.
    var isOn: Bool?
    var isUnmeteredOnly: Bool?
    /// Calls to the store and the credential under way, and who waits for their end.
    var writes = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// Reads what was kept and begins; also after `reset`, once the new database is in place. What
  /// cannot be read is tried again by itself.
  package func start() async {
    guard !life.isStarting else { return }
    life.isStarting = true
    life.retryAt = nil
    let epoch = life.epoch
    let before = account.credential
    do {
      let state = try await writing { try await store.state() }
      let loaded = await loadCredential(for: state)
      // A sign-in or sign-out meanwhile knows better.
      let isOvertaken = account.isChanging || account.credential != before
      if epoch == life.epoch { begin(with: state, isOvertaken ? account.credential : loaded) }
    } catch {
      log.warning("the state of uploads cannot be read and is tried again: \(error)")
      life.retryAt = clock.now().advanced(byMilliseconds: EngineTimings.localRetryMs)
    }
    // After a reset the flag is that of the next start.
    guard epoch == life.epoch else { return }
    life.isStarting = false
    settle()
  }

  /// Ends everything of the account and the database for good: nothing of them is sent or committed
  /// after this has returned. The token is removed and, as soon as that works, revoked. Follow with
  /// `start` when the new database is in place.
  package func reset() async {
    life.epoch += 1
    let old = account.credential
    account = Account()
    handle(.reset)
    halt()
    life.isTokenVoid = true
    kept = KeptState()
    progress = Progress(at: clock.now())
    await idle()
    if let old { revocations.add(old, at: clock.now()) }
    do {
      try await dropVoidToken()
    } catch {
      log.error("the Device Token of the account before cannot be removed yet: \(error)")
    }
  }

  /// Ends what is under way; returns when no call to the store is left.
  package func shutdown() async {
    life.epoch += 1
    halt()
    await idle()
  }

  private func halt() {
    life.isHalted = true
    life.isStarting = false
    life.retryAt = nil
    life.isOn = nil
    life.isUnmeteredOnly = nil
    round = nil
    debts = Debts()
    let waiters = handshake.waiters
    handshake = Handshake()
    for waiter in waiters { waiter.resume() }
    exchanges.cancelAll()
    settle()
  }

  private func begin(with state: KeptState, _ credential: DeviceCredential?) {
    let lastSuccessAtMs = kept.lastSuccessAtMs
    kept = state
    kept.lastSuccessAtMs = lastSuccessAtMs ?? state.lastSuccessAtMs
    kept.isOn = life.isOn ?? state.isOn
    kept.isUnmeteredOnly = life.isUnmeteredOnly ?? state.isUnmeteredOnly
    if !life.isStarted || life.isHalted || account.credential != credential {
      handshake.dueAt = clock.now()
    }
    life.isHalted = false
    account.credential = credential
    if state.pause?.reason == .signInAgain {
      account.isRejected = true
      // The token was dead already, and the power was cut before it was removed.
      if state.pause?.version == settings.version { dropCredential() }
    }
    if !life.isStarted { makeSchedule() }
    life.isStarted = true
    handle(.switched(isOn: kept.isOn))
    handle(.unmeteredOnly(kept.isUnmeteredOnly))
    if account.credential != nil, !schedule.conditions.isSignedIn { handle(.signedIn) }
  }

  /// Only once: tickets of an older schedule must never be mistaken for those of a newer one.
  private func makeSchedule() {
    var conditions = schedule.conditions
    conditions.isOn = kept.isOn
    conditions.isUnmeteredOnly = kept.isUnmeteredOnly
    conditions.isSignedIn = account.credential != nil
    schedule = SyncSchedule(
      version: settings.version, conditions: conditions, pause: kept.pause, limits: kept.limits,
      at: clock.now())
    handle(.started)
  }

  func settleStart() {
    guard let retryAt = life.retryAt, retryAt <= clock.now() else { return }
    life.retryAt = nil
    spawn { await $0.start() }
  }

  /// Counts a call to the store, so that `idle` can wait for its end.
  func writing<Result: Sendable>(
    _ body: () async throws -> Result
  ) async throws -> Result {
    life.writes += 1
    defer { wrote() }
    return try await body()
  }

  private func wrote() {
    life.writes -= 1
    guard life.writes == 0 else { return }
    let waiters = life.waiters
    life.waiters = []
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until no call to the store is under way.
  func idle() async {
    while life.writes > 0 {
      await withCheckedContinuation { life.waiters.append($0) }
    }
  }
}

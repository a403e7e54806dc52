import FlightModel
import JSON
import SyncContract
import SyncPlan

extension SyncService {
  /// What is known of App Status, and when it is asked for again.
  struct Handshake {
    /// Whom a question goes to.
    struct Target: Equatable {
      let origin: ServerOrigin
      let token: String?
    }

    /// The last good answer of this server; never kept over a restart.
    var status: AppStatus?
    var fetchedAt: MonotonicInstant?
    var asking: Target?
    var exchange: Int?
    var waiters: [CheckedContinuation<Void, Never>] = []
    var failures = 0
    var dueAt: MonotonicInstant?
    /// A dialect that the store has still to be told of.
    var pendingDialect: (origin: ServerOrigin, dialect: ContractDialect)?

    mutating func networkReturned(at now: MonotonicInstant) {
      if failures > 0 { dueAt = now }
    }

    /// A person who waits for a new verdict gets it now.
    mutating func hurry(at now: MonotonicInstant, ifBlocked permission: SyncPermission) {
      if permission != .allowed { dueAt = now }
    }
  }

  /// Asks the server for its App Status; whoever asks while a question is under way gets its answer.
  package func refreshAppStatus() async {
    while let target = statusTarget, !life.isHalted {
      guard let running = handshake.asking else { return await ask(target) }
      // A question with another token, or to another server, does not count.
      if running != target, let id = handshake.exchange { exchanges.finish(id, with: .cancelled) }
      await withCheckedContinuation { handshake.waiters.append($0) }
      if running == target { return }
    }
  }

  private var statusTarget: Handshake.Target? {
    origin.map { Handshake.Target(origin: $0, token: account.credential?.token) }
  }

  var mayAskStatus: Bool {
    life.isStarted && kept.isOn && mayUseNetwork && origin != nil
  }

  func settleHandshake() {
    guard let dueAt = handshake.dueAt, dueAt <= clock.now(), mayAskStatus,
      handshake.asking == nil, let target = statusTarget
    else { return }
    handshake.asking = target
    spawn { await $0.ask(target) }
  }

  private func ask(_ target: Handshake.Target) async {
    handshake.asking = target
    handshake.dueAt = nil
    let epoch = life.epoch
    var request = SyncRequest(.get, "/api/app-status", at: target.origin, bearer: target.token)
    request.timeoutMs = EngineTimings.shortMs
    request.answerLimit = JSONValue.longestAnswer
    let id = exchanges.takeID()
    handshake.exchange = id
    let reply = await exchange(request, as: id)
    guard epoch == life.epoch else { return }
    handshake.asking = nil
    handshake.exchange = nil
    if target.origin == origin { take(reply, to: target) }
    let waiters = handshake.waiters
    handshake.waiters = []
    for waiter in waiters { waiter.resume() }
    settle()
  }

  private func take(_ reply: SyncReply, to target: Handshake.Target) {
    guard case .answer(let response) = reply, response.status == 200,
      let status = AppStatus(response.body)
    else { return fail(reply, to: target) }
    handshake.status = status
    handshake.failures = 0
    handshake.fetchedAt = clock.now()
    postpone(EngineTimings.appStatusMs)
    take(status, of: target)
  }

  private func fail(_ reply: SyncReply, to target: Handshake.Target) {
    handshake.failures += 1
    var waitMs = EngineTimings.retryMs(failures: handshake.failures)
    if case .answer(let response) = reply {
      if response.status == 401 { reject(target.token) }
      if let header = response.retryAfter {
        waitMs = max(waitMs, RetryAfter.waitMs(header, date: response.date))
      }
    }
    postpone(waitMs)
  }

  /// Unless somebody has asked for it sooner in the meantime.
  private func postpone(_ milliseconds: Int64) {
    if handshake.dueAt == nil {
      handshake.dueAt = clock.now().advanced(byMilliseconds: milliseconds)
    }
  }

  private func take(_ status: AppStatus, of target: Handshake.Target) {
    settleDialect(status.capabilities.contains("extended") ? .extended : .strict, of: target.origin)
    if let token = target.token, token == account.credential?.token {
      switch status.deviceToken {
      case .valid(let expiresAtMs?) where account.credential?.expiresAtMs != expiresAtMs:
        account.credential?.expiresAtMs = expiresAtMs
        owe(.credential)
      case .expired, .revoked: reject(token)
      case .valid, nil: break
      }
    }
    handle(.permission(SyncPermission(status.version.status)))
  }

  // MARK: Dialect

  private func settleDialect(_ dialect: ContractDialect, of origin: ServerOrigin) {
    guard kept.dialects[origin] != dialect else { return }
    handshake.pendingDialect = (origin, dialect)
    owe(.dialect)
  }

  /// Whether the dialect is about to change, and cursors with it: what is read or committed now would
  /// be of the one before.
  var isDialectOpen: Bool {
    handshake.pendingDialect.map { $0.origin == origin && $0.dialect != dialect } ?? false
  }

  func keepDialect() async throws {
    guard let (origin, dialect) = handshake.pendingDialect else { return }
    let epoch = life.epoch
    try await store.keep(dialect: dialect, of: origin)
    guard epoch == life.epoch else { return }
    let isChanged = self.dialect != dialect
    kept.dialects[origin] = dialect
    guard let pending = handshake.pendingDialect, pending == (origin, dialect) else { return }
    handshake.pendingDialect = nil
    if isChanged { handle(.dialectChanged) }
  }
}

extension SyncPermission {
  init(_ verdict: AppStatus.Verdict) {
    switch verdict {
    case .current, .updateWarning: self = .allowed
    case .onlineBlocked: self = .onlineBlocked
    case .appBlocked: self = .appBlocked
    }
  }
}

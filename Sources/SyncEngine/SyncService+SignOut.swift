import FlightModel
import Log
import SyncPlan

/// What has become of the token at sign-out.
package enum SignOutOutcome: Equatable, Sendable {
  /// The server knows that it is void.
  case revoked
  /// It is gone from here; the server is told as soon as that works. With the cause.
  case queued(String)
}

extension SyncService {
  /// Tokens of which a server has still to be told.
  struct Revocations {
    var queue: [DeviceCredential] = []
    var isRunning = false
    var dueAt: MonotonicInstant?
    private var failures = 0

    var nextDueAt: MonotonicInstant? { queue.isEmpty ? nil : dueAt }

    mutating func add(_ credential: DeviceCredential, at now: MonotonicInstant) {
      if !queue.contains(credential) { queue.append(credential) }
      if dueAt == nil { dueAt = now }
    }

    mutating func remove(_ credential: DeviceCredential) {
      queue.removeAll { $0 == credential }
      failures = 0
      if queue.isEmpty { dueAt = nil }
    }

    mutating func postpone(at now: MonotonicInstant) {
      failures += 1
      dueAt = now.advanced(byMilliseconds: EngineTimings.retryMs(failures: failures))
    }

    mutating func networkReturned(at now: MonotonicInstant) {
      if !queue.isEmpty { dueAt = now }
    }
  }

  /// Stops uploads at once, removes the token and revokes it. Binding, data and cursors stay.
  package func signOut() async throws(AccountFault) -> SignOutOutcome {
    guard !account.isChanging, !life.isHalted else { throw .busy }
    guard let old = account.credential else {
      guard account.isRejected else { throw .notSignedIn }
      account.isRejected = false
      handle(.signedOut)
      return .revoked
    }
    account.isChanging = true
    account.credential = nil
    debts.owed.remove(.credential)
    handle(.signedOut)
    await idle()
    let outcome = await forget(old)
    account.isChanging = false
    settle()
    return try outcome.get()
  }

  /// The token is noted as one to revoke before the server is asked: a power cut forgets nothing.
  private func forget(
    _ old: DeviceCredential
  ) async -> Result<SignOutOutcome, AccountFault> {
    var fault: AccountFault?
    do {
      try await writing { try await credentials.remove(mustRevoke: true) }
    } catch {
      fault = .storage("\(error)")
    }
    let cause = await revoke(old)
    if let fault { return .failure(fault) }
    guard let cause else { return .success(.revoked) }
    revocations.add(old, at: clock.now())
    revocations.postpone(at: clock.now())
    return .success(.queued(cause))
  }

  /// After a reset whatever token there is goes as at sign-out: one that was left would claim the
  /// next database for the account before.
  func dropVoidToken() async throws {
    guard life.isTokenVoid else { return }
    try await credentials.remove(mustRevoke: true)
    life.isTokenVoid = false
  }

  /// A fresh token that is not used after all.
  func revokeOrQueue(_ fresh: DeviceCredential) async {
    guard await revoke(fresh) != nil else { return }
    do {
      try await writing { try await credentials.queueRevocation(of: fresh) }
    } catch {
      log.warning("a token that must be revoked cannot be noted: \(error)")
    }
    revocations.add(fresh, at: clock.now())
    revocations.postpone(at: clock.now())
  }

  /// Nil once the server has said that the token is void, otherwise the cause.
  private func revoke(_ credential: DeviceCredential) async -> String? {
    let request = SyncRequest(
      .delete, "/api/auth/device-tokens/current", at: credential.origin, bearer: credential.token)
    switch await exchange(request) {
    case .answer(let response) where (200...299).contains(response.status): break
    case .answer(let response) where response.status == 401: break
    case .answer(let response): return "the server answers \(response.status)"
    case .unreachable(let text): return text
    case .timedOut: return "no answer in time"
    case .cancelled: return "given up"
    }
    do {
      try await writing { try await credentials.revoked(credential) }
    } catch {
      return "the token cannot be struck off: \(error)"
    }
    revocations.remove(credential)
    return nil
  }

  func settleRevocations() {
    guard let dueAt = revocations.nextDueAt, dueAt <= clock.now(), mayUseNetwork,
      !revocations.isRunning
    else { return }
    revocations.isRunning = true
    spawn { await $0.revokeQueued() }
  }

  private func revokeQueued() async {
    for credential in revocations.queue {
      guard !life.isHalted else { break }
      if await revoke(credential) != nil {
        revocations.postpone(at: clock.now())
        break
      }
    }
    revocations.isRunning = false
    settle()
  }
}

extension Result {
  /// What an asynchronous body returns or throws.
  static func of(
    _ body: () async throws(Failure) -> Success
  ) async -> Result<Success, Failure> {
    do {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}

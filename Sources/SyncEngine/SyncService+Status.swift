import FlightModel
import SyncPlan

extension SyncService {
  /// What uploads are doing, with what waits; a database that belongs to nobody is not looked through
  /// for what it would send.
  package func status() async -> SyncStatus {
    let dialect = dialect
    let isNobodys = kept.accountID == nil && account.credential == nil
    let backlog =
      life.isHalted || !life.isStarted || isNobodys
      ? nil : try? await writing { try await store.backlog(in: dialect) }
    return status(with: backlog)
  }

  private func status(with backlog: SyncBacklog?) -> SyncStatus {
    let now = clock.now()
    let ageMs = backlog?.oldestAtMs.map { max(0, clock.utcNowMs() - $0) }
    return SyncStatus(
      line: line(with: backlog), standing: schedule.standing, account: accountState,
      accountID: kept.accountID, origin: origin, dialect: dialect,
      expiresAtMs: account.credential?.expiresAtMs, lastSuccessAtMs: kept.lastSuccessAtMs,
      backlog: backlog, oldestPendingAgeMs: ageMs,
      isStale: isStale(backlog, at: now),
      nextWakeMs: nextWake.map { max(0, $0.milliseconds(since: now)) },
      lastFailure: failures.last, queuedRevocations: revocations.queue.count,
      appStatus: handshake.status,
      appStatusAgeMs: handshake.fetchedAt.map { now.milliseconds(since: $0) })
  }

  private var accountState: SyncStatus.AccountState {
    if account.credential != nil { return .ready }
    if let fault = account.fault { return .unreadable(fault) }
    return account.isRejected ? .rejected : .signedOut
  }

  private func line(with backlog: SyncBacklog?) -> SyncStatus.Line {
    switch schedule.standing {
    case .off: return .off
    case .blocked(let permission): return .blocked(permission)
    case .paused(let pause): return .paused(pause)
    case .signedOut: return .signedOut
    case .offline: return .offline
    case .waitingForUnmetered(let isKnown): return .waitingForUnmetered(isMeteringKnown: isKnown)
    case .working, .waiting: break
    }
    guard let backlog else { return .unknown }
    guard backlog.rows > 0 || backlog.blobs > 0 else {
      return .upToDate(ageMs: kept.lastSuccessAtMs.map { max(0, clock.utcNowMs() - $0) })
    }
    return failures.last == nil
      ? .syncing(rows: backlog.rows, bytes: backlog.bytes)
      : .retrying(rows: backlog.rows, bytes: backlog.bytes)
  }

  /// Judged by the monotonic clock: rows of an old import are not late, and a wrong date hides
  /// nothing.
  private func isStale(_ backlog: SyncBacklog?, at now: MonotonicInstant) -> Bool {
    switch schedule.standing {
    case .working, .waiting: break
    default: return false
    }
    let waits = backlog.map { $0.rows > 0 || $0.blobs > 0 } ?? true
    return waits && now.milliseconds(since: progress.lastAt) > EngineTimings.staleMs
  }
}

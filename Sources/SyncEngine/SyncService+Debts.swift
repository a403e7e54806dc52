import FlightModel
import Log
import SyncPlan

extension SyncService {
  /// What has still to be written down. Each is written as it is then, so that only the last value
  /// counts, and again until it has worked; a pause before the token whose death it tells of.
  enum Debt: Int, CaseIterable { case dialect, pause, credential, limits, success }

  struct Debts {
    var owed: Set<Debt> = []
    var isPaying = false
    var retryAt: MonotonicInstant?
  }

  func owe(_ debt: Debt) {
    debts.owed.insert(debt)
  }

  func settleDebts() {
    if let retryAt = debts.retryAt {
      guard retryAt <= clock.now() else { return }
      debts.retryAt = nil
    }
    guard !debts.owed.isEmpty, !debts.isPaying else { return }
    debts.isPaying = true
    spawn { await $0.pay() }
  }

  private func pay() async {
    let epoch = life.epoch
    while epoch == life.epoch, let debt = Debt.allCases.first(where: debts.owed.contains) {
      debts.owed.remove(debt)
      do {
        try await writing { try await pay(debt) }
      } catch {
        guard epoch == life.epoch else { return }
        log.warning("the \(debt) of uploads cannot be kept and is tried again: \(error)")
        debts.owed.insert(debt)
        debts.retryAt = clock.now().advanced(byMilliseconds: EngineTimings.localRetryMs)
        break
      }
    }
    guard epoch == life.epoch else { return }
    debts.isPaying = false
    settle()
  }

  private func pay(_ debt: Debt) async throws {
    switch debt {
    case .dialect: try await keepDialect()
    case .credential:
      if let credential = account.credential {
        try await credentials.save(credential)
      } else {
        try await credentials.remove(mustRevoke: false)
      }
    case .pause: try await store.keep(pause: schedule.pause)
    case .limits: try await store.keep(limits: schedule.limits)
    case .success:
      if let atMs = kept.lastSuccessAtMs { try await store.keep(successAtMs: atMs) }
    }
  }
}

import ControlAPI
import FlightModel
import Synchronization

/// Facts that several parts tell and the status shows.
final class SharedState: Sendable {
  private struct Facts {
    var isStopping = false
    var databaseFault: String?
    var setAside: [String] = []
    var observed = ObservedFacts()
  }

  private let facts = Mutex(Facts())

  var isStopping: Bool { facts.withLock { $0.isStopping } }
  var databaseFault: String? { facts.withLock { $0.databaseFault } }

  func stop() { facts.withLock { $0.isStopping = true } }

  func note(databaseFault: String?) { facts.withLock { $0.databaseFault = databaseFault } }

  /// Where broken databases went since the start, as of the last round of the watchdog.
  var setAside: [String] { facts.withLock { $0.setAside } }

  /// What was seen besides.
  var observed: ObservedFacts { facts.withLock { $0.observed } }

  func note(databaseCheck check: DatabaseCheck) {
    facts.withLock { $0.observed.databaseCheck = check }
  }

  /// Compares with the time before.
  func note(_ seen: StatusFacts, at now: UTCInstant, sinceBoot: MonotonicInstant) {
    facts.withLock { $0.observed.note(seen, at: now, sinceBoot: sinceBoot) }
  }

  func note(setAside paths: [String]) { facts.withLock { $0.setAside = paths } }
}

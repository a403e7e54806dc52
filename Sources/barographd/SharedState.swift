import Synchronization

/// Facts that several parts tell and the status shows.
final class SharedState: Sendable {
  private struct Facts {
    var isStopping = false
    var databaseFault: String?
    var setAside: [String] = []
  }

  private let facts = Mutex(Facts())

  var isStopping: Bool { facts.withLock { $0.isStopping } }
  var databaseFault: String? { facts.withLock { $0.databaseFault } }

  func stop() { facts.withLock { $0.isStopping = true } }

  func note(databaseFault: String?) { facts.withLock { $0.databaseFault = databaseFault } }

  /// Where broken databases went since the start, as of the last round of the watchdog.
  var setAside: [String] { facts.withLock { $0.setAside } }

  func note(setAside paths: [String]) { facts.withLock { $0.setAside = paths } }
}

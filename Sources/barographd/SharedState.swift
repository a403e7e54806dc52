import Store
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

  func note(databaseFault: String) { facts.withLock { $0.databaseFault = databaseFault } }

  /// Where broken databases went since the start.
  func setAside(_ store: StoreWriter) async -> [String] {
    guard let now = try? await store.perform({ (db) throws(StoreError) in db.setAside }) else {
      return facts.withLock { $0.setAside }
    }
    facts.withLock { $0.setAside = now }
    return now
  }
}

import Synchronization

/// The bytes that all connections of a server may hold together.
final class BufferBudget: Sendable {
  /// A part of the budget, given back when its last owner lets go of it.
  final class Share: Sendable {
    private let budget: BufferBudget
    private let bytes: Int

    fileprivate init(_ budget: BufferBudget, _ bytes: Int) {
      self.budget = budget
      self.bytes = bytes
    }

    deinit { budget.used.withLock { $0 -= bytes } }
  }

  private let limit: Int
  private let used = Mutex(0)

  init(limit: Int) { self.limit = limit }

  /// Sets bytes aside; nil when so many are not left.
  func reserve(_ bytes: Int) -> Share? {
    let fits = used.withLock { used in
      guard bytes <= limit - used else { return false }
      used += bytes
      return true
    }
    return fits ? Share(self, bytes) : nil
  }
}

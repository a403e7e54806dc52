import Synchronization

/// Bytes that requests hold unpacked, all together.
final class ByteBudget: Sendable {
  /// A part of it, given back when its last owner lets go.
  final class Share: Sendable {
    private let budget: ByteBudget
    private let bytes: Int

    fileprivate init(_ budget: ByteBudget, _ bytes: Int) {
      self.budget = budget
      self.bytes = bytes
    }

    deinit { budget.used.withLock { $0 -= bytes } }
  }

  private let limit: Int
  private let retryAfter: Int
  private let used = Mutex(0)

  init(limit: Int, retryAfter: Int) {
    self.limit = limit
    self.retryAfter = retryAfter
  }

  /// Sets bytes aside, or throws 503 when others hold so many that these do not fit.
  func reserve(_ bytes: Int) throws(ReceiverFault) -> Share {
    let fits = used.withLock { used in
      guard used == 0 || bytes <= limit - used else { return false }
      used += bytes
      return true
    }
    guard fits else { throw .later(503, "unavailable", seconds: retryAfter) }
    return Share(self, bytes)
  }
}

import SyncEngine
import Synchronization

/// Answers as a test says: at once by a rule, or later by hand.
final class ScriptedTransport: SyncTransport {
  enum Step: Sendable {
    case reply(SyncReply)
    /// Until the test answers, or the task is cancelled.
    case wait
    /// Never, not even when cancelled: a transport that is broken.
    case never
  }

  private struct State {
    var rule: @Sendable (SyncRequest) -> Step = { _ in .wait }
    var requests: [SyncRequest] = []
    var waiters: [Int: CheckedContinuation<SyncReply, Never>] = [:]
    var cancelled: [Int] = []
  }

  private let state = Mutex(State())

  func follow(_ rule: @escaping @Sendable (SyncRequest) -> Step) {
    state.withLock { $0.rule = rule }
  }

  var requests: [SyncRequest] { state.withLock { $0.requests } }
  /// Of the requests, those that were cancelled.
  var cancelled: [Int] { state.withLock { $0.cancelled } }
  /// Of the requests, those that wait for an answer.
  var open: [Int] { state.withLock { $0.waiters.keys.sorted() } }

  func requests(to path: String) -> [SyncRequest] { requests.filter { $0.path == path } }

  /// Answers a request that waits.
  func answer(_ index: Int, _ reply: SyncReply) {
    state.withLock { $0.waiters.removeValue(forKey: index) }?.resume(returning: reply)
  }

  func send(_ request: SyncRequest) async -> SyncReply {
    let (index, rule) = state.withLock { state in
      state.requests.append(request)
      return (state.requests.count - 1, state.rule)
    }
    let step = rule(request)
    if case .reply(let reply) = step { return reply }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        state.withLock { $0.waiters[index] = waiter }
      }
    } onCancel: {
      state.withLock { $0.cancelled.append(index) }
      if case .wait = step { answer(index, .cancelled) }
    }
  }
}

extension SyncReply {
  static func status(
    _ status: Int, _ body: String = "", retryAfter: String? = nil, nextPage: String? = nil
  ) -> SyncReply {
    .answer(
      SyncResponse(
        status: status, body: Array(body.utf8), retryAfter: retryAfter, nextPage: nextPage))
  }
}

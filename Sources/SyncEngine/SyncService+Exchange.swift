import FlightModel

/// Requests under way. Each ends by its answer, by being cancelled, or at a deadline of this machine,
/// whatever the transport does.
struct Exchanges {
  private struct Exchange {
    let task: Task<Void, Never>
    let done: CheckedContinuation<SyncReply, Never>
    let deadline: MonotonicInstant
  }

  private var open: [Int: Exchange] = [:]
  private var last = 0

  var nextDeadline: MonotonicInstant? { open.values.map(\.deadline).min() }

  mutating func takeID() -> Int {
    last += 1
    return last
  }

  mutating func add(
    _ id: Int, _ task: Task<Void, Never>, until deadline: MonotonicInstant,
    _ done: CheckedContinuation<SyncReply, Never>
  ) {
    open[id] = Exchange(task: task, done: done, deadline: deadline)
  }

  /// Hands the reply on; nothing if the exchange has ended before.
  mutating func finish(_ id: Int, with reply: SyncReply) {
    guard let exchange = open.removeValue(forKey: id) else { return }
    exchange.task.cancel()
    exchange.done.resume(returning: reply)
  }

  mutating func expire(at now: MonotonicInstant) {
    for (id, exchange) in open where exchange.deadline <= now { finish(id, with: .timedOut) }
  }

  mutating func cancelAll() {
    for id in open.keys { finish(id, with: .cancelled) }
  }
}

extension SyncService {
  /// Sends a request and waits for its end.
  func exchange(_ request: SyncRequest, as id: Int) async -> SyncReply {
    let deadline = clock.now().advanced(
      byMilliseconds: request.timeoutMs + EngineTimings.graceMs)
    return await withCheckedContinuation { done in
      let task = spawn { service in
        let reply = await service.transport.send(request)
        service.exchanges.finish(id, with: reply)
        service.rearm()
      }
      exchanges.add(id, task, until: deadline, done)
      rearm()
    }
  }

  func exchange(_ request: SyncRequest) async -> SyncReply {
    await exchange(request, as: exchanges.takeID())
  }
}

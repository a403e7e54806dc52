import Synchronization

/// Runs what is enqueued only when told to, on the thread that tells it, so that a test sees every
/// state between two events and nothing happens behind its back.
final class ManualExecutor: SerialExecutor, TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Runs until nothing is left that could run; how many jobs there were.
  @discardableResult
  func drain() -> Int {
    var count = 0
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      count += 1
    }
    return count
  }
}

/// A door that tasks wait at while it is shut.
final class Door: Sendable {
  private struct State {
    var isShut = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var waiting: Int { state.withLock { $0.waiters.count } }

  func shut() { state.withLock { $0.isShut = true } }

  func open() {
    let waiters = state.withLock { state in
      defer { state = State() }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func pass() async {
    guard state.withLock({ $0.isShut }) else { return }
    await withCheckedContinuation { waiter in
      state.withLock { $0.waiters.append(waiter) }
    }
  }
}

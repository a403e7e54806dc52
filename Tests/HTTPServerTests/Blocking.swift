import Glibc
import Synchronization

/// A blocking call on a thread of its own, since tests share the cooperative pool.
final class BlockingCall<Result: Sendable>: Sendable {
  private let result = Mutex<Result?>(nil)
  private let done = BlockingSignal()

  init(_ body: @escaping @Sendable () -> Result) {
    startThread { [self] in
      let value = body()
      result.withLock { $0 = value }
      done.raise()
    }
  }

  func join() -> Result? {
    _ = done.wait(seconds: 60)
    return result.withLock { $0 }
  }
}

/// Something that happened once.
final class BlockingSignal: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func raise() { sem_post(semaphore) }

  /// Whether it happened within the time.
  func wait(seconds: Int) -> Bool {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    time.tv_sec += seconds
    while sem_timedwait(semaphore, &time) != 0 {
      if errno != EINTR { return false }
    }
    sem_post(semaphore)
    return true
  }
}

/// Raises a signal when the last reference goes.
final class ReleaseToken: Sendable {
  private let signal: BlockingSignal

  init(signal: BlockingSignal) { self.signal = signal }

  deinit { signal.raise() }
}

private final class ThreadBody {
  let body: @Sendable () -> Void
  init(body: @escaping @Sendable () -> Void) { self.body = body }
}

private func startThread(_ body: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let context = Unmanaged.passRetained(ThreadBody(body: body)).toOpaque()
  guard pthread_create(&thread, nil, runThread, context) == 0 else { fatalError("no thread") }
  pthread_detach(thread)
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body() }
  return nil
}

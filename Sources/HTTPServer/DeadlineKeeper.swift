import Glibc
import Synchronization

/// Closes connections that outlive their deadline. The C library's own time-out would not do: a
/// client that sends a byte a second is never idle, and a handler that thinks always is.
///
/// One sleeping thread shuts the descriptor down (`shutdown(2)`), which makes the connection's own
/// thread notice and clean up. A connection is taken off the list before its descriptor is closed,
/// so that a new file behind the same number is never touched.
final class DeadlineKeeper: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // Both are guarded by `mutex`.
  private var deadlines: [Int32: Int64] = [:]
  private var isStopped = false
  private var isEnding = false
  /// When the thread looks next by itself.
  private var nextLook = Int64.max
  private var thread: pthread_t?

  init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Starts the thread; it holds the keeper until `stop`.
  func start() {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 128 << 10)
    defer { pthread_attr_destroy(&attributes) }
    var started = pthread_t()
    let context = Unmanaged.passRetained(self).toOpaque()
    if pthread_create(&started, &attributes, keeperThread, context) == 0 {
      thread = started
    } else {
      Unmanaged<DeadlineKeeper>.fromOpaque(context).release()
    }
  }

  func stop() {
    locked {
      isStopped = true
      pthread_cond_signal(condition)
    }
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }

  /// Closes every connection now, and those that come from now on.
  func endAll() {
    locked {
      isEnding = true
      for descriptor in deadlines.keys { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  /// Gives the connection of a descriptor a new deadline, `seconds` from now.
  func set(_ descriptor: Int32, seconds: Int) {
    locked {
      if isEnding { shutdown(descriptor, Int32(SHUT_RDWR)) }
      let deadline = Self.now() + Int64(seconds) * 1_000_000_000
      deadlines[descriptor] = deadline
      // Most deadlines move on, and the thread need not wake for that.
      if deadline < nextLook { pthread_cond_signal(condition) }
    }
  }

  func remove(_ descriptor: Int32) {
    locked { deadlines[descriptor] = nil }
  }

  fileprivate func run() {
    locked {
      while !isStopped {
        let now = Self.now()
        for (descriptor, deadline) in deadlines where deadline <= now {
          shutdown(descriptor, Int32(SHUT_RDWR))
          deadlines[descriptor] = nil
        }
        nextLook = deadlines.values.min() ?? .max
        if nextLook == .max {
          pthread_cond_wait(condition, mutex)
          continue
        }
        var time = timespec(
          tv_sec: time_t(nextLook / 1_000_000_000), tv_nsec: Int(nextLook % 1_000_000_000))
        pthread_cond_timedwait(condition, mutex, &time)
      }
    }
  }

  private func locked(_ body: () -> Void) {
    pthread_mutex_lock(mutex)
    body()
    pthread_mutex_unlock(mutex)
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

private func keeperThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  let keeper = Unmanaged<DeadlineKeeper>.fromOpaque(context).takeRetainedValue()
  keeper.run()
  return nil
}

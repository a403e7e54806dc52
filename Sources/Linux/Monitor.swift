package import FlightModel
import Glibc

/// A value that threads share and wait on: a mutex with a condition (pthread_cond_timedwait(3)).
/// Only for threads of their own: a wait blocks, which a task never may.
package final class Monitor<Value>: @unchecked Sendable {
  /// What a thread found.
  package enum Look<Result> {
    case done(Result)
    /// Nothing yet: look again after a change, or at this time.
    case wait(until: MonotonicInstant)
  }

  private let mutex: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)
  private let condition: UnsafeMutablePointer<pthread_cond_t> = .allocate(capacity: 1)
  /// Guarded by `mutex`.
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
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

  /// Reads or changes the value, and wakes every thread that waits.
  package func change<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return body(&value)
  }

  /// Changes the value, and wakes those who wait only where `body` says that it matters to them.
  package func adjust(_ body: (inout Value) -> Bool) {
    pthread_mutex_lock(mutex)
    if body(&value) { pthread_cond_broadcast(condition) }
    pthread_mutex_unlock(mutex)
  }

  /// Looks at the value, and again after each change and at each time that `body` names, until it is
  /// done.
  package func wait<Result>(_ body: (inout Value) -> Look<Result>) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      switch body(&value) {
      case .done(let result): return result
      case .wait(let deadline):
        let nanoseconds = max(0, deadline.nanoseconds)
        var time = timespec(
          tv_sec: time_t(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        pthread_cond_timedwait(condition, mutex, &time)
      }
    }
  }
}

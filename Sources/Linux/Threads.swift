import CLinux
import Glibc

/// Threads with names (pthread_create(3)).
package enum Threads {
  /// Starts `body` on a new detached thread, named as `ps` and `top` show it (at most 15 bytes).
  package static func spawn(
    name: String, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let start = Unmanaged.passRetained(Start(name: String(name.prefix(15)), body: body))
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, enter, start.toOpaque())
    guard code == 0 else {
      start.release()
      throw SystemError(operation: "pthread_create", subject: name, code: code)
    }
    pthread_detach(thread)
  }

  /// Puts the calling thread behind all others, for the processor (setpriority(2), nice 10) and the
  /// disk (ioprio_set(2), idle). Where a sandbox forbids it, the thread goes on as it is; tells
  /// whether both were done.
  @discardableResult
  package static func giveWay() -> Bool {
    let isNice = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) == 0
    return barograph_idle_disk() == 0 && isNice
  }

  private final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }

  private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    { context in
      let start = Unmanaged<Start>.fromOpaque(context!).takeRetainedValue()
      _ = pthread_setname_np(pthread_self(), start.name)
      start.body()
      return nil
    }
}

/// A gate that threads wait at until it is opened once. Only for threads of their own: a wait
/// blocks, which a task never may.
package final class ThreadGate: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)
  private let condition: UnsafeMutablePointer<pthread_cond_t> = .allocate(capacity: 1)
  private var isOpen = false

  package init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(condition)
    mutex.deallocate()
    condition.deallocate()
  }

  /// Opens the gate for ever.
  package func open() {
    pthread_mutex_lock(mutex)
    isOpen = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Blocks the calling thread until the gate is open.
  package func wait() {
    pthread_mutex_lock(mutex)
    while !isOpen { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }
}

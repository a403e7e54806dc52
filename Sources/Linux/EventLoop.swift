import CLinux
import FlightModel
import Glibc
import Synchronization

/// One named thread that waits for descriptors, timers and jobs, and runs what is due one at a time
/// (epoll(7), eventfd(2)). It is the executor of the actors that live on it, and of tasks that prefer
/// it to the pool (`Task(executorPreference:)`).
///
/// Watches and timers belong to the loop's thread: set them up and cancel them there. Keys are
/// never used twice, so an event that was fetched for a watch already cancelled finds nothing.
package final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
  /// What a descriptor is ready for.
  package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// The other end is gone, or the descriptor is broken; always reported.
    package static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
  }

  /// A watch on a descriptor, for `cancel`.
  package struct Watch: Hashable, Sendable {
    fileprivate let key: UInt64
  }

  /// A timer, for `cancel`.
  package struct Timer: Hashable, Sendable {
    fileprivate let key: UInt64
  }

  /// The thread's name as `ps` shows it, at most 15 bytes.
  package let name: String

  private struct Alarm {
    var deadline: MonotonicInstant
    /// When it wakes the thread for its own sake.
    var latest: MonotonicInstant
    var action: () -> Void
  }

  private struct Inbox {
    var jobs: [UnownedJob] = []
    var isStopping = false
    var owner: pthread_t?
  }

  /// Whether its thread stands behind all others (`Threads.giveWay`).
  private let givesWay: Bool

  private let inbox = Mutex(Inbox())
  private let poll: Descriptor
  private let wakeUp: Descriptor
  private let finished = ThreadGate()
  // Of the loop's thread alone:
  private var watches: [UInt64: (descriptor: Int32, handler: (Readiness) -> Void)] = [:]
  private var timers: [UInt64: Alarm] = [:]
  private var nextKey: UInt64 = 1
  private var scratch: [UnownedJob] = []

  package init(name: String, givesWay: Bool = false) throws(SystemError) {
    self.name = name
    self.givesWay = givesWay
    let eventCounter = Int32(EFD_CLOEXEC | EFD_NONBLOCK)
    poll = Descriptor(
      owning: try systemCall("epoll_create1", name) { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    wakeUp = Descriptor(owning: try systemCall("eventfd", name) { eventfd(0, eventCounter) })
    try control(EPOLL_CTL_ADD, wakeUp.rawValue, key: 0, interest: .readable)
  }

  // MARK: Life

  /// Starts the loop on a new thread of its name.
  package func start() throws(SystemError) {
    try Threads.spawn(name: name) { [self] in
      if givesWay { Threads.giveWay() }
      run()
    }
  }

  /// Runs the loop on the calling thread until `stop`.
  package func run() {
    inbox.withLock { $0.owner = pthread_self() }
    while runJobs() {
      runDueTimers()
      waitForEvents()
    }
    // The thread's identity may be given to another one from here on.
    inbox.withLock { $0.owner = nil }
    finished.open()
  }

  /// Ends the loop once the jobs enqueued before have run.
  package func stop() {
    inbox.withLock { $0.isStopping = true }
    signal()
  }

  /// Waits until the loop has ended; blocks, so never on a loop's thread nor in a task.
  package func join() { finished.wait() }

  // MARK: Executor

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustWake = inbox.withLock { inbox in
      inbox.jobs.append(job)
      return inbox.jobs.count == 1 && !isOwner(inbox.owner)
    }
    if mustWake { signal() }
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Whether the calling thread is the loop's.
  package var isCurrent: Bool { isOwner(inbox.withLock { $0.owner }) }

  package func isIsolatingCurrentContext() -> Bool? { isCurrent }

  package func checkIsolated() {
    precondition(isCurrent, "not on the \(name) thread")
  }

  // MARK: Descriptors

  /// Calls `handler` on this thread whenever the descriptor is ready. The caller keeps owning the
  /// descriptor and cancels the watch before it closes it.
  package func watch(
    _ descriptor: Int32, for interest: Readiness, handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> Watch {
    checkIsolated()
    let key = takeKey()
    try control(EPOLL_CTL_ADD, descriptor, key: key, interest: interest)
    watches[key] = (descriptor, handler)
    return Watch(key: key)
  }

  /// Changes what a watch waits for.
  package func modify(_ watch: Watch, for interest: Readiness) throws(SystemError) {
    checkIsolated()
    guard let entry = watches[watch.key] else { return }
    try control(EPOLL_CTL_MOD, entry.descriptor, key: watch.key, interest: interest)
  }

  /// Ends a watch; the handler is not called again, not even for an event already fetched.
  package func cancel(_ watch: Watch) {
    checkIsolated()
    guard let entry = watches.removeValue(forKey: watch.key) else { return }
    // A descriptor that its owner closed already has left the epoll set by itself.
    try? control(EPOLL_CTL_DEL, entry.descriptor, key: watch.key, interest: [])
  }

  // MARK: Timers

  /// Runs `action` on this thread once, `milliseconds` from now; up to `tolerance` later, if that
  /// saves waking the thread.
  @discardableResult
  package func after(
    milliseconds: Int64, tolerance: Int64 = 0, _ action: @escaping () -> Void
  ) -> Timer {
    checkIsolated()
    let key = takeKey()
    let deadline = SystemClock.monotonic().advanced(byMilliseconds: max(0, milliseconds))
    timers[key] = Alarm(
      deadline: deadline, latest: deadline.advanced(byMilliseconds: max(0, tolerance)),
      action: action)
    return Timer(key: key)
  }

  /// Ends a timer that has not run yet.
  package func cancel(_ timer: Timer) {
    checkIsolated()
    timers[timer.key] = nil
  }

  /// Suspends the calling task for `milliseconds`, without a thread of the pool; up to `tolerance`
  /// longer, as for `after`.
  nonisolated package func pause(milliseconds: Int64, tolerance: Int64 = 0) async {
    await Sleeper(loop: self).pause(milliseconds: milliseconds, tolerance: tolerance)
  }

  // MARK: The loop

  private func takeKey() -> UInt64 {
    defer { nextKey += 1 }
    return nextKey
  }

  /// Runs what was enqueued; false when it is time to end.
  private func runJobs() -> Bool {
    let isStopping = inbox.withLock { inbox in
      swap(&inbox.jobs, &scratch)
      return inbox.isStopping && scratch.isEmpty
    }
    guard !scratch.isEmpty else { return !isStopping }
    let executor = asUnownedSerialExecutor()
    let preference = asUnownedTaskExecutor()
    for job in scratch { job.runSynchronously(isolatedTo: executor, taskExecutor: preference) }
    scratch.removeAll(keepingCapacity: true)
    return !isStopping
  }

  private func runDueTimers() {
    guard !timers.isEmpty else { return }
    let now = SystemClock.monotonic()
    var due: [(deadline: Int64, key: UInt64)] = []
    for (key, alarm) in timers where alarm.deadline <= now {
      due.append((alarm.deadline.nanoseconds, key))
    }
    // Nearly always none or one; a timer cancelled by an earlier one is gone by its turn.
    if due.count > 1 { due.sort { $0 < $1 } }
    for (_, key) in due { timers.removeValue(forKey: key)?.action() }
  }

  private func waitForEvents() {
    let hasJobs = inbox.withLock { !$0.jobs.isEmpty || $0.isStopping }
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 32) { events in
      let count = epoll_wait(poll.rawValue, events.baseAddress, 32, hasJobs ? 0 : timeout())
      for event in events.prefix(max(0, Int(count))) { dispatch(event) }
    }
  }

  private func dispatch(_ event: epoll_event) {
    let key = event.data.u64
    guard key != 0 else { return drainWakeUps() }
    watches[key]?.handler(Readiness(rawValue: event.events))
  }

  private func drainWakeUps() {
    var count: UInt64 = 0
    _ = Glibc.read(wakeUp.rawValue, &count, 8)
  }

  /// Milliseconds until the next timer, rounded up; -1 for ever.
  private func timeout() -> Int32 {
    guard !timers.isEmpty else { return -1 }
    var next = Int64.max
    for alarm in timers.values { next = min(next, alarm.latest.nanoseconds) }
    let left = next - SystemClock.monotonic().nanoseconds
    return Int32(clamping: max(0, (left + 999_999) / 1_000_000))
  }

  private func signal() {
    var one: UInt64 = 1
    _ = Glibc.write(wakeUp.rawValue, &one, 8)
  }

  private func isOwner(_ owner: pthread_t?) -> Bool {
    owner.map { pthread_equal($0, pthread_self()) != 0 } ?? false
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, key: UInt64, interest: Readiness
  ) throws(SystemError) {
    var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: key))
    let poll = poll.rawValue
    try systemCall("epoll_ctl", "descriptor \(descriptor)") {
      epoll_ctl(poll, operation, descriptor, &event)
    }
  }
}

/// Carries a task onto a loop to start a timer there.
private actor Sleeper {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(loop: EventLoop) { self.loop = loop }

  func pause(milliseconds: Int64, tolerance: Int64) async {
    await withCheckedContinuation { done in
      loop.after(milliseconds: milliseconds, tolerance: tolerance) { done.resume() }
    }
  }
}

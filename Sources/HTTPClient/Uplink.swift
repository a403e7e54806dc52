import CCurl
import Glibc
package import Linux
import Synchronization

/// What all requests of an uplink share.
package struct UplinkSettings: Equatable, Sendable {
  /// A PEM file of the authorities that are trusted instead of the system's.
  package var authorityFile: String?
  /// Address of a proxy; nothing is taken from the environment. Not used for loopback.
  package var proxy: String?
  package var connectTimeoutMs: Int64 = 10_000
  /// Transfers at the same time; connections that are kept.
  package var transferLimit = 4
  /// Requests that wait for their turn; one more is refused.
  package var queueLimit = 32

  package init() {}
}

/// Carries requests to servers over HTTP/1.1, through libcurl on a thread of its own named `uplink`:
/// TLS 1.2 or newer with verification, redirects followed only where a request says so, nothing
/// retried, connections kept.
package final class Uplink: Sendable {
  private typealias Reply = CheckedContinuation<UplinkReply, Never>

  private struct Waiting {
    let id: UInt64
    var request: UplinkRequest
    let reply: Reply
  }

  private struct Inbox {
    var nextID: UInt64 = 0
    var waiting: [Waiting] = []
    var cancelled: Set<UInt64> = []
    var isStopping = false
    /// Set while the thread may be woken.
    var multi: MultiHandle?
  }

  private struct Active {
    let waiting: Waiting
    let transfer: UplinkTransfer
  }

  private let settings: UplinkSettings
  private let inbox = Mutex(Inbox())
  private let finished = ThreadGate()

  /// Starts the thread.
  package init(_ settings: UplinkSettings = UplinkSettings()) throws(SystemError) {
    self.settings = settings
    guard EasyHandle.isReady, let multi = MultiHandle(settings) else {
      throw SystemError(operation: "curl_multi_init", subject: "uplink", code: ENOMEM)
    }
    inbox.withLock { $0.multi = multi }
    do {
      try Threads.spawn(name: "uplink") { [self] in run(multi) }
    } catch {
      multi.close()
      throw error
    }
  }

  /// Sends a request and suspends until it is answered, has failed or the task is cancelled; a
  /// cancelled transfer ends at once.
  package func send(_ request: UplinkRequest) async -> UplinkReply {
    if let objection = request.objection { return .unsent("send a request: \(objection)") }
    let id = inbox.withLock { inbox in
      inbox.nextID += 1
      return inbox.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { reply in
        enqueue(Waiting(id: id, request: request, reply: reply))
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Ends every transfer as cancelled, and the thread; waits for it. Blocks, so never in a task.
  package func stop() {
    inbox.withLock { inbox in
      inbox.isStopping = true
      inbox.multi?.wake()
    }
    finished.wait()
  }

  private func enqueue(_ waiting: Waiting) {
    let refusal = inbox.withLock { inbox -> UplinkReply? in
      // Cancelled before it came here.
      if inbox.isStopping || Task.isCancelled { return .cancelled }
      if inbox.waiting.count >= settings.queueLimit { return .unsent("too many requests wait") }
      inbox.waiting.append(waiting)
      inbox.multi?.wake()
      return nil
    }
    if let refusal { waiting.reply.resume(returning: refusal) }
  }

  private func cancel(_ id: UInt64) {
    inbox.withLock { inbox in
      inbox.cancelled.insert(id)
      inbox.multi?.wake()
    }
  }

  // MARK: The thread

  private func run(_ multi: MultiHandle) {
    var active: [UnsafeMutableRawPointer: Active] = [:]
    while takeInbox(multi, &active) {
      multi.perform { handle, code in
        guard let ended = active.removeValue(forKey: handle) else { return }
        var waiting = ended.waiting
        let reply = ended.transfer.reply(code)
        if ended.transfer.hasMetDeadConnection(code) {
          waiting.request.mayReuseConnection = false
          start(waiting, multi, &active)
        } else if let next = ended.transfer.following(reply) {
          waiting.request = next
          start(waiting, multi, &active)
        } else {
          waiting.reply.resume(returning: reply)
        }
      }
      if !hasTurn(active.count) { multi.poll() }
    }
    multi.close()
    finished.open()
  }

  private func hasTurn(_ activeCount: Int) -> Bool {
    activeCount < settings.transferLimit && inbox.withLock { !$0.waiting.isEmpty }
  }

  /// Ends what was cancelled and starts what has its turn; false when it is time to end.
  private func takeInbox(
    _ multi: MultiHandle, _ active: inout [UnsafeMutableRawPointer: Active]
  ) -> Bool {
    let room = settings.transferLimit - active.count
    let (cancelled, ended, started, isStopping) = inbox.withLock { inbox in
      let cancelled = inbox.cancelled
      inbox.cancelled = []
      let ended = inbox.waiting.filter { cancelled.contains($0.id) || inbox.isStopping }
      inbox.waiting.removeAll { cancelled.contains($0.id) || inbox.isStopping }
      let started = Array(inbox.waiting.prefix(room))
      inbox.waiting.removeFirst(started.count)
      if inbox.isStopping { inbox.multi = nil }
      return (cancelled, ended, started, inbox.isStopping)
    }
    for waiting in ended { waiting.reply.resume(returning: .cancelled) }
    for (handle, entry) in active where isStopping || cancelled.contains(entry.waiting.id) {
      active[handle] = nil
      entry.waiting.reply.resume(returning: .cancelled)
      multi.remove(entry.transfer.easy)
    }
    for waiting in started { start(waiting, multi, &active) }
    return !isStopping
  }

  private func start(
    _ waiting: Waiting, _ multi: MultiHandle, _ active: inout [UnsafeMutableRawPointer: Active]
  ) {
    do {
      let transfer = try UplinkTransfer(waiting.request, settings)
      try multi.add(transfer.easy)
      active[transfer.easy.handle] = Active(waiting: waiting, transfer: transfer)
    } catch {
      waiting.reply.resume(returning: .unsent(error.text))
    }
  }
}

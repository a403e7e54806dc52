import FlightModel
import Glibc
import Linux
import Log

/// Starts the daemon and keeps the process until it has ended.
enum Launch {
  /// Runs the reactor on the calling thread, the process's first, until the daemon has stopped; the
  /// exit code.
  static func run(_ settled: ConfigurationFiles.Settled, log: Logger) -> Int32 {
    do {
      // Before any thread exists, so that every thread leaves the signals to the queue.
      let signals = try SignalQueue([SIGTERM, SIGINT])
      let reactor = try EventLoop(name: "reactor")
      let daemon = Daemon(settled: settled, reactor: reactor, log: log)
      let outcome = Outcome()
      let stop = try StopRequest(signals, on: reactor)
      // No task of this process uses the pool, so that its threads never come to be.
      Task(executorPreference: reactor) {
        outcome.code = await daemon.run(until: stop)
        reactor.stop()
      }
      reactor.run()
      if outcome.code == Daemon.restartCode { try restart() }
      return outcome.code
    } catch {
      log.error("cannot start: \(error)")
      return EX_OSERR
    }
  }

  /// Begins this program anew in the same process, as after a reset: systemd sees one service that
  /// goes on. Returns only if it fails.
  private static func restart() throws(SystemError) {
    var arguments = CommandLine.arguments.map { strdup($0) }
    arguments.append(nil)
    try systemCall("execv", CommandLine.arguments[0]) { execv("/proc/self/exe", arguments) }
  }

  /// Written by the task before the reactor stops, read after.
  private final class Outcome: @unchecked Sendable {
    var code: Int32 = EX_SOFTWARE
  }
}

/// Why the service stops.
enum StopCause: Sendable {
  case signal(Int32)
  /// To begin anew with what `AccountReset` leaves.
  case restart
}

/// Waits on the reactor for a signal to stop, or for the service's own wish to begin anew.
actor StopRequest {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let signals: SignalQueue
  private var waiter: CheckedContinuation<StopCause, Never>?

  init(_ signals: consuming SignalQueue, on loop: EventLoop) throws(SystemError) {
    self.signals = signals
    self.loop = loop
  }

  /// Returns when the service has to stop, and why.
  func wait() async throws(SystemError) -> StopCause {
    let watch = try loop.watch(signals.descriptor, for: .readable) { [weak self] _ in
      self?.assumeIsolated { $0.takeSignal() }
    }
    let cause = await withCheckedContinuation { waiter = $0 }
    loop.cancel(watch)
    return cause
  }

  /// Asks for a restart, a moment later so that the answer to the request for it gets out.
  func restartSoon() {
    loop.after(milliseconds: 300) { [weak self] in
      self?.assumeIsolated { $0.end(.restart) }
    }
  }

  private func end(_ cause: StopCause) {
    waiter?.resume(returning: cause)
    waiter = nil
  }

  private func takeSignal() {
    guard waiter != nil, let signal = try? signals.next() else { return }
    end(.signal(signal))
  }
}

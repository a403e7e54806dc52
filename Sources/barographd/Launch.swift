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
      return outcome.code
    } catch {
      log.error("cannot start: \(error)")
      return EX_OSERR
    }
  }

  /// Written by the task before the reactor stops, read after.
  private final class Outcome: @unchecked Sendable {
    var code: Int32 = EX_SOFTWARE
  }
}

/// Waits on the reactor for a signal to stop.
actor StopRequest {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let signals: SignalQueue
  private var waiter: CheckedContinuation<Int32, Never>?

  init(_ signals: consuming SignalQueue, on loop: EventLoop) throws(SystemError) {
    self.signals = signals
    self.loop = loop
  }

  /// Returns the signal that asks to stop.
  func wait() async throws(SystemError) -> Int32 {
    let watch = try loop.watch(signals.descriptor, for: .readable) { [weak self] _ in
      self?.assumeIsolated { $0.takeSignal() }
    }
    let signal = await withCheckedContinuation { waiter = $0 }
    loop.cancel(watch)
    return signal
  }

  private func takeSignal() {
    guard let waiter, let signal = try? signals.next() else { return }
    self.waiter = nil
    waiter.resume(returning: signal)
  }
}

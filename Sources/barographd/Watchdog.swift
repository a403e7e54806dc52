import FlightModel
import Linux
import Log
import Systemd

/// Sends a token from the reactor to the recorder, on to the store, and back, and feeds systemd's
/// watchdog only when it has made its round.
///
/// While one round is under way no other begins, so a card that stalls in fsync is waited for; the
/// watchdog's time must be longer than the longest stall that is to be survived.
actor Watchdog {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let manager: ServiceManager
  private let log: Logger
  private let round: @Sendable () async -> Void

  /// `round` returns when the token has been through every part.
  init(
    loop: EventLoop, manager: ServiceManager, log: Logger,
    round: @escaping @Sendable () async -> Void
  ) {
    self.loop = loop
    self.manager = manager
    self.log = log
    self.round = round
  }

  /// Goes round until the task is cancelled.
  func run() async {
    let interval = manager.watchdogIntervalMilliseconds
    while !Task.isCancelled {
      await round()
      if interval != nil { feed() }
      // Each round wakes two threads: seldom, and together with other work where there is some.
      let pause = min((interval ?? 60_000) / 3, 15_000)
      await loop.pause(milliseconds: pause, tolerance: min(pause / 4, 1000))
    }
  }

  private func feed() {
    do throws(SystemError) {
      try manager.feedWatchdog()
    } catch {
      log.warning("the watchdog could not be fed: \(error)")
    }
  }
}

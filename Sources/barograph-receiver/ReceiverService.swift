import CommandLineInterface
import Configuration
import ControlAPI
import FlightModel
import Glibc
import HTTPServer
import Linux
import Log
import Receiver
import Systemd

/// The running service: a router on a server, and this thread, which waits for the signal to stop
/// and tells systemd that the storage still answers.
struct ReceiverService {
  /// Seconds that requests have to finish after a signal.
  private static let endSeconds = 40

  private let installation: Installation
  private let log: Logger

  init(_ installation: Installation, log: Logger) {
    self.installation = installation
    self.log = log
  }

  /// Serves until a signal asks to stop; the exit code.
  func run() throws(Failure) -> Int32 {
    // Before any thread exists, so that every thread leaves the signals to the queue.
    let signals: SignalQueue
    do throws(SystemError) {
      signals = try SignalQueue([SIGTERM, SIGINT])
    } catch {
      throw Failure(.internalError, "no-signals", "cannot start: \(error)", hint: "free memory")
    }
    let storage = try installation.storage()
    let blobs = try installation.blobs()
    let counters = ReceiverCounters()
    let server = try listen(
      ReceiverRouter(
        configuration: ReceiverConfiguration(installation.configuration), storage: storage,
        blobs: blobs, log: log, counters: counters))
    let manager = ServiceManager()
    let page = OperatorPage(
      installation.configuration.page, storage: storage, counters: counters, log: log)
    announce(server, manager)
    var sweeps = SweepTimes()
    let sweeper = BlobSweeper(storage: storage, blobs: blobs, log: log)
    wait(for: signals, manager) {
      check(storage, blobs, counters)
      if sweeps.isDue() { sweeps.done(mayBeMore: sweeper.sweep()) }
    }
    try? manager.stopping()
    page.close()
    let isDone = server.shutdown(finishingWithin: Self.endSeconds)
    log.notice(isDone ? "stopped" : "stopped with requests unfinished; devices send them again")
    return isDone ? EX_OK : EX_SOFTWARE
  }

  private func listen(_ router: ReceiverRouter) throws(Failure) -> TCPHTTPServer {
    let tls = try installation.certificate().map {
      TLSIdentity(certificatePEM: $0.certificate, keyPEM: $0.key)
    }
    let door = RouterDoor(router, proxies: installation.configuration.listen.trustedProxies)
    do throws(HTTPServerError) {
      return try TCPHTTPServer(
        try listener(), tls: tls, limits: HTTPServerLimits(installation.configuration.limits),
        admit: door.admit, handler: door.answer)
    } catch {
      throw Failure(
        .unavailable, "cannot-listen", "\(error.operation) \(error.path): \(error.cause)",
        hint: error.hint)
    }
  }

  /// The socket that systemd passes goes before the configured address.
  private func listener() throws(HTTPServerError) -> TCPListener {
    if let passed = PassedSockets.take().first { return try TCPListener(adopting: passed) }
    let address = installation.configuration.listen.address
    return try TCPListener(address: address.host, port: address.port)
  }

  private func announce(_ server: TCPHTTPServer, _ manager: ServiceManager) {
    let isOpen = installation.configuration.listen.certificate == nil
    let fields: [LogField: String] = [.address: server.address, .port: "\(server.port)"]
    if isOpen, !server.address.hasPrefix("127."), server.address != "::1" {
      log.warning("this serves without TLS where others may listen", fields)
    }
    log.notice("barograph-receiver \(ProductVersion.text) is up", fields)
    do throws(SystemError) {
      try manager.ready(status: "serving port \(server.port)")
    } catch {
      log.warning("systemd could not be told that the service is up: \(error)")
    }
  }

  /// Blocks until a signal comes. Between, each round asks the storage and then feeds the watchdog:
  /// one that never comes back is a reason to begin anew, one that fails is not.
  private func wait(
    for signals: borrowing SignalQueue, _ manager: ServiceManager, _ round: () -> Void
  ) {
    let interval = manager.watchdogIntervalMilliseconds.map { Int32(clamping: min($0, 20_000)) }
    var entry = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      if let signal = try? signals.next() {
        log.notice("stopping on signal \(signal)")
        return
      }
      if poll(&entry, 1, interval ?? 60_000) > 0 { continue }
      round()
      if interval != nil { try? manager.feedWatchdog() }
    }
  }

  /// When the service looks for blobs of no use: every ten minutes, and at once while there are many.
  private struct SweepTimes {
    private static let intervalMs: Int64 = 600_000
    private var nextMs: Int64 = 0

    func isDue() -> Bool { SystemClock.monotonic().milliseconds >= nextMs }

    mutating func done(mayBeMore: Bool) {
      nextMs = mayBeMore ? 0 : SystemClock.monotonic().milliseconds + Self.intervalMs
    }
  }

  private func check(
    _ storage: any ReceiverStorage, _ blobs: any BlobStorage, _ counters: ReceiverCounters
  ) {
    do throws(StorageFailure) {
      try storage.check()
      try blobs.check()
    } catch {
      counters.note(error)
      log.error("the storage does not answer, devices are asked to wait: \(error.text)")
    }
  }
}

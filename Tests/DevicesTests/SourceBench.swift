import Devices
import FlightModel
import Linux
import Log
import Synchronization
import TestSupport
import Testing

/// A source on loops of its own, with its events as a stream to wait on.
final class SourceBench: Sendable {
  let source: GPSDSource
  let reactor: EventLoop
  private let openerLoop: EventLoop
  private let events: AsyncStream<SourceEvent>
  private let seen = Mutex<[SourceEvent]>([])
  private let journal = Journal()

  /// What the source has logged so far.
  var logged: [String] { journal.texts.withLock { $0 } }

  init(port: Int, _ change: (inout GPSDSource.Configuration) -> Void = { _ in }) throws {
    reactor = try EventLoop(name: "reactor")
    openerLoop = try EventLoop(name: "opener")
    try reactor.start()
    try openerLoop.start()
    var configuration = GPSDSource.Configuration(
      address: GPSDAddress(host: "127.0.0.1", port: "\(port)"))
    configuration.link.shortestWait = 30
    configuration.link.longestWait = 120
    change(&configuration)
    let (events, feed) = AsyncStream<SourceEvent>.makeStream(
      bufferingPolicy: .bufferingNewest(50_000))
    self.events = events
    source = GPSDSource(
      configuration, loop: reactor, opener: GPSDOpener(loop: openerLoop),
      log: Logger(subsystem: "gpsd", sink: journal)
    ) { batch in
      for event in batch { feed.yield(event) }
    }
  }

  deinit {
    reactor.stop()
    openerLoop.stop()
  }

  /// Reads on until an event satisfies the condition; the test's time limit ends a vain wait.
  func wait(_ condition: (SourceEvent) -> Bool) async throws {
    for await event in events {
      seen.withLock { $0.append(event) }
      if condition(event) { return }
    }
    throw CancellationError()
  }

  func waitForFix(second: Int) async throws {
    try await wait { event in
      if case .fix(let fix) = event { fix.time == .noon(plus: second) } else { false }
    }
  }

  func waitForReceiver(_ name: String) async throws {
    try await wait { $0 == .receiverAppeared(ReceiverID(name)) }
  }

  /// Every event that was waited over.
  var soFar: [SourceEvent] { seen.withLock { $0 } }
}

/// Keeps the texts of messages.
private final class Journal: LogSink {
  let texts = Mutex<[String]>([])

  func write(_ message: LogMessage) { texts.withLock { $0.append(message.text) } }
}

import Devices
import Linux

/// A link on a loop of its own, with its events to wait for.
actor LinkBench {
  /// What a link told, to be kept.
  enum Seen: Equatable, Sendable {
    case opened(LinkTraits)
    case received([UInt8])
    case closed(LinkFailure)
  }

  nonisolated let loop: EventLoop
  nonisolated let calls: OpenerCalls
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private let opener: EventLoop
  private var link: (any InstrumentLink)?
  nonisolated let events: AsyncStream<Seen>
  private let feed: AsyncStream<Seen>.Continuation

  init() throws {
    loop = try EventLoop(name: "reactor")
    opener = try EventLoop(name: "opener")
    try loop.start()
    try opener.start()
    calls = OpenerCalls(loop: loop, opener: opener)
    (events, feed) = AsyncStream.makeStream()
  }

  deinit {
    loop.stop()
    opener.stop()
  }

  func open(_ make: @Sendable (OpenerCalls) -> any InstrumentLink) {
    let link = make(calls)
    self.link = link
    let feed = feed
    link.open { event in
      switch event {
      case .opened(let traits): feed.yield(.opened(traits))
      case .received(let bytes): feed.yield(.received(Array(bytes)))
      case .closed(let failure): feed.yield(.closed(failure))
      }
    }
  }

  func send(_ bytes: [UInt8]) -> Bool { link?.send(bytes) ?? false }

  /// Ends the link, and the events.
  func close() {
    link?.close()
    feed.finish()
  }

  /// The first event that this gives something for; the test's time limit ends a vain wait.
  nonisolated func first<Result>(_ choose: (Seen) -> Result?) async -> Result? {
    for await event in events {
      if let result = choose(event) { return result }
    }
    return nil
  }

  nonisolated func opened() async -> LinkTraits? {
    await first { if case .opened(let traits) = $0 { traits } else { nil } }
  }

  nonisolated func closed() async -> LinkFailure? {
    await first { if case .closed(let failure) = $0 { failure } else { nil } }
  }

  /// Bytes until there are so many.
  nonisolated func bytes(_ count: Int) async -> [UInt8] {
    var all: [UInt8] = []
    _ = await first { event -> Bool? in
      if case .received(let bytes) = event { all += bytes }
      return all.count >= count ? true : nil
    }
    return all
  }
}

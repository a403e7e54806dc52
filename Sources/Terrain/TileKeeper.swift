package import Elevation
package import FlightModel
package import Linux
package import Log

/// Fetches the tiles that are wanted into the cache, one at a time, where the network may be used.
/// What is wanted is kept through restarts.
package actor TileKeeper {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let shelf: TileShelf
  private let cache: TileCache
  private let client: TileClient
  private let mayFetch: @Sendable () async -> Bool
  private let leastFreeBytes: Int64
  private let log: Logger
  private let now: @Sendable () -> MonotonicInstant
  private var queue = TileQueue(notes: TileNotes())
  private var isPrepared = false
  private var isStopping = false
  private var waiter: CheckedContinuation<Void, Never>?
  /// The last trouble that was told.
  private var told = ""

  /// How often it is looked whether the network may be used, ms.
  private static let lookMs: Int64 = 60_000
  private static let longestNotes = 1 << 20

  /// Grows with every tile that came.
  package private(set) var edition = 0

  /// Nil where the shelf has no cache. `mayFetch` tells whether the network may be used now; below
  /// `leastFreeBytes` of free space nothing is fetched.
  package init?(
    shelf: TileShelf, client: TileClient, on loop: EventLoop, leastFreeBytes: Int64, log: Logger,
    now: @escaping @Sendable () -> MonotonicInstant = SystemClock.monotonic,
    mayFetch: @escaping @Sendable () async -> Bool
  ) {
    guard let cache = shelf.cache else { return nil }
    self.shelf = shelf
    self.cache = cache
    self.client = client
    self.loop = loop
    self.leastFreeBytes = leastFreeBytes
    self.log = log
    self.now = now
    self.mayFetch = mayFetch
  }

  /// Tiles that are waited for.
  package var waiting: Int { queue.notes.wanted.count }

  /// Wants those of the tiles that are not here; a tile that the server does not have is not asked
  /// for again for a month.
  package func want(_ names: [TileName]) {
    prepare()
    let seconds = SystemClock.wall().milliseconds / 1000
    var hasNews = false
    for name in names where !shelf.has(name) {
      if queue.want(name, wallSeconds: seconds) { hasNews = true }
    }
    guard hasNews else { return }
    keepNotes()
    wake()
  }

  /// The network has changed, or something else that was waited for.
  package func wake() {
    waiter?.resume()
    waiter = nil
  }

  /// Ends `run` as soon as nothing is under way.
  package func shutdown() {
    isStopping = true
    wake()
  }

  /// Fetches until it is shut down.
  package func run() async {
    prepare()
    while !isStopping {
      let now = now()
      if let name = queue.next(at: now), hasRoom, await mayFetch(), !isStopping {
        await fetch(name)
      } else {
        await pause(queue.waitMs(at: now))
      }
    }
  }

  /// Reads what was noted before, at the first use.
  private func prepare() {
    if isPrepared { return }
    isPrepared = true
    do throws(SystemError) {
      try cache.prepare()
      guard Files.exists(notesPath) else { return }
      let bytes = try Files.read(notesPath, limit: Self.longestNotes)
      queue = TileQueue(notes: TileNotes(reading: bytes))
    } catch {
      log.warning("the notes on tiles of the ground are not kept: \(error)")
    }
  }

  private func fetch(_ name: TileName) async {
    // It may have come into the folder meanwhile.
    if shelf.has(name) { return settle { $0.arrived(name) } }
    switch await client.ask(for: name) {
    case .archive(let bytes): keep(bytes, as: name)
    case .absent:
      let seconds = SystemClock.wall().milliseconds / 1000
      settle { $0.absent(name, wallSeconds: seconds) }
    case .unusable(let reason): refuse(name, reason)
    case .later(let reason, let seconds):
      tell("tiles of the ground wait, the server is in trouble: \(reason)")
      queue.failed(at: now(), seconds: seconds)
    case .cancelled: isStopping = true
    }
  }

  private func keep(_ bytes: [UInt8], as name: TileName) {
    do throws(TileError) {
      try cache.keep(bytes, as: name)
      edition += 1
      settle { $0.arrived(name) }
    } catch .file(let error) {
      tell("tiles of the ground cannot be kept: \(error)")
      queue.failed(at: now(), seconds: nil)
    } catch {
      refuse(name, "\(error)")
    }
  }

  private func refuse(_ name: TileName, _ reason: String) {
    log.warning("the server gave no tile of the ground, it is asked again in a day: \(reason)")
    settle { $0.unusable(name, at: now()) }
  }

  /// Once for each kind of trouble, not each minute.
  private func tell(_ text: String) {
    if text != told { log.warning(text) }
    told = text
  }

  private func settle(_ change: (inout TileQueue) -> Void) {
    told = ""
    change(&queue)
    keepNotes()
  }

  private var notesPath: String { cache.path + "/notes" }

  /// Notes that cannot be kept cost a question after the next start.
  private func keepNotes() {
    try? Files.replace(notesPath, with: Array(queue.notes.text.utf8))
  }

  private var hasRoom: Bool {
    let free = (try? Files.space(at: cache.path))?.free ?? 0
    if free > leastFreeBytes + Int64(TileClient.longestArchive) { return true }
    tell("tiles of the ground wait: there is too little space at \(cache.path)")
    return false
  }

  /// Until it is woken; with something wanted at most for a minute, since nobody tells of the network.
  private func pause(_ waitMs: Int64?) async {
    if isStopping { return }
    let timer = waitMs.map { waitMs in
      loop.after(
        milliseconds: max(waitMs, Self.lookMs), tolerance: Self.lookMs / 2
      ) { [weak self] in
        self?.assumeIsolated { $0.wake() }
      }
    }
    await withCheckedContinuation { waiter = $0 }
    if let timer { loop.cancel(timer) }
  }
}

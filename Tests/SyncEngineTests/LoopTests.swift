import FlightModel
import Linux
import Log
import SyncContract
import SyncEngine
import SyncPlan
import Synchronization
import Testing

/// The clock of a loop, as a service on it has it.
private final class LoopClock: SyncClock {
  private let loop: EventLoop
  private let timer = Mutex<EventLoop.Timer?>(nil)

  init(_ loop: EventLoop) { self.loop = loop }

  func now() -> MonotonicInstant { SystemClock.monotonic() }
  func utcNowMs() -> Int64 { SystemClock.wall().milliseconds }

  func arm(at moment: MonotonicInstant?, _ ring: @escaping @Sendable () -> Void) {
    timer.withLock { timer in
      if let timer { loop.cancel(timer) }
      timer = moment.map { moment in
        loop.after(milliseconds: moment.milliseconds(since: SystemClock.monotonic())) { ring() }
      }
    }
  }
}

/// A transport that tells whether it was called on the loop.
private final class LoopTransport: SyncTransport {
  let loop: EventLoop
  let server = TestServer()
  let strayed = Atomic<Int>(0)

  init(_ loop: EventLoop) { self.loop = loop }

  func send(_ request: SyncRequest) async -> SyncReply {
    if !loop.isCurrent { strayed.add(1, ordering: .relaxed) }
    await loop.pause(milliseconds: 1)
    if !loop.isCurrent { strayed.add(1, ordering: .relaxed) }
    if case .reply(let reply) = server.answer(request) { return reply }
    return .timedOut
  }
}

@Suite struct LoopTests {
  @Test func aLoopOfItsOwnCarriesEverything() async throws {
    let loop = try EventLoop(name: "sync-test")
    try loop.start()
    defer { loop.stop() }
    let store = MemoryStore()
    store.set { $0.kept.isOn = true }
    store.add(.setting("key"))
    let transport = LoopTransport(loop)
    let service = SyncService(
      SyncSettings(version: "1") { $0 }, store: store, transport: transport,
      credentials: MemoryCredentials(SyncBox.credential), clock: LoopClock(loop),
      listener: ShoutList(), log: Logger(subsystem: "sync", sink: SilentLog()), on: loop)
    await service.start()
    await service.network(.online(.unmetered))
    for _ in 0..<2000 {
      if await service.status().backlog?.rows == 0, !store.now.kept.dialects.isEmpty { break }
      await loop.pause(milliseconds: 5)
    }
    let status = await service.status()
    #expect(status.account == .ready && status.dialect == .extended && status.backlog?.rows == 0)
    #expect(transport.strayed.load(ordering: .relaxed) == 0)
    await service.shutdown()
  }
}

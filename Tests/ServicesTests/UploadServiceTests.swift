import FlightModel
import Linux
import SeededRandom
import ServicePlan
import Services
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct UploadServiceTests {
  /// A loop whose thread ends with the test.
  private final class Thread: Sendable {
    let loop: EventLoop
    init() throws {
      loop = try EventLoop(name: "uploads")
      try loop.start()
    }
    deinit { loop.stop() }
  }

  private static func key(_ digit: Int, _ service: Service) -> UploadKey {
    UploadKey(flight: String(repeating: String(digit), count: 64), service: service)
  }

  /// One life of a box: from its start to its end in order or in a power cut.
  private func live(_ world: UploadWorld, _ thread: Thread, _ service: Service) async throws {
    let uploads = UploadService(
      store: world, clock: JumpingClock(loop: thread.loop), listener: world, on: thread.loop)
    await uploads.connect(service, world, isLocal: true)
    await uploads.look()
    await world.ended()
    await uploads.shutdown()
  }

  @Test(arguments: [Service.weglide, .charron])
  func fiftyPowerCutsNeitherSendTwiceNorForget(service: Service) async throws {
    let thread = try Thread()
    var random = SeededGenerator(seed: 7)
    var cuts = 0
    for _ in 0..<50 {
      let world = UploadWorld()
      world.state.withLock { state in
        for digit in 1...3 {
          state.rows[Self.key(digit, service)] = UploadRecord(Self.key(digit, service))
        }
      }
      while !world.state.withLock({ $0.rows.values.allSatisfy { !$0.isOpen } }) {
        world.state.withLock { state in
          state.isDown = false
          state.stepsToCrash = Int.random(in: 1...24, using: &random)
        }
        try await live(world, thread, service)
        cuts += world.state.withLock { $0.isDown ? 1 : 0 }
      }
      let (rows, placed) = world.state.withLock { ($0.rows.values, $0.placed) }
      #expect(rows.allSatisfy { $0.stage == .done } && placed.values.allSatisfy { $0 == 1 })
      #expect(placed.count == 3)
    }
    #expect(cuts >= 50)
  }

  @Test func anAnswerThatIsLostIsNoSecondUpload() async throws {
    let world = UploadWorld()
    let (thread, key) = (try Thread(), Self.key(1, .weglide))
    world.state.withLock { state in
      state.rows[key] = UploadRecord(key)
      state.faults = [(.tryAgain("no answer in time"), true)]
    }
    try await live(world, thread, .weglide)
    #expect(world.state.withLock { $0.placed.values.first } == 1)
    #expect(world.state.withLock { $0.requests } == 1)
    #expect(world.state.withLock { $0.told.last }?.stage == .done)
  }

  @Test func aWishIsOnTheDiskBeforeItIsConfirmed() async throws {
    let world = UploadWorld()
    let (thread, key) = (try Thread(), Self.key(1, .weglide))
    let uploads = UploadService(
      store: world, clock: JumpingClock(loop: thread.loop), listener: world, on: thread.loop)
    #expect(try await uploads.ask(for: key) == UploadRecord(key))
    #expect(world.state.withLock { $0.rows[key] } == UploadRecord(key))
    await uploads.shutdown()
  }

  @Test func withoutADiskNothingIsSent() async throws {
    let world = UploadWorld()
    let (thread, key) = (try Thread(), Self.key(1, .weglide))
    world.state.withLock { state in
      state.rows[key] = UploadRecord(key)
      state.isStoreBroken = true
      state.stepsToCrash = 40
    }
    try await live(world, thread, .weglide)
    #expect(world.state.withLock { $0.requests } == 0)
  }
}

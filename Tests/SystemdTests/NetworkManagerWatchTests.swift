import Linux
import NetworkDoubles
import Systemd
import TestSupport
import Testing

private typealias Mock = MockNetworkManager

/// A watch on a loop of its own.
private actor ManagerBench {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  nonisolated let readings: AsyncStream<NetworkManagerReading?>
  private let feed: AsyncStream<NetworkManagerReading?>.Continuation
  private var watch: NetworkManagerWatch?

  init() throws {
    loop = try EventLoop(name: "bus")
    (readings, feed) = AsyncStream.makeStream()
    try loop.start()
  }

  func start(_ address: String) {
    let feed = feed
    watch = NetworkManagerWatch(loop: loop, address: address, firstPauseMs: 20) { feed.yield($0) }
  }

  func stop() {
    watch?.close()
    watch = nil
    loop.stop()
    feed.finish()
  }
}

@Suite(.timeLimit(.minutes(10))) struct NetworkManagerWatchTests {
  private let folder = TemporaryFolder()
  private static let (wire, phone) = ("/active/1", "/active/2")

  /// A wired connection of one device, and a telephone's of two, of which the wired one is used.
  private static let objects: [String: [String: Mock.Properties]] = [
    Mock.root: [
      Mock.service: [
        "Connectivity": .number(4), "Metered": .number(4), "PrimaryConnection": .path(wire),
        "Version": .text("1.42"), "Devices": .paths(["/device/1"]),
      ]
    ],
    wire: [Mock.connection: ["Devices": .paths(["/device/1"]), "Id": .text("wire")]],
    phone: [Mock.connection: ["Devices": .paths(["/device/2", "/device/3"])]],
    "/device/1": [Mock.device: ["Metered": .number(2)]],
    "/device/2": [Mock.device: ["Metered": .number(4)]],
    "/device/3": [Mock.device: ["Metered": .number(3)]],
  ]

  private static let wired = NetworkManagerReading(
    connectivity: 4, metered: 4, deviceMetered: [2])

  /// A bus, a manager and a watch that has read it once.
  private func scene() async throws -> (
    PrivateBus, Mock, ManagerBench, AsyncStream<NetworkManagerReading?>.Iterator
  ) {
    let bus = try await PrivateBus(in: folder)
    let mock = try Mock(at: bus.address, Self.objects)
    let bench = try ManagerBench()
    await bench.start(bus.address)
    var readings = bench.readings.makeAsyncIterator()
    #expect(await readings.next() == .some(Self.wired))
    return (bus, mock, bench, readings)
  }

  @Test func everyChangeIsRead() async throws {
    let (bus, mock, bench, iterator) = try await scene()
    var readings = iterator
    mock.set(Mock.root, Mock.service, ["Connectivity": .number(2)])
    #expect(
      await readings.next()
        == .init(connectivity: 2, metered: 4, deviceMetered: [2]))
    mock.set(Mock.root, Mock.service, ["Metered": .number(1)])
    #expect(
      await readings.next()
        == .init(connectivity: 2, metered: 1, deviceMetered: [2]))
    // The device's own value, while the whole stays behind.
    mock.set("/device/1", Mock.device, ["Metered": .number(1)])
    #expect(
      await readings.next()
        == .init(connectivity: 2, metered: 1, deviceMetered: [1]))
    mock.set(Mock.root, Mock.service, ["PrimaryConnection": .path(Self.phone)])
    #expect(
      await readings.next()
        == .init(connectivity: 2, metered: 1, deviceMetered: [4, 3]))
    mock.set(Self.phone, Mock.connection, ["Devices": .paths(["/device/2"])])
    #expect(
      await readings.next()
        == .init(connectivity: 2, metered: 1, deviceMetered: [4]))
    mock.set(Mock.root, Mock.service, ["PrimaryConnection": .path("/")])
    #expect(await readings.next() == .init(connectivity: 2, metered: 1))
    await bench.stop()
    await bus.kill()
  }

  @Test func whatDoesNotMatterIsNotRead() async throws {
    let (bus, mock, bench, iterator) = try await scene()
    var readings = iterator
    let before = mock.callCount
    for number in 0..<20 {
      mock.set("/device/1", Mock.device, ["State": .number(UInt32(number))])
      mock.set("/point/\(number)", "\(Mock.service).AccessPoint", ["Strength": .number(50)])
    }
    mock.set(Mock.root, Mock.service, ["Metered": .number(2)])
    #expect(await readings.next() == .init(connectivity: 4, metered: 2, deviceMetered: [2]))
    #expect(mock.callCount == before + 3)
    await bench.stop()
    await bus.kill()
  }

  @Test func theServiceMayComeAndGo() async throws {
    let bus = try await PrivateBus(in: folder)
    let bench = try ManagerBench()
    await bench.start(bus.address)
    var readings = bench.readings.makeAsyncIterator()
    #expect(await readings.next() == .some(nil))
    for _ in 0..<3 {
      let mock = try Mock(at: bus.address, Self.objects)
      #expect(await readings.next() == .some(Self.wired))
      mock.stop()
      #expect(await readings.next() == .some(nil))
    }
    await bench.stop()
    await bus.kill()
  }

  @Test func theBusMayBeAbsentAndDieAndComeBack() async throws {
    let bench = try ManagerBench()
    await bench.start(PrivateBus.address(in: folder))
    var readings = bench.readings.makeAsyncIterator()
    #expect(await readings.next() == .some(nil))
    for _ in 0..<2 {
      let bus = try await PrivateBus(in: folder)
      let mock = try Mock(at: bus.address, Self.objects)
      #expect(await readings.next() == .some(Self.wired))
      await bus.kill()
      #expect(await readings.next() == .some(nil))
      mock.stop()
    }
    await bench.stop()
  }

  @Test func aRefusalIsTriedAgain() async throws {
    let (bus, mock, bench, iterator) = try await scene()
    var readings = iterator
    mock.refuse("org.freedesktop.DBus.Error.AccessDenied")
    mock.set(Mock.root, Mock.service, ["Metered": .number(1)])
    #expect(await readings.next() == .some(nil))
    mock.refuse(nil)
    #expect(await readings.next() == .init(connectivity: 4, metered: 1, deviceMetered: [2]))
    await bench.stop()
    await bus.kill()
  }

  @Test func valuesOfOtherTypesAreNoValues() async throws {
    let (bus, mock, bench, iterator) = try await scene()
    var readings = iterator
    mock.set("/device/1", Mock.device, ["Metered": .text("yes")])
    #expect(await readings.next() == .init(connectivity: 4, metered: 4, deviceMetered: [0]))
    mock.set(Self.wire, Mock.connection, ["Devices": .number(1)])
    #expect(await readings.next() == .init(connectivity: 4, metered: 4))
    mock.set(Mock.root, Mock.service, ["Metered": .paths([])])
    #expect(await readings.next() == .init(connectivity: 4, metered: 0))
    mock.set(Mock.root, Mock.service, ["Connectivity": .text("full")])
    #expect(await readings.next() == .some(nil))
    mock.set(Mock.root, Mock.service, ["Connectivity": .number(3)], isTold: false)
    #expect(await readings.next() == .init(connectivity: 3, metered: 0))
    await bench.stop()
    await bus.kill()
  }

  @Test(arguments: ["", "nonsense", "unix:path=", "unix:path=/nowhere/bus", "tcp:"])
  func anAddressThatIsNoneIsAnAbsentBus(address: String) async throws {
    let bench = try ManagerBench()
    await bench.start(address)
    var readings = bench.readings.makeAsyncIterator()
    #expect(await readings.next() == .some(nil))
    await bench.stop()
  }

  @Test func bothSourcesMakeOneState() async throws {
    let bus = try await PrivateBus(in: folder)
    let mock = try Mock(at: bus.address, Self.objects)
    let loop = try EventLoop(name: "network")
    try loop.start()
    let watch = NetworkWatch(loop: loop, busAddress: bus.address)
    await watch.start()
    var states = watch.states.makeAsyncIterator()
    #expect(
      await states.next()
        == NetworkState(isOnline: true, metering: .unmetered, source: .networkManager))
    mock.set("/device/1", Mock.device, ["Metered": .number(3)])
    #expect(
      await states.next()
        == NetworkState(isOnline: true, metering: .metered, source: .networkManager))
    mock.stop()
    #expect(await states.next()?.source == .kernel)
    await watch.shutdown()
    #expect(await states.next() == nil)
    loop.stop()
    await bus.kill()
  }
}

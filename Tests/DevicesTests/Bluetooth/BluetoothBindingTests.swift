import BLEProfiles
import BluetoothDoubles
import Devices
import FlightModel
import NetworkDoubles
import TestSupport
import Testing

/// Whom the central connects, what it sends, and what drivers make of what comes.
@Suite(.timeLimit(.minutes(10))) struct BluetoothBindingTests {
  private let folder = TemporaryFolder()
  private static let (mine, hers, strange) = (
    FakePeripheral.boardAddress, "C4:00:00:00:00:0B", "C4:00:00:00:00:0C"
  )

  @Test func aStrangerIsListedAndNeverConnected() async throws {
    let bus = try await PrivateBus(in: folder)
    let bluez = try FakeBlueZ(
      at: bus.address, [.board(Self.strange, "stranger"), .board(Self.mine, "mine")])
    let bench = try await BluetoothBench.on(bus.address)
    var told = await bench.keepOpen(Self.mine).makeAsyncIterator()
    for _ in 0..<3 {
      _ = await told.values(2)
      bluez.drop(Self.mine)
      _ = await told.closure()
    }
    // Mine goes away for good; the stranger stays near, and is heard all the time.
    bluez.change(Self.mine) { $0.connectFaults = .init(repeating: .failed("no"), count: 6) }
    _ = await told.values(1)
    let report = await bench.report
    #expect(report?.nearby.map(\.address.description) == [Self.strange])
    #expect(report?.nearby.first?.service == "Nordic UART")
    #expect(report?.nearby.first?.name == "stranger")
    #expect(report?.nearby.first?.rssi == -60)
    #expect(!bluez.calls.contains { $0 != "Connect \(Self.mine)" && $0.hasPrefix("Connect") })
    #expect(bluez.violations == [])
    await bench.stop()
    bluez.stop()
    await bus.kill()
  }

  @Test func nothingIsConnectedWhereNothingIsBound() async throws {
    let bus = try await PrivateBus(in: folder)
    let bluez = try FakeBlueZ(at: bus.address, [.board(Self.strange, "stranger")])
    let bench = try await BluetoothBench.on(bus.address)
    await bench.wait { $0.trouble == nil }
    #expect(bluez.calls == ["GetManagedObjects"])
    await bench.lookAround(milliseconds: 200)
    await bench.wait { !$0.nearby.isEmpty }
    await bench.wait { _ in bluez.calls.contains("StopDiscovery") }
    #expect(
      bluez.calls.filter { $0 != "GetManagedObjects" }
        == ["SetDiscoveryFilter", "StartDiscovery", "StopDiscovery"])
    await bench.stop()
    bluez.stop()
    await bus.kill()
  }

  /// A FLARM says nothing for seconds while it looks for its flights.
  @Test func aPatientLinkWaitsForOneThatThinks() async throws {
    let bus = try await PrivateBus(in: folder)
    let bluez = try FakeBlueZ(
      at: bus.address, [.board(Self.hers, "hers"), .board(Self.mine, "mine")])
    let bench = try await BluetoothBench.on(bus.address, policy: .quick)
    var patient = await bench.keepOpen(Self.mine, isPatient: true).makeAsyncIterator()
    var other = await bench.keepOpen(Self.hers).makeAsyncIterator()
    _ = await patient.values(2)
    for address in [Self.mine, Self.hers] { bluez.change(address) { $0.respond = { _ in [] } } }
    #expect(await other.closure() == .gone("it fell silent"))
    #expect(await other.closure() == .gone("it fell silent"))
    for address in [Self.mine, Self.hers] {
      bluez.change(address) { $0.respond = { _ in [Array("late".utf8)] } }
    }
    // The same link still stands: what is sent now is answered.
    #expect(await bench.send(Self.mine, Array("?".utf8)))
    var told: [Told] = []
    while !told.contains(.received(Array("late".utf8))) { told += await patient.values(1) }
    #expect(!told.contains { if case .closed = $0 { true } else { false } })
    await bench.stop()
    bluez.stop()
    await bus.kill()
  }

  @Test func twoBoardsSideBySideAreNotConfused() async throws {
    let bus = try await PrivateBus(in: folder)
    let bluez = try FakeBlueZ(
      at: bus.address, [.board(Self.hers, "hers"), .board(Self.mine, "mine")])
    let bench = try await BluetoothBench.on(bus.address)
    var first = await bench.keepOpen(Self.mine).makeAsyncIterator()
    var second = await bench.keepOpen(Self.hers).makeAsyncIterator()
    for _ in 0..<3 {
      for told in await first.values(20) {
        if case .received(let bytes) = told { #expect(bytes == Array("mine".utf8)) }
      }
      for told in await second.values(20) {
        if case .received(let bytes) = told { #expect(bytes == Array("hers".utf8)) }
      }
      bluez.drop(Self.mine)
      bluez.drop(Self.hers)
      _ = await (first.closure(), second.closure())
    }
    #expect(bluez.violations == [])
    await bench.stop()
    bluez.stop()
    await bus.kill()
  }

  @Test func discoveryRunsOnlyWhileSomethingBoundIsMissing() async throws {
    let bus = try await PrivateBus(in: folder)
    let bluez = try FakeBlueZ(at: bus.address, [.board()])
    let bench = try await BluetoothBench.on(bus.address)
    var told = await bench.keepOpen(Self.mine).makeAsyncIterator()
    _ = await told.values(2)
    #expect(
      bluez.calls.prefix(5) == [
        "GetManagedObjects", "SetDiscoveryFilter", "StartDiscovery", "StopDiscovery",
        "Connect \(Self.mine)",
      ])
    _ = await told.values(50)
    #expect(bluez.calls.filter { $0 == "StartDiscovery" }.count == 1)
    await bench.stop()
    bluez.stop()
    await bus.kill()
  }

  @Test func aLinkThatIsClosedIsDisconnected() async throws {
    let bus = try await PrivateBus(in: folder)
    let bluez = try FakeBlueZ(at: bus.address, [.board()])
    let bench = try await BluetoothBench.on(bus.address)
    var told = await bench.keepOpen(Self.mine).makeAsyncIterator()
    _ = await told.values(1)
    await bench.close(Self.mine)
    await bench.wait { $0.bound.first?.state == .idle }
    #expect(bluez.calls.contains("Disconnect \(Self.mine)"))
    await bench.stop()
    bluez.stop()
    await bus.kill()
  }

  @Test(arguments: [(23, true), (23, false), (185, true), (517, true)])
  func writesAreCutToTheMTU(mtu: Int, hasSockets: Bool) async throws {
    let bus = try await PrivateBus(in: folder)
    var board = FakePeripheral.board()
    (board.mtu, board.hasSockets) = (UInt16(mtu), hasSockets)
    let bluez = try FakeBlueZ(at: bus.address, [board])
    let bench = try await BluetoothBench.on(bus.address)
    var told = await bench.keepOpen(Self.mine).makeAsyncIterator()
    _ = await told.values(1)
    let sent = (0..<600).map { UInt8(truncatingIfNeeded: $0 % 251 | 0x80) }
    // Without it nothing would ever be written, and the loop below would not end.
    let isTaken = await bench.send(Self.mine, sent)
    try #require(isTaken)
    #expect(await !bench.send(Self.mine, .init(repeating: 0, count: 10_000)))
    while bluez.written(to: Self.mine).joined().filter({ $0 & 0x80 != 0 }).count < sent.count {
      _ = await told.values(1)
    }
    let pieces = bluez.written(to: Self.mine)
    #expect(pieces.joined().filter { $0 & 0x80 != 0 } == sent)
    #expect(pieces.map(\.count).max()! <= mtu - 3)
    #expect(bluez.violations == [])
    await bench.stop()
    bluez.stop()
    await bus.kill()
  }

  @Test func aStrapGivesHeartRates() async throws {
    let strap = FakePeripheral(
      Self.mine, "H10", service: BluetoothUUID.heartRateService,
      [.init(BluetoothUUID.expand(0x2A37), "notify")])
    let events = try await events(
      of: strap, .heartRate, HeartRateDriver(),
      [[0x06, 0x48], [0x04, 0x00], [0x06], [0x00, 0x58]])
    #expect(events == [.heartRate(72), .heartRate(88)])
  }

  @Test func anOximeterGivesSaturation() async throws {
    let oximeter = FakePeripheral(
      Self.mine, "oximeter", service: BluetoothUUID.pulseOximeterService,
      [
        .init(BluetoothUUID.expand(0x2A5E), "indicate"),
        .init(BluetoothUUID.expand(0x2A5F), "notify"),
      ])
    let values: [[UInt8]] = [
      [0x00, 0xCF, 0xF3, 0x64, 0xF2], [0x00, 0xFF, 0x07, 0xFF, 0x07],
      [0x00, 0x61, 0x00, 0x3D, 0x00],
    ]
    let events = try await events(
      of: oximeter, .pulseOximeter, PulseOximeterDriver(), values,
      uuid: BluetoothUUID.expand(0x2A5F))
    #expect(
      events == [
        .oxygenSaturation(98), .heartRate(61), .oxygenSaturation(97), .heartRate(61),
      ])
  }

  /// Indications come without a socket.
  @Test func spotChecksAreRead() async throws {
    let oximeter = FakePeripheral(
      Self.mine, "oximeter", service: BluetoothUUID.pulseOximeterService,
      [.init(BluetoothUUID.expand(0x2A5E), "indicate")])
    let value: [UInt8] = [0x01, 0x5F, 0x00, 0x48, 0x00, 0xEA, 0x07, 0x08, 0x0C, 0x09, 0x1E, 0x05]
    let stored: [UInt8] = [0x02, 0x60, 0x00, 0x3A, 0x00, 0x00, 0x02]
    let events = try await events(
      of: oximeter, .pulseOximeter, PulseOximeterDriver(), [stored, value])
    #expect(events == [.oxygenSaturation(95), .heartRate(72)])
  }

  /// What a driver makes of values that a peripheral sends.
  private func events(
    of peripheral: FakePeripheral, _ wish: GATTWish, _ driver: some InstrumentDriver,
    _ values: [[UInt8]], uuid: String? = nil
  ) async throws -> [Sample.Reading] {
    let bus = try await PrivateBus(in: folder)
    let bluez = try FakeBlueZ(at: bus.address, [peripheral])
    var policy = BluetoothPolicy.quick
    policy.valueSilence = 30_000
    let bench = try await BluetoothBench.on(bus.address, policy: policy)
    var told = await bench.keepOpen(peripheral.address, wish).makeAsyncIterator()
    var (driver, output) = (driver, DriverOutput())
    let now = MonotonicInstant(nanoseconds: 1)
    guard case .opened(let traits) = await told.next() else { return [] }
    driver.opened(traits, at: now, &output)
    #expect(output.recognised?.product == peripheral.name)
    for value in values { bluez.notify(peripheral.address, value, uuid: uuid) }
    for case .received(let bytes) in await told.values(values.count) {
      bytes.withUnsafeBytes { driver.received($0, at: now, &output) }
    }
    #expect(driver.counters.bytes == values.joined().count)
    await bench.stop()
    bluez.stop()
    await bus.kill()
    return output.events.compactMap { event in
      guard case .sample(let sample) = event else { return nil }
      #expect(sample.source == peripheral.address)
      return sample.reading
    }
  }
}

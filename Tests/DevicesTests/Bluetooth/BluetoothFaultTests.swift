import BLEProfiles
import BluetoothDoubles
import Devices
import NetworkDoubles
import TestSupport
import Testing

/// Everything that goes wrong with BlueZ: sampling begins, or goes on, all the same.
@Suite(.timeLimit(.minutes(10))) struct BluetoothFaultTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout FakePeripheral) -> Void
    /// A call that must have been made to get there.
    let call: String?
    /// Whether connecting while discovery runs is the way out that has to be tried.
    let mayScan: Bool

    init(
      _ name: String, call: String? = nil, mayScan: Bool = false,
      _ change: @escaping @Sendable (inout FakePeripheral) -> Void
    ) {
      testDescription = name
      self.change = change
      self.call = call
      self.mayScan = mayScan
    }
  }

  private static let board = FakePeripheral.boardAddress
  private static let disconnect = "Disconnect \(board)"

  static let faults = [
    Fault("none") { _ in },
    Fault("Connect is never answered", call: disconnect) { $0.connectFaults = [.hang] },
    Fault("Connect is not answered for long", call: disconnect, mayScan: true) {
      $0.connectFaults = [.hang, .hang, .hang]
    },
    Fault("aborted by the local side") { $0.connectFaults = [.abort] },
    Fault("refused in words") {
      $0.connectFaults = [.failed("Input/output error"), .failed("le-connection-timeout")]
    },
    Fault("forgotten meanwhile") { $0.connectFaults = [.unknownObject] },
    Fault("in progress for ever", call: "RemoveDevice") { $0.isStuckInProgress = true },
    Fault("services unresolved", call: disconnect) { $0.unresolvedCount = 1 },
    Fault("services unresolved again", call: "RemoveDevice") { $0.unresolvedCount = 3 },
    Fault("the socket ends at once") { $0.endingCount = 2 },
    Fault("the first notifications are lost", call: disconnect) { $0.deafCount = 2 },
    Fault("no sockets", call: "StartNotify \(board)") { $0.hasSockets = false },
    Fault("the service is not advertised") { $0.advertisesService = false },
    Fault("paired, known and away", call: disconnect) {
      $0.isPaired = true
      $0.connectFaults = [.hang]
    },
    Fault("notifies on what is written") { board in
      board.characteristics = [
        .init(UARTProfile.nordic.write, "write", "notify"),
        .init(UARTProfile.nordic.notify, "read"),
      ]
    },
    Fault("an HM-10") { board in
      board.service = UARTProfile.hm10.service
      board.characteristics = [.init(UARTProfile.hm10.notify, "write-without-response", "notify")]
    },
    Fault("an ISSC module", call: "WriteValue \(board)") { board in
      board.service = UARTProfile.issc.service
      board.characteristics = [
        .init(UARTProfile.issc.notify, "notify"), .init(UARTProfile.issc.write, "write"),
      ]
    },
  ]

  private let folder = TemporaryFolder()

  @Test(arguments: faults) func samplingBegins(fault: Fault) async throws {
    let bus = try await PrivateBus(in: folder)
    var board = FakePeripheral.board()
    fault.change(&board)
    let bluez = try FakeBlueZ(at: bus.address, [board])
    let bench = try await BluetoothBench.on(bus.address, policy: .quick)
    var told = await bench.keepOpen(Self.board).makeAsyncIterator()
    let values = await told.values(3)
    #expect(values.contains(.received(Array("board".utf8))))
    #expect(bluez.violations == [] || fault.mayScan)
    if let call = fault.call { #expect(bluez.calls.contains(call)) }
    await bench.stop()
    bluez.stop()
    await bus.kill()
  }

  @Test func whatIsPairedIsNotRemoved() async throws {
    let bus = try await PrivateBus(in: folder)
    var board = FakePeripheral.board()
    (board.isPaired, board.unresolvedCount) = (true, 5)
    let bluez = try FakeBlueZ(at: bus.address, [board])
    let bench = try await BluetoothBench.on(bus.address, policy: .quick)
    var told = await bench.keepOpen(Self.board).makeAsyncIterator()
    _ = await told.values(1)
    #expect(!bluez.calls.contains("RemoveDevice"))
    await bench.stop()
    bluez.stop()
    await bus.kill()
  }

  @Test func aKernelThatConnectsOnlyWhileScanning() async throws {
    let bus = try await PrivateBus(in: folder)
    let bluez = try FakeBlueZ(at: bus.address, connectsOnlyWhileScanning: true, [.board()])
    var policy = BluetoothPolicy.patient
    policy.connectLimit = BluetoothPolicy.quick.connectLimit
    let bench = try await BluetoothBench.on(bus.address, policy: policy)
    var told = await bench.keepOpen(Self.board).makeAsyncIterator()
    _ = await told.values(2)
    let before = bluez.calls.count
    bluez.drop(Self.board)
    #expect(await told.closure() == .gone("the connection was lost"))
    _ = await told.values(2)
    // The way that worked is kept: the next attempt is made while discovery runs.
    let calls = bluez.calls
    let next = try #require(calls[before...].firstIndex(of: "Connect \(Self.board)"))
    #expect(calls[..<next].last { $0.hasSuffix("Discovery") } == "StartDiscovery")
    await bench.stop()
    bluez.stop()
    await bus.kill()
  }

  enum Loss: CaseIterable, Sendable {
    case drop, endSockets, deafness, adapterGone, serviceRestarted, busRestarted, renamed
  }

  @Test(arguments: Loss.allCases) func samplingGoesOn(after loss: Loss) async throws {
    var bus = try await PrivateBus(in: folder)
    var bluez = try FakeBlueZ(at: bus.address, [.board()])
    var policy = BluetoothPolicy.patient
    if loss == .deafness { policy.uartSilence = BluetoothPolicy.quick.uartSilence }
    let bench = try await BluetoothBench.on(bus.address, policy: policy)
    var told = await bench.keepOpen(Self.board).makeAsyncIterator()
    for _ in 0..<3 {
      _ = await told.values(2)
      switch loss {
      case .drop: bluez.drop(Self.board)
      case .endSockets: bluez.endSockets(Self.board)
      case .deafness:
        bluez.change(Self.board) { $0.respond = { _ in [] } }
        let failure = await told.closure()
        #expect(failure == .gone("it fell silent"))
        bluez.change(Self.board) { $0.respond = { _ in [Array("board".utf8)] } }
        continue
      case .adapterGone:
        bluez.setAdapter(isThere: false)
        #expect(await told.closure() != nil)
        await bench.wait { $0.trouble == "there is no Bluetooth adapter" }
        bluez.setAdapter(isThere: true)
        continue
      case .serviceRestarted:
        bluez.stop()
        #expect(await told.closure() != nil)
        await bench.wait { $0.trouble == "BlueZ does not run" }
        bluez = try FakeBlueZ(at: bus.address, [.board()])
        continue
      case .busRestarted:
        await bus.kill()
        bluez.stop()
        bus = try await PrivateBus(in: folder)
        bluez = try FakeBlueZ(at: bus.address, [.board()])
      case .renamed:
        bluez.change(Self.board) { $0.name = "somebody else" }
        bluez.drop(Self.board)
      }
      #expect(await told.closure() != nil)
    }
    _ = await told.values(2)
    #expect(bluez.violations == [])
    await bench.stop()
    bluez.stop()
    await bus.kill()
  }

  @Test func theAdapterMayComeLateAndBeOff() async throws {
    let bus = try await PrivateBus(in: folder)
    let bench = try await BluetoothBench.on(bus.address)
    var told = await bench.keepOpen(Self.board).makeAsyncIterator()
    await bench.wait { $0.trouble == "BlueZ does not run" }
    let bluez = try FakeBlueZ(at: bus.address, hasAdapter: false, isPowered: false, [.board()])
    await bench.wait { $0.trouble == "there is no Bluetooth adapter" }
    bluez.setAdapter(isThere: true)
    _ = await told.values(2)
    #expect(bluez.calls.contains("Set"))
    await bench.stop()
    bluez.stop()
    await bus.kill()
  }

  @Test func noDescriptorIsLeftBehind() async throws {
    let bus = try await PrivateBus(in: folder)
    let bluez = try FakeBlueZ(at: bus.address, [.board()])
    let bench = try await BluetoothBench.on(bus.address)
    var told = await bench.keepOpen(Self.board).makeAsyncIterator()
    _ = await told.values(1)
    let before = OpenDescriptors.count
    for _ in 0..<50 {
      bluez.drop(Self.board)
      _ = await told.closure()
      _ = await told.values(1)
    }
    // Two sockets each time would be a hundred; tests beside this one have some too.
    #expect(OpenDescriptors.count - before < 80)
    await bench.stop()
    bluez.stop()
    await bus.kill()
  }
}

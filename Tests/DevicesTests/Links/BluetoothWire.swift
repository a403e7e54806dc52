import BLEProfiles
import BluetoothDoubles
import Devices
import FlightModel
import Glibc
import Linux
import Log
import NetworkDoubles
import TestSupport

/// A peripheral with the Nordic UART, behind a BlueZ of its own on a private bus.
final class BluetoothWire: Wire {
  private static let peer = FakePeripheral.boardAddress

  private let bus: PrivateBus
  private let bluez: FakeBlueZ
  private let inbox: Inbox
  private let pieceLength: Int

  init(mtu: Int = 247) async throws {
    pieceLength = mtu - 3
    let inbox = try Inbox()
    var peripheral = FakePeripheral.board()
    peripheral.mtu = UInt16(mtu)
    peripheral.respond = { bytes in
      inbox.put(bytes)
      return []
    }
    self.inbox = inbox
    bus = try await PrivateBus(in: TemporaryFolder())
    bluez = try FakeBlueZ(at: bus.address, [peripheral])
  }

  deinit {
    inbox.close()
    bluez.stop()
    bus.daemon.send(SIGKILL)
  }

  var address: LinkAddress { .bluetooth(Self.peer) }

  func makeLink(_ calls: OpenerCalls) -> any InstrumentLink {
    LinkWithCentral(to: BluetoothAddress(Self.peer)!, at: bus.address, loop: calls.loop)
  }

  func write(_ bytes: [UInt8]) {
    for start in stride(from: 0, to: bytes.count, by: pieceLength) {
      bluez.notify(Self.peer, Array(bytes[start...].prefix(pieceLength)))
    }
  }

  func read() -> [UInt8] { inbox.take() }

  func hangUp() {
    bluez.drop(Self.peer)
    inbox.close()
  }
}

/// A link whose central lives and ends with it.
private final class LinkWithCentral: InstrumentLink {
  private let loop: EventLoop
  private let central: BluetoothCentral
  private let link: BLEUARTLink

  init(to address: BluetoothAddress, at busAddress: String, loop: EventLoop) {
    self.loop = loop
    var policy = BluetoothPolicy.quick
    // A busy machine is no fault of the peer, and neither is a peer that waits to be asked.
    (policy.connectLimit, policy.resolveLimit, policy.subscribeLimit) = (10_000, 10_000, 10_000)
    policy.uartSilence = 30_000
    central = BluetoothCentral(
      loop: loop, busAddress: busAddress, policy: policy,
      log: Logger(subsystem: "bluetooth", sink: SilentLog()))
    link = BLEUARTLink(central, address)
  }

  func open(_ handler: @escaping (LinkEvent) -> Void) {
    link.open { [loop, central] event in
      handler(event)
      // Not from within what the central tells.
      if case .closed = event { loop.after(milliseconds: 0) { central.close() } }
    }
  }

  func send(_ bytes: [UInt8]) -> Bool { link.send(bytes) }

  func close() {
    link.close()
    central.close()
  }
}

/// Bytes on their way to a thread that waits for them; who brings more than there is room for waits
/// too.
private final class Inbox: Sendable {
  private let entry: Descriptor
  private let exit: Descriptor

  init() throws {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try systemCall("socketpair", "inbox") { socketpair(AF_UNIX, kind, 0, &ends) }
    entry = Descriptor(owning: ends[0])
    exit = Descriptor(owning: ends[1])
  }

  func put(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(entry.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Empty once it was closed.
  func take() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(exit.rawValue, &buffer, buffer.count, 0)
    return Array(buffer.prefix(max(0, count)))
  }

  /// Nobody waits from now on.
  func close() { shutdown(entry.rawValue, Int32(SHUT_RDWR)) }
}

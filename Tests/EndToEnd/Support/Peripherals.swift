import BLEProfiles
import BluetoothDoubles
import Glibc
import Linux
import Synchronization
import Testing
import VESC
import VESCDoubles

extension FakePeripheral {
  /// A strap that tells what it is told to.
  static func strap(_ address: String) -> FakePeripheral {
    FakePeripheral(
      address, "H10 12345", service: BluetoothUUID.heartRateService,
      [.init(BluetoothUUID.expand(0x2A37), "notify")])
  }

  static func oximeter(_ address: String) -> FakePeripheral {
    FakePeripheral(
      address, "Oximeter", service: BluetoothUUID.pulseOximeterService,
      [.init(BluetoothUUID.expand(0x2A5F), "notify")])
  }

  /// A board with an MTU of `mtu` behind its Nordic UART.
  static func board(_ address: String, mtu: UInt16 = 23) -> FakePeripheral {
    let profile = UARTProfile.nordic
    var board = FakePeripheral(
      address, "Little FOCer", service: profile.service,
      [
        .init(profile.write, "write", "write-without-response"), .init(profile.notify, "notify"),
      ])
    board.mtu = mtu
    let vesc = RidingVESC()
    board.respond = { bytes in
      vesc.replies(to: bytes).flatMap { packet in
        stride(from: 0, to: packet.count, by: Int(mtu) - 3).map {
          Array(packet[$0...].prefix(Int(mtu) - 3))
        }
      }
    }
    return board
  }
}

/// A VESC that rides on by 50 ms with each request.
private final class RidingVESC: Sendable {
  private struct State {
    var deframer = PacketDeframer()
    var vesc: VirtualVESC
  }

  private let state: Mutex<State>

  init() {
    var controller = VirtualController(id: 7)
    controller.voltage = 73.8
    controller.erpm = 3000
    state = Mutex(State(vesc: VirtualVESC([controller])))
  }

  /// Packets that answer those whose pieces came.
  func replies(to bytes: [UInt8]) -> [[UInt8]] {
    state.withLock { state in
      var requests: [[UInt8]] = []
      state.deframer.feed(bytes) { requests.append(Array($0)) }
      return requests.flatMap { request in
        state.vesc.pass(milliseconds: 50)
        return state.vesc.replies(to: request).map { VESCPacket(payload: $0).bytes }
      }
    }
  }
}

/// A simulated FLARM whose serial line ends in a Bluetooth module, as boxes for pilots have it.
final class FLARMOverBluetooth {
  let peripheral: FakePeripheral
  private let line: Line

  /// `address` is the module's; nothing goes either way before `serve`.
  init(_ address: String, of flarm: SimulatedFLARM, mtu: UInt16 = 23) throws {
    let port = try #require(flarm.address.split(separator: ":").last.flatMap { UInt16($0) })
    let line = Line(try Loopback.connect(to: port))
    var peripheral = FakePeripheral.board(address, mtu: mtu)
    peripheral.name = "Air Connect"
    peripheral.respond = { bytes in
      try? Loopback.send(bytes, to: line.socket.rawValue)
      return []
    }
    self.line = line
    self.peripheral = peripheral
  }

  deinit { shutdown(line.socket.rawValue, Int32(SHUT_RDWR)) }

  /// Hands on what the FLARM says, piece by piece, until either is gone.
  func serve(through bluez: FakeBlueZ) throws {
    let (line, address, length) = (line, peripheral.address, Int(peripheral.mtu) - 3)
    try Threads.spawn(name: "flarm-line") {
      while let block = try? line.socket.readBlock(), !block.isEmpty {
        for start in stride(from: 0, to: block.count, by: length) {
          bluez.notify(address, Array(block[start...].prefix(length)))
        }
      }
    }
  }

  private final class Line: Sendable {
    let socket: Descriptor

    init(_ socket: consuming Descriptor) { self.socket = socket }
  }
}

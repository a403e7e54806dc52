import BLEProfiles
import BluetoothDoubles
import Synchronization
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
    var controller = VirtualController(id: 7)
    controller.voltage = 73.8
    let vesc = VirtualVESC([controller])
    let deframer = SharedDeframer()
    board.respond = { bytes in
      deframer.payloads(of: bytes).flatMap(vesc.replies).flatMap { reply in
        let packet = VESCPacket(payload: reply).bytes
        return stride(from: 0, to: packet.count, by: Int(mtu) - 3).map {
          Array(packet[$0...].prefix(Int(mtu) - 3))
        }
      }
    }
    return board
  }
}

/// Puts the pieces that a central writes together.
private final class SharedDeframer: Sendable {
  private let deframer = Mutex(PacketDeframer())

  func payloads(of bytes: [UInt8]) -> [[UInt8]] {
    deframer.withLock { deframer in
      var payloads: [[UInt8]] = []
      deframer.feed(bytes) { payloads.append(Array($0)) }
      return payloads
    }
  }
}

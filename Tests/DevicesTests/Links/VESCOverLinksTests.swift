import Devices
import FlightModel
import Linux
import RecordingModel
import Telemetry
import Testing
import VESC
import VESCDoubles

/// A board that answers, through each link: it appears and is sampled, and goes with its link.
@Suite("VESC over links", .timeLimit(.minutes(10)))
struct VESCOverLinksTests {
  /// Answers whatever comes until the link is gone.
  private static func answer(_ vesc: VirtualVESC, on wire: any Wire) {
    var deframer = PacketDeframer()
    while case let bytes = wire.read(), !bytes.isEmpty {
      deframer.feed(bytes) { payload in
        for reply in vesc.replies(to: Array(payload)) {
          wire.write(VESCPacket(payload: reply).bytes)
        }
      }
    }
  }

  @Test(arguments: Carrier.allCases)
  func aBoardAppearsAndIsSampled(_ carrier: Carrier) async throws {
    var controller = VirtualController(id: 7)
    controller.voltage = 73.8
    let vesc = VirtualVESC([controller])
    var samples = 0
    let events = try await EachLink.events(over: carrier, driver: .vesc) {
      Self.answer(vesc, on: $0)
    } until: {
      if case .motor = $0 { samples += 1 }
      return samples == 10
    }
    guard case .boardAppeared(let board) = events.first else {
      Issue.record("no board: \(events)")
      return
    }
    #expect(board.key == "vesc:101112131415161718191a1b")
    #expect(board.transport == carrier.transport.rawValue)
    let voltages = events.compactMap { event -> Int32? in
      if case .motor(let sample) = event { sample.motion.batteryVoltageMv } else { nil }
    }
    #expect(voltages.contains(73_800))
  }
}

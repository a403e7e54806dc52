import FlightModel
import RecordingModel
import Testing
import VESC
import VESCDoubles

@testable import Devices

@Suite struct VESCDriverTests {
  private static let key = "vesc:101112131415161718191a1b"

  /// A driver that speaks with a virtual board, 5 ms for each reply.
  private struct Bench {
    var driver = VESCDriver()
    var vesc: VirtualVESC
    var output = DriverOutput()
    var nowMs: Int64 = 0

    var samples: Int {
      output.events.count { if case .motor = $0 { true } else { false } }
    }

    var now: MonotonicInstant { MonotonicInstant(nanoseconds: nowMs * 1_000_000) }

    mutating func open(_ traits: LinkTraits) { driver.opened(traits, at: now, &output) }

    /// Answers each request, and wakes the driver when it wants to be.
    mutating func run(ms: Int64) {
      let end = nowMs + ms
      while nowMs < end {
        let requests = output.requests
        output.requests = []
        nowMs += 5
        for request in requests { answer(request) }
        if let wake = output.wakeAt, wake <= now { driver.woke(at: now, &output) }
      }
    }

    private mutating func answer(_ request: [UInt8]) {
      var deframer = PacketDeframer()
      var replies: [[UInt8]] = []
      let vesc = vesc
      deframer.feed(request) { replies += vesc.replies(to: Array($0)) }
      for reply in replies.map({ VESCPacket(payload: $0).bytes }) {
        reply.withUnsafeBytes { driver.received($0, at: now, &output) }
      }
    }
  }

  private var vesc: VirtualVESC {
    var controller = VirtualController(id: 7)
    controller.voltage = 73.8
    controller.mosfet = 41.2
    return VirtualVESC([controller])
  }

  @Test(arguments: [
    LinkTraits(transport: .serial, speed: 115_200), LinkTraits(transport: .tcp),
    LinkTraits(transport: .bluetooth, bluetoothAddress: "00:11:22:33:44:55"),
  ]) func `a board appears, is sampled and goes, over every link`(_ traits: LinkTraits) throws {
    var bench = Bench(vesc: vesc)
    bench.open(traits)
    bench.run(ms: 15_000)
    #expect(
      bench.output.events.first
        == .boardAppeared(
          BoardIdentity(
            key: Self.key, name: "Demo_HW_7", transport: traits.transport.rawValue,
            bluetoothAddress: traits.bluetoothAddress)))
    #expect(
      bench.output.recognised
        == InstrumentIdentity(
          kind: .vesc, product: "Demo_HW_7", serialNumber: "101112131415161718191a1b",
          firmware: "6.05"))
    let before = bench.samples
    bench.run(ms: 1_000)
    let samples = bench.samples - before
    #expect(traits.transport == .bluetooth ? 8...11 ~= samples : 17...21 ~= samples)
    #expect(bench.output.events.contains { if case .boardFacts = $0 { true } else { false } })
    bench.driver.closed(at: bench.now, &bench.output)
    #expect(bench.output.events.last == .boardGone(key: Self.key, at: bench.now))
  }

  @Test func `silence wants the link to be opened anew`() {
    var bench = Bench(vesc: vesc)
    bench.open(LinkTraits(transport: .serial))
    bench.run(ms: 15_000)
    #expect(!bench.output.wantsReopening)
    bench.vesc.isOff = true
    bench.run(ms: 4_000)
    #expect(bench.output.wantsReopening)
    bench.output = DriverOutput()
    bench.run(ms: 4_000)
    #expect(bench.output.requests.isEmpty, "nothing is asked of a link that is to be closed")
  }

  @Test func `what is read is counted`() {
    var bench = Bench(vesc: vesc)
    bench.open(LinkTraits(transport: .serial))
    bench.run(ms: 10_000)
    let before = bench.driver.counters
    #expect(before.messages > 5 && before.bytes > before.messages * 10)
    #expect(before.lastMessageAt != nil && before.refused == 0)
    let hostile = [
      [9, 9, 9], VESCPacket(payload: [4, 0]).bytes, VESCPacket(payload: [200]).bytes,
    ]
    for bytes in hostile {
      bytes.withUnsafeBytes { bench.driver.received($0, at: bench.now, &bench.output) }
    }
    #expect(bench.driver.counters.refused == 2)
    #expect(bench.driver.counters.unknown == before.unknown + 1)
    #expect(bench.driver.counters.messages == before.messages)
  }
}

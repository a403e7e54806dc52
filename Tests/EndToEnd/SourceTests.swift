import ControlAPI
import FlightModel
import FlightSimulator
import IGC
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// gpsd and its receivers come and go.
  @Suite(.timeLimit(.minutes(10)))
  struct SourceTests {
    private let flight = SimulatedFlight(.shortFlight(seed: 4))

    @Test("a gpsd that comes after the daemon, and restarts in flight, costs only its own absence")
    func gpsdRestarts() async throws {
      let gpsd = try await PrivateGPSD()
      await gpsd.stop()
      let box = try Box(port: gpsd.port)
      try box.begin()
      try await box.status("trouble with an absent gpsd") {
        $0.sources[0].link != .connected && $0.sources[0].note != nil
      }
      try await gpsd.start()
      try await box.connected()
      let off = flight.truth.takeoff.range(after: 100, seconds: 8)
      let pieces = flight.fixes.pieces(without: [off])
      try await gpsd.feed(pieces[0])
      try await box.stored(upTo: pieces[0].last!.time)
      await gpsd.stop()
      try await box.status("loss of gpsd") { $0.sources[0].link != .connected }
      try await gpsd.start()
      try await box.connected()
      #expect(try box.status().facts?.sources[0].reconnects == 1)
      try await gpsd.feed(pieces[1])
      try await box.stored(upTo: pieces[1].last!.time)
      try await box.command("record", "stop")
      #expect(try box.rows().recordings().count == 1)
      let missing = Set(flight.fixes.due(in: flight.truth).map(\.time))
        .subtracting(try box.rows().fixTimes()).filter { !off.contains($0) }
      // gpsd itself may swallow what it hears while it recognises the receiver again.
      #expect(missing.count <= 2)
      #expect(missing.allSatisfy { $0.isWithin(4, of: off.upperBound) })
      #expect(try box.rows().gaps().map(\.cause) == ["no receiver"])
      await box.stop()
    }

    @Test("of two receivers one is recorded; when it stops the other goes on without a hole")
    func receiverStops() async throws {
      let second = SimulatedFlight(.shortFlightSeenAgain(seed: 4)).fixes
      let gpsd = try await PrivateGPSD(receivers: 2)
      let box = try Box(port: gpsd.port)
      try await box.start()
      let last = flight.truth.takeoff.after(110)
      for (index, fix) in flight.fixes.enumerated() {
        if fix.time <= last { try await gpsd.feed([fix], from: 0) }
        try await gpsd.feed([second[index]], from: 1)
        if index == 4 { try await bothKnown(box) }
        if index % 10 == 9 { try await box.heard(fix.time) }
      }
      try await box.stored(upTo: second.last!.time)
      let receivers = try #require(try box.status().facts?.sources[0].receivers)
      #expect(receivers.first { $0.name == gpsd.receivers[1].path }?.isActive == true)
      try await box.command("record", "stop")
      #expect(try box.rows().recordings().count == 1)
      let stored = try box.rows().fixTimes()
      #expect(Set(stored).count == stored.count)
      let missing = Set(flight.fixes.due(in: flight.truth).map(\.time)).subtracting(stored)
      #expect(missing.isEmpty, "\(missing.map(\.rfc3339).sorted())")
      #expect(box.files.count == 1)
      await box.stop()
    }

    private func bothKnown(_ box: Box) async throws {
      try await box.status("both receivers") { $0.sources[0].receivers.count == 2 }
    }
  }
}

extension Box {
  /// Waits until a moment has come through, so that two receivers do not run away from each other.
  fileprivate func heard(_ time: UTCInstant) async throws {
    try await status("fix of \(time.rfc3339)") {
      ($0.fix.time ?? time.after(-99)) >= time.after(-4)
    }
  }
}

extension FlightPlan {
  /// The short flight seen by a second receiver.
  fileprivate static func shortFlightSeenAgain(seed: UInt64) -> FlightPlan {
    FlightPlan.shortFlight(seed: seed).seenBy(receiver: 2)
  }
}

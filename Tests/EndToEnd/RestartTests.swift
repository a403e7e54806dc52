import ControlAPI
import FlightModel
import FlightSimulator
import IGC
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// The box is switched off and on in flight, as pilots do.
  @Suite(.timeLimit(.minutes(10)))
  struct RestartTests {
    private let flight = SimulatedFlight(.shortFlight(seed: 3))

    /// Replays the flight on one box; `cuts` are the times without power, each ended by a start. They
    /// begin with a stop of the service, or `byKill` with SIGKILL.
    private func fly(
      _ fixes: [SimulatedFix], without cuts: [Range<UTCInstant>], byKill: Bool = false,
      whileOff: (Box) async throws -> Void = { _ in }
    ) async throws -> Box {
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port)
      for (boot, piece) in fixes.pieces(without: cuts).enumerated() {
        if boot > 0 {
          if byKill { await box.kill() } else { #expect(await box.stop() == .exit(0)) }
          try await whileOff(box)
        }
        try await box.start()
        try await gpsd.feed(piece)
        try await box.stored(upTo: piece.last!.time)
      }
      return box
    }

    @Test("a stop aloft leaves an interim file; 16 s later the same recording goes on")
    func sixteenSeconds() async throws {
      let cut = flight.truth.takeoff.range(after: 120, seconds: 16)
      let box = try await fly(flight.fixes, without: [cut]) { box in
        let interim = try #require(try box.names(in: "interim").first)
        try await box.expectValid("\(box.state)/interim/\(interim)")
        #expect(try box.rows().recordings().map(\.end) == [nil])
        #expect(try box.rows().recordings()[0].isAirborne)
        #expect(box.files == [])
      }
      #expect(try await box.command("record", "stop").code == 0)
      #expect(try box.rows().recordings().map(\.end) == ["stopped"])
      let name = try #require(box.files.first)
      #expect(box.files.count == 1)
      #expect(try box.names(in: "interim") == [], "the final file takes its place")
      try await box.expectValid("\(box.state)/flights/\(name)")
      #expect(try box.file(name).track.map(\.time) == box.rows().fixTimes())
      let gap = try #require(try box.rows().gaps().first { $0.cause == "restart" })
      #expect(abs(gap.milliseconds - 16_000) <= 3_000)
      await box.stop()
    }

    @Test("more than half an hour later it is another flight")
    func halfAnHour() async throws {
      let aloft = flight.truth.takeoff.after(120)
      let late = flight.fixes.delayed(from: aloft, milliseconds: 31 * 60_000)
      let box = try await fly(late, without: [aloft.after(-1)..<aloft])
      try await box.command("record", "stop")
      try await box.status("both files") { $0.unfinishedRecordings == 0 && $0.recording == nil }
      #expect(try box.rows().recordings().map(\.end) == ["interrupted", "stopped"])
      #expect(box.files.count == 2)
      for name in box.files { try await box.expectValid("\(box.state)/flights/\(name)") }
      #expect(try box.names(in: "interim") == [])
      await box.stop()
    }

    @Test("ten minutes later, still aloft, it is the same flight")
    func tenMinutes() async throws {
      let aloft = flight.truth.takeoff.after(120)
      let late = flight.fixes.delayed(from: aloft, milliseconds: 10 * 60_000)
      let box = try await fly(late, without: [aloft.after(-1)..<aloft])
      try await box.command("record", "stop")
      #expect(try box.rows().recordings().map(\.end) == ["stopped"])
      #expect(box.files.count == 1)
      await box.stop()
    }

    @Test(
      "after a landing and time without power, a relaunch is another flight",
      arguments: [false, true])
    func relaunch(byKill: Bool) async throws {
      let flights = SimulatedFlight(.relaunch(pause: 420))
      let landed = flights.flights[0].standstill.after(100)
      let off = landed..<landed.after(60)
      let box = try await fly(flights.fixes, without: [off], byKill: byKill) { box in
        let interim = try box.names(in: "interim")
        #expect(interim == [])
        #expect(box.files.count == (byKill ? 0 : 1), "a stop on the ground ends the flight")
      }
      try await box.command("record", "stop")
      #expect(box.files.count == 2)
      let takeoffs = try box.rows().recordings().map(\.takeoff)
      #expect(takeoffs.count == 2)
      for (found, truth) in zip(takeoffs, flights.flights) {
        #expect(truth.movingFrom.isWithin(8, of: found), "\(String(describing: found))")
      }
      await box.stop()
    }

    @Test("five cuts within a minute around take-off: one flight, its take-off right, gaps marked")
    func bumpyRunway() async throws {
      let roll = flight.truth.movingFrom
      let cuts = [-25.0, -13, -2, 9, 21].map { roll.range(after: $0, seconds: 3) }
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port)
      for piece in flight.fixes.pieces(without: cuts) {
        await box.kill()
        try await box.start()
        try await gpsd.feed(piece, perSecond: 150)
        try await box.stored(upTo: piece.last!.time)
      }
      try await box.command("record", "stop")
      let recordings = try box.rows().recordings()
      #expect(recordings.count == 1)
      #expect(roll.isWithin(5, of: recordings.last?.takeoff))
      #expect(box.files.count == 1)
      let restarts = try box.rows().gaps().filter { $0.cause == "restart" }
      #expect(restarts.count == 2, "one for each cut after it began to move")
      try await box.expectValid("\(box.state)/flights/\(box.files[0])")
      await box.stop()
    }
  }
}

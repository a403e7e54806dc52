import ControlAPI
import FlightModel
import FlightSimulator
import IGC
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// A box without a clock, and clocks that jump.
  @Suite(
    .enabled(if: WallClock.isAvailable, "libfaketime is not installed"),
    .timeLimit(.minutes(10)))
  struct ClockTests {
    @Test("boots in 1970, 2016 and 2099: each flight under its own date, no file written over")
    func noClock() async throws {
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port)
      for (boot, date) in ["1970-01-01", "2016-06-01", "2099-01-01"].enumerated() {
        box.prefix = WallClock.prefix
        box.environment = WallClock.at("\(date) 00:00:30")
        var plan = FlightPlan.shortFlight(seed: 2)
        plan.start = plan.start.after(Int64(boot) * 3600)
        let flight = SimulatedFlight(plan)
        try await box.start()
        let early = Array(flight.fixes.prefix(8)).atNullIsland(plan.start.range(seconds: 8))
          .withDate(CivilDate(year: 1980, month: 1, day: 6), plan.start.range(seconds: 8))
        try await gpsd.feed(early)
        try await box.status("rejection of 1980") { _ in
          (try? box.status().facts?.counters.fixesRejected.values.reduce(0, +)) ?? 0 > 0
        }
        #expect(box.files.count == boot, "no file before there is a date")
        if boot == 0 { #expect(try box.rows().recordings() == []) }
        try await gpsd.feed(flight.fixes.dropFirst(8))
        try await box.stored(upTo: flight.fixes.last!.time)
        #expect(try await box.command("record", "stop").code == 0)
        #expect(await box.stop() == .exit(0))
      }
      #expect(box.files.count == 3)
      for name in box.files {
        #expect(name.hasPrefix("2026-07-04-XBG-"), "\(name)")
        let file = try box.file(name)
        #expect(file.date == CivilDate(year: 2026, month: 7, day: 4))
        try await box.expectValid("\(box.state)/flights/\(name)")
      }
      #expect(box.files.map { String($0.dropLast(4).suffix(2)) } == ["01", "02", "03"])
    }

    @Test("steps of the receiver's time, midnight and a wall clock set in flight reach no file")
    func timeSteps() async throws {
      var plan = FlightPlan.shortFlight(seed: 8, rate: 10)
      plan.start = UTCInstant(CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 86_180_000)
      let flight = SimulatedFlight(plan)
      let aloft = flight.truth.takeoff
      let fixes = flight.fixes.withTimeStep(aloft.range(after: 20, seconds: 1), milliseconds: -1000)
        .withTimeStep(aloft.range(after: 40, seconds: 0.1), milliseconds: 70_000)
        .duplicated(aloft.range(after: 60, seconds: 5))
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port)
      let clock = WallClock(in: box.folder)
      try clock.set("2026-07-04 23:00:00")
      box.prefix = WallClock.prefix
      box.environment = clock.environment
      try await box.start()
      let half = fixes.index(at: aloft.after(50))
      try await gpsd.feed(fixes[..<half])
      try await box.stored(upTo: fixes[half - 1].time)
      try clock.set("2031-01-01 00:00:00")
      try await gpsd.feed(fixes[half...])
      try await box.stored(upTo: fixes.last!.time)
      #expect(try box.status().facts?.clock.steps ?? 0 > 0)
      #expect(try await box.command("record", "stop").code == 0)
      let times = try box.rows().fixTimes()
      #expect(times == times.sorted() && Set(times).count == times.count)
      #expect(Set(times).isSubset(of: Set(flight.fixes.map(\.time))))
      #expect(try box.rows().recordings().count == 1)
      let file = try box.file(box.files[0])
      let seconds = file.track.map(\.time.milliseconds)
      #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $0 < $1 }, "one B record a second")
      #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $1 - $0 <= 3000 })
      #expect(file.counts.midnights == 1, "the flight goes past midnight")
      await box.stop()
    }
  }
}

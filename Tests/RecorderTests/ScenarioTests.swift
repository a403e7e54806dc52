import FlightModel
import FlightSimulator
import Recorder
import RecordingModel
import Testing

/// What happened to other people's recorders, played on a test clock.
@Suite("Real failures")
struct ScenarioTests {
  @Test("bumpy runway: five reboots in a minute around take-off leave one flight, gaps marked")
  func bumpyRunway() throws {
    let hour = (0..<6).flatMap { _ in [Track.Leg.climbOut(25, 2, 300), .climbOut(30, -2, 300)] }
    let track = Track(
      legs: [.stand(120), .drive(12, 6), .climbOut(27, 6, 60)]
        + (0..<5).flatMap { _ in hour }
        + [.climbOut(27, -6, 60), .drive(12, 8), .stand(120)])
    let roll = track.start.advanced(byMilliseconds: 120_000)
    let standstill = track.fixes.last!.trueTime.advanced(byMilliseconds: -119_000)
    var cockpit = Cockpit()
    var rest = track.fixes[...]
    for cut in [-24.0, -12, -2, 11, 23] {
      let off = roll.range(after: cut, seconds: 3)
      cockpit.fly(rest.prefix { $0.trueTime < off.lowerBound })
      rest = rest.drop { $0.trueTime < off.upperBound }
      cockpit.cutPower()
    }
    cockpit.fly(rest)
    cockpit.perform(.shutdown)
    let kept = try #require(cockpit.kept.first)
    #expect(cockpit.kept.count == 1)
    #expect(distance(kept.takeoff, roll) <= 5)
    #expect(distance(kept.landing, standstill) <= 12)
    let causes = kept.gaps.map(\.message)
    #expect(causes == ["restart", "restart"], "one for each cut after it began to move")
    #expect(kept.missing(rest) == 0)
  }

  @Test("killed in flight: back after 16 s and again after 10 min, it is one flight")
  func restartInFlight() throws {
    let quarter = [Track.Leg.climbOut(25, 2, 450), .climbOut(30, -2, 450)]
    let track = Track(
      legs: [.stand(60)] + (0..<10).flatMap { _ in quarter } + [.drive(12, 8), .stand(120)])
    let takeoff = track.start.advanced(byMilliseconds: 60_000)
    var cockpit = Cockpit()
    let first = takeoff.range(after: 3600, seconds: 16)
    let second = takeoff.range(after: 5400, seconds: 600)
    cockpit.fly(track.fixes.filter { $0.trueTime < first.lowerBound })
    cockpit.cutPower()
    cockpit.fly(
      track.fixes.filter { (first.upperBound..<second.lowerBound).contains($0.trueTime) })
    cockpit.cutPower()
    cockpit.fly(track.fixes.filter { $0.trueTime >= second.upperBound })
    cockpit.perform(.shutdown)
    let kept = try #require(cockpit.kept.first)
    #expect(cockpit.kept.count == 1)
    #expect(kept.gaps.map(\.message) == ["restart", "restart"])
    #expect(kept.gaps.map { ($0.gapMs! + 500) / 1000 } == [17, 601])
    let due = track.fixes.filter {
      !first.contains($0.trueTime) && !second.contains($0.trueTime)
    }
    #expect(kept.missing(due.filter { $0.trueTime > takeoff }) == 0)
  }

  @Test("killed in flight and back after the landing: the flight is finished, the next is new")
  func backAfterRelaunch() {
    let flight = SimulatedFlight(.relaunch(pause: 900))
    let (one, two) = (flight.flights[0], flight.flights[1])
    var cockpit = Cockpit()
    cockpit.fly(flight.fixes.filter { $0.trueTime < one.takeoff.advanced(byMilliseconds: 90_000) })
    cockpit.cutPower()
    cockpit.fly(
      flight.fixes.filter { $0.trueTime > two.movingFrom.advanced(byMilliseconds: -120_000) })
    cockpit.perform(.shutdown)
    #expect(cockpit.kept.count == 2)
    #expect(cockpit.kept[0].recording.progress.end == .interrupted)
    #expect(distance(cockpit.kept[1].takeoff, two.movingFrom) <= 5)
    #expect(cockpit.finished.count == 2)
  }

  @Test("slow ridge flight with 8 s of zero speed and void fixes is one flight")
  func landingAloft() throws {
    let flight = SimulatedFlight(.slowRidge(minutes: 20))
    let aloft = flight.truth.takeoff
    let faulty = flight.fixes
      .frozen(aloft.range(after: 300, seconds: 8))
      .withZeroSpeed(aloft.range(after: 420, seconds: 8))
      .void(aloft.range(after: 600, seconds: 90))
      .frozen(aloft.range(after: 900, seconds: 45))
    var cockpit = Cockpit()
    cockpit.fly(faulty)
    cockpit.perform(.shutdown)
    let kept = try #require(cockpit.kept.first)
    #expect(cockpit.kept.count == 1)
    #expect(distance(kept.landing, flight.truth.landing) <= 10)
    #expect(!cockpit.journal.contains { $0.contains("the landing was none") })
    #expect(kept.fixes.count { $0.mode == .none } == 90)
    #expect(kept.gaps.map(\.message) == ["no position"])
  }

  @Test("a landing that was seen aloft is taken back, and nothing of it is missing")
  func landingTakenBack() throws {
    let flight = SimulatedFlight(.wave(minutes: 30))
    let aloft = flight.truth.takeoff.advanced(byMilliseconds: 900_000)
    let faulty = flight.fixes.frozen(aloft.range(seconds: 400))
    var cockpit = Cockpit()
    cockpit.fly(faulty.filter { $0.trueTime < aloft.advanced(byMilliseconds: 390_000) })
    #expect(cockpit.recorder.status.phase == .landed)
    cockpit.fly(faulty.filter { $0.trueTime >= aloft.advanced(byMilliseconds: 390_000) })
    cockpit.perform(.shutdown)
    let kept = try #require(cockpit.kept.first)
    #expect(cockpit.kept.count == 1)
    #expect(cockpit.journal.contains { $0.contains("the landing was none") })
    #expect(kept.missing(flight.fixes.due(in: flight.truth)) == 0)
    #expect(distance(kept.landing, flight.truth.landing) <= 10)
  }

  @Test("a foot launch at 25 km/h and 1 m/s has at least 20 s before take-off", arguments: 1...5)
  func footLaunch(seed: UInt64) throws {
    let flight = SimulatedFlight(.footLaunch(seed: seed))
    var cockpit = Cockpit()
    cockpit.fly(flight.fixes)
    cockpit.perform(.shutdown)
    let kept = try #require(cockpit.kept.first)
    #expect(cockpit.kept.count == 1)
    #expect(flight.truth.takeoff.milliseconds(since: kept.fixes[0].recordedAt) >= 20_000)
    #expect(distance(kept.takeoff, flight.truth.movingFrom) <= 5)
  }

  @Test("no clock: dates of 1970, 1980, 2099 and 0/0 never open or enter a recording, three times")
  func noClock() {
    let plan = FlightPlan(
      legs: [
        .ground(seconds: 400), .winch(releaseHeight: 380), .thermal(.left, gain: 100, strength: 2),
        .home, .land, .ground(seconds: 250),
      ])
    var cockpit = Cockpit()
    for (day, year) in [1970, 1980, 2099].enumerated() {
      var plan = plan
      plan.start = UTCInstant(
        CivilDate(year: 2026, month: 7, day: 4 + day), millisecondOfDay: 36_000_000)
      let flight = SimulatedFlight(plan)
      let fixes = flight.fixes
        .withDate(
          CivilDate(year: year, month: 1, day: 6),
          plan.start.range(seconds: 240)
        )
        .atNullIsland(plan.start.range(after: 240, seconds: 27))
      cockpit.fly(fixes.prefix(240))
      #expect(cockpit.recorder.status.phase == .waitingForFix)
      #expect(cockpit.recorder.status.fixes.implausibleDate == 240)
      cockpit.fly(fixes.dropFirst(240))
      #expect(cockpit.kept.count == day + 1)
      #expect(cockpit.kept.last.map { distance($0.takeoff, flight.truth.movingFrom) } ?? 99 <= 5)
      cockpit.cutPower()
    }
    let all = cockpit.kept.flatMap(\.fixes)
    #expect(all.allSatisfy { $0.recordedAt.date.year == 2026 && $0.position.latitudeE7 != 0 })
    #expect(Set(cockpit.kept.map(\.recording.id)).count == 3)
  }

  @Test("time steps: a second back, 70 s ahead for one fix and 10 Hz duplicates leave no trace")
  func timeSteps() throws {
    let flight = SimulatedFlight(.shortFlight(rate: 10))
    let aloft = flight.truth.takeoff
    let back = aloft.range(after: 60, seconds: 2)
    let ahead = aloft.range(after: 120, seconds: 0.1)
    let faulty = flight.fixes
      .withTimeStep(back, milliseconds: -1_000)
      .withTimeStep(ahead, milliseconds: 70_000)
      .duplicated(aloft.range(after: 150, seconds: 20))
    for pace: Int64 in [1, 50] {
      var cockpit = Cockpit()
      cockpit.pace = pace
      cockpit.fly(faulty)
      cockpit.perform(.shutdown)
      let kept = try #require(cockpit.kept.first)
      #expect(cockpit.kept.count == 1)
      let status = cockpit.recorder.status
      #expect(status.fixes.jumpedAhead == 1)
      #expect(status.fixes.backward + status.fixes.duplicates == 10 + 200)
      #expect(status.fixes.received == faulty.count)
      let due = flight.fixes.due(in: flight.truth)
      // The second that was told twice is there once; the fix that was ahead is lost.
      #expect(kept.missing(due) == 11)
    }
  }

  @Test(
    "card slow: stalls of 3 s and of 20 s at 10 Hz, with pressure as fast, cost nothing",
    arguments: [(everyFixes: 100, stalledFixes: 30), (400, 200)])
  func stalls(everyFixes: Int, stalledFixes: Int) throws {
    let flight = SimulatedFlight(.shortFlight(rate: 10))
    var cockpit = Cockpit()
    for (index, fix) in flight.fixes.enumerated() {
      if index % everyFixes == 50 { cockpit.store.mood = .stalled }
      if index % everyFixes == 50 + stalledFixes { cockpit.wake() }
      cockpit.fly(CollectionOfOne(fix), withPressure: true)
    }
    cockpit.wake()
    cockpit.perform(.shutdown)
    let kept = try #require(cockpit.kept.first)
    #expect(kept.missing(flight.fixes.due(in: flight.truth)) == 0)
    #expect(Set(kept.fixes.map(\.recordedAt)).count == kept.fixes.count)
    #expect(cockpit.store.largestBatch >= stalledFixes - 10)
    #expect(cockpit.recorder.status.commits.shedFixes == 0)
    #expect(cockpit.recorder.status.commits.shedFrames == 0)
  }
}

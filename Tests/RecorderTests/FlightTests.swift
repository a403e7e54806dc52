import FlightModel
import FlightSimulator
import Recorder
import RecordingModel
import Telemetry
import Testing

@Suite("Flights from launch to landing")
struct FlightTests {
  @Test(
    "each kind of flight is one recording with the right times and no fix missing",
    arguments: [
      FlightPlan.shortFlight(), .shortFlight(seed: 2, rate: 10), .shortFlight(seed: 3, rate: 20),
      .generated(seed: 11, climbs: 2), .generated(seed: 12, climbs: 2, launch: .winch, rate: 5),
      .footLaunch(), .slowRidge(), .wave(),
    ])
  func kinds(plan: FlightPlan) throws {
    let flight = SimulatedFlight(plan)
    var cockpit = Cockpit()
    cockpit.fly(flight.fixes)
    cockpit.perform(.shutdown)
    let kept = try #require(cockpit.kept.first)
    #expect(cockpit.kept.count == 1)
    #expect(cockpit.finished == [kept.recording.id])
    #expect(kept.recording.progress.end == .landed)
    #expect(distance(kept.takeoff, flight.truth.movingFrom) <= 5)
    #expect(distance(kept.landing, flight.truth.landing) <= 10)
    #expect(kept.missing(flight.fixes.due(in: flight.truth)) == 0)
    #expect(kept.fixesBeforeTakeoff >= 60)
    #expect(kept.fixesAfterLanding >= 20)
    #expect(cockpit.recorder.isDrained)
  }

  @Test("poor receivers: a fix each 5 s, no altitude, no speed", arguments: [5, 2, 0])
  func poorReceivers(seed: UInt64) throws {
    let flight = SimulatedFlight(seed == 2 ? .footLaunch() : .generated(seed: seed, climbs: 2))
    var cockpit = Cockpit()
    for (index, simulated) in flight.fixes.enumerated() where seed != 5 || index % 5 == 0 {
      var fix = Fix(simulated)
      if seed == 2 { fix.mode = .twoDimensional }
      if seed == 0 { fix.groundSpeedCmPerS = nil }
      cockpit.perform(.fix(fix))
    }
    cockpit.perform(.shutdown)
    let kept = try #require(cockpit.kept.first)
    #expect(cockpit.kept.count == 1)
    #expect(distance(kept.takeoff, flight.truth.movingFrom) <= 6)
    #expect(distance(kept.landing, flight.truth.landing) <= 20)
    #expect(kept.fixes.allSatisfy { $0.gnssAltitudeCm != nil } == (seed != 2))
  }

  @Test("the status tells the height above the sea as the receiver did")
  func heightAboveTheSea() throws {
    let track = Track(legs: [.stand(10)])
    var cockpit = Cockpit()
    #expect(cockpit.recorder.status.meanSeaAltitudeCm == nil)
    cockpit.fly(track.fixes)
    let last = try #require(track.fixes.last)
    #expect(cockpit.recorder.status.meanSeaAltitudeCm == last.meanSeaAltitudeCm)
  }

  @Test("a launch into strong wind, without ground speed, is a flight from its rise on")
  func noGroundSpeed() throws {
    let track = Track(legs: [.stand(120), .climbOut(0.5, 1, 120), .climbOut(3, 0, 300)])
    var cockpit = Cockpit()
    cockpit.fly(track.fixes)
    let kept = try #require(cockpit.kept.first)
    #expect(cockpit.recorder.status.phase == .airborne)
    #expect(distance(kept.takeoff, track.start.advanced(byMilliseconds: 120_000)) <= 20)
    #expect(kept.fixesBeforeTakeoff >= 40)
  }

  @Test("hours on the ground with a noisy receiver leave no recording", arguments: 1...4)
  func noise(seed: UInt64) {
    let plan = FlightPlan(seed: seed, legs: [.ground(seconds: 3600)], positionNoise: 4)
    var cockpit = Cockpit()
    cockpit.fly(SimulatedFlight(plan).fixes)
    #expect(cockpit.kept.isEmpty)
    #expect(cockpit.recorder.status.phase == .armed)
  }

  @Test("a replay fifty times faster than life records the same fixes and times")
  func fasterThanLife() throws {
    let flight = SimulatedFlight(.shortFlight())
    var life = Cockpit()
    var replay = Cockpit()
    replay.pace = 50
    life.fly(flight.fixes)
    replay.fly(flight.fixes)
    life.perform(.shutdown)
    replay.perform(.shutdown)
    let (one, other) = (try #require(life.kept.first), try #require(replay.kept.first))
    #expect(one.fixes == other.fixes)
    #expect(one.recording == other.recording)
    #expect(life.store.frames.map(\.capturedAtMs) == replay.store.frames.map(\.capturedAtMs))
    #expect(replay.store.batches < life.store.batches / 10)
  }

  @Test("a relaunch after a landing is a second flight, and both files are whole")
  func relaunch() throws {
    let flight = SimulatedFlight(.relaunch())
    var cockpit = Cockpit()
    cockpit.fly(flight.fixes)
    cockpit.perform(.shutdown)
    #expect(cockpit.kept.count == 2)
    for (kept, truth) in zip(cockpit.kept, flight.flights) {
      #expect(distance(kept.takeoff, truth.movingFrom) <= 5)
      #expect(distance(kept.landing, truth.landing) <= 10)
      #expect(kept.missing(flight.fixes.due(in: truth)) == 0)
    }
  }

  @Test("a quick relaunch, sooner than a landing is final, is a second flight too")
  func quickRelaunch() {
    let flight = SimulatedFlight(.relaunch(pause: 110))
    var cockpit = Cockpit()
    cockpit.fly(flight.fixes)
    cockpit.perform(.shutdown)
    #expect(cockpit.kept.count == 2)
    #expect(cockpit.kept.allSatisfy { $0.fixesBeforeTakeoff >= 20 && $0.fixesAfterLanding >= 20 })
  }

  @Test("standing with power on opens no recording; towing on flat ground leaves no flight")
  func onTheGround() {
    var cockpit = Cockpit()
    let plan = FlightPlan(legs: [.ground(seconds: 600)])
    let standing = SimulatedFlight(plan).fixes
    cockpit.fly(standing)
    #expect(cockpit.store.recordings.isEmpty)
    #expect(cockpit.recorder.status.phase == .armed)

    var tow = Cockpit()
    tow.fly(Track(legs: [.stand(60), .drive(11, 120), .stand(120)]).fixes)
    #expect(tow.kept.isEmpty)
    #expect(tow.discarded.count == 1)
    #expect(tow.finished.isEmpty)
    #expect(tow.recorder.status.phase == .armed)
  }

  @Test("a flight after a tow to the start is caught from its own roll on")
  func towThenFlight() throws {
    var cockpit = Cockpit()
    let track = Track(legs: [.stand(60), .drive(8, 120), .stand(90), .climbOut(25, 3, 200)])
    cockpit.fly(track.fixes)
    cockpit.perform(.command(.stop))
    let kept = try #require(cockpit.kept.first)
    #expect(cockpit.kept.count == 1)
    #expect(distance(kept.takeoff, track.start.advanced(byMilliseconds: 270_000)) <= 3)
  }

  @Test("midnight passes within one recording, in increasing time")
  func midnight() throws {
    var plan = FlightPlan.shortFlight()
    plan.start = UTCInstant(CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 86_200_000)
    let flight = SimulatedFlight(plan)
    var cockpit = Cockpit()
    cockpit.fly(flight.fixes)
    cockpit.perform(.shutdown)
    let kept = try #require(cockpit.kept.first)
    #expect(cockpit.kept.count == 1)
    #expect(kept.fixes.first!.recordedAt.date.day == 4)
    #expect(kept.fixes.last!.recordedAt.date.day == 5)
    #expect(kept.missing(flight.fixes.due(in: flight.truth)) == 0)
  }

  @Test("pressure, frames and buckets come with the fixes")
  func companions() throws {
    let flight = SimulatedFlight(.shortFlight(rate: 10))
    var cockpit = Cockpit()
    cockpit.fly(flight.fixes, withPressure: true)
    cockpit.perform(.shutdown)
    let kept = try #require(cockpit.kept.first)
    #expect(kept.fixes.suffix(600).allSatisfy { $0.pressureAltitudeCm != nil })
    let seconds =
      Double(
        kept.fixes.last!.recordedAt.milliseconds(since: kept.fixes[0].recordedAt)) / 1000
    #expect(abs(Double(cockpit.store.frames.count) - seconds * 2) < 20)
    let samples = cockpit.store.buckets.values.reduce(0) { $0 + Int($1.sampleCount) }
    #expect(samples == kept.fixes.count)
  }
}

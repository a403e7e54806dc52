import FlightModel
import FlightSimulator
import Testing

@Suite struct FlightTests {
  @Test(arguments: [1, 2, 5, 10, 20])
  func oneSeedFliesTheSameAtEveryRate(rate: Int) {
    let slow = SimulatedFlight(.shortFlight())
    let fast = SimulatedFlight(.shortFlight(rate: rate))
    #expect(fast.truth.takeoff == slow.truth.takeoff)
    #expect(fast.truth.landing == slow.truth.landing)
    let shared = fast.fixes.filter { $0.elapsedMs % 1000 == 0 }
    #expect(shared.count == slow.fixes.count)
    #expect(zip(shared, slow.fixes).allSatisfy { $0 == $1 })
    #expect(
      zip(fast.fixes, fast.fixes.dropFirst()).allSatisfy {
        $1.elapsedMs - $0.elapsedMs == 1000 / rate
      })
  }

  @Test func seedsDiffer() {
    #expect(
      SimulatedFlight(.shortFlight(seed: 1)).fixes != SimulatedFlight(.shortFlight(seed: 2)).fixes)
  }

  @Test(arguments: 1...12)
  func generatedFlightsLandOnTheField(seed: Int) {
    let plan = FlightPlan.generated(
      seed: UInt64(seed), climbs: 2 + seed % 4, launch: seed.isMultiple(of: 2) ? .winch : .aerotow)
    let flight = SimulatedFlight(plan)
    let truth = flight.truth
    #expect(flight.flights.count == 1 && truth.hasLanded)
    #expect(truth.movingFrom <= truth.takeoff && truth.landing < truth.standstill)
    #expect(truth.thermalsLeft + truth.thermalsRight == 2 + seed % 4)
    let last = flight.fixes.last!
    #expect(last.truth.isOnGround && last.truth.groundSpeedCmPerS == 0)
    #expect(plan.field.distance(to: last.truth.position) < 1200)
    let ground = Int32((plan.fieldElevation + plan.geoidSeparation) * 100)
    #expect(abs(last.truth.ellipsoidAltitudeCm - ground) <= 1)
  }

  @Test func speedAndTrackAgreeWithThePositions() {
    let fixes = SimulatedFlight(.demo).fixes
    for (before, after) in zip(fixes, fixes.dropFirst()) {
      let moved = before.truth.position.distance(to: after.truth.position) * 100
      let mean = Double(before.truth.groundSpeedCmPerS + after.truth.groundSpeedCmPerS) / 2
      #expect(abs(moved - mean) < 130, "at \(before.time.rfc3339)")
      let climbed = Double(after.truth.ellipsoidAltitudeCm - before.truth.ellipsoidAltitudeCm)
      let climb = Double(before.truth.climbCmPerS + after.truth.climbCmPerS) / 2
      #expect(abs(climbed - climb) < 130, "at \(before.time.rfc3339)")
    }
  }

  @Test func noiseIsModestAndWandersSlowly() {
    let fixes = SimulatedFlight(.demo).fixes
    #expect(fixes.allSatisfy { $0.position.distance(to: $0.truth.position) < 9 })
    #expect(
      fixes.allSatisfy { abs($0.ellipsoidAltitudeCm - $0.truth.ellipsoidAltitudeCm) < 1000 })
    #expect(fixes.contains { $0.position.distance(to: $0.truth.position) > 0.5 })
  }

  @Test func theTruthMatchesTheFixes() {
    for plan in [FlightPlan.demo, .relaunch(), .footLaunch(), .slowRidge(), .wave()] {
      let flight = SimulatedFlight(plan)
      for truth in flight.flights {
        #expect(flight.fixes.heightGainCm(in: truth) == truth.heightGainCm)
        let inFlight = flight.fixes.keeping(truth.takeoff..<truth.landing)
        #expect(inFlight.allSatisfy { !$0.truth.isOnGround })
        let due = flight.fixes.due(in: truth)
        let aloft = flight.fixes.count {
          $0.trueTime >= truth.takeoff && $0.trueTime <= truth.landing
        }
        #expect(due.count == aloft + 40)
        #expect(due.first!.trueTime <= truth.takeoff.advanced(byMilliseconds: -19_000))
        #expect(due.last!.trueTime >= truth.landing.advanced(byMilliseconds: 19_000))
      }
    }
  }

  @Test func aLongFlightStaysNearTheField() {
    var simulation = FlightSimulation(.longFlight(hours: 5, rate: 1))
    let plan = simulation.plan
    var highest: Int32 = 0
    var farthest = 0.0
    var last: SimulatedFix?
    while let fix = simulation.next() {
      highest = max(highest, fix.meanSeaAltitudeCm)
      if fix.elapsedMs % 60_000 == 0 {
        farthest = max(farthest, plan.field.distance(to: fix.position))
      }
      last = fix
    }
    #expect((16_000...22_000).contains(simulation.flights[0].durationSeconds))
    #expect(highest < 200_000 && farthest < 60_000)
    #expect(last?.truth.isOnGround == true)
  }

  @Test func aRelaunchIsTwoFlights() {
    let flight = SimulatedFlight(.relaunch(pause: 200))
    #expect(flight.flights.count == 2)
    let pause = flight.flights[1].movingFrom.milliseconds(since: flight.flights[0].standstill)
    #expect(abs(pause - 200_000) <= 200)
  }

  @Test func theDemoIsWhatTheDemoNeeds() {
    let flight = SimulatedFlight(.demo)
    let truth = flight.truth
    #expect((25 * 60...40 * 60).contains(truth.durationSeconds))
    #expect(truth.movingFrom.milliseconds(since: flight.fixes[0].time) >= 60_000)
    #expect(flight.fixes.last!.time.milliseconds(since: truth.standstill) >= 60_000)
    #expect(truth.thermalsLeft >= 2 && truth.thermalsRight >= 2)
  }

  @Test func theSlowRidgeIsSlow() {
    let flight = SimulatedFlight(.slowRidge())
    let from = flight.truth.takeoff.advanced(byMilliseconds: 120_000)
    let aloft = flight.fixes.keeping(from.range(seconds: 1150))
    #expect(aloft.count == 1150)
    #expect(aloft.allSatisfy { $0.truth.groundSpeedCmPerS <= 425 && !$0.truth.isOnGround })
    #expect(aloft.contains { $0.truth.groundSpeedCmPerS < 20 })
  }

  @Test(arguments: [
    (-339_000_000, 1_511_000_000), (315_000_000, 354_800_000), (-549_000_000, -675_000_000),
    (100, 1_799_995_000),
  ])
  func anyPlaceWorks(latitudeE7: Int, longitudeE7: Int) {
    var plan = FlightPlan.shortFlight()
    plan.field = Coordinate(latitudeE7: Int32(latitudeE7), longitudeE7: Int32(longitudeE7))
    plan.fieldElevation = -420
    plan.start = UTCInstant(CivilDate(year: 2026, month: 12, day: 31), millisecondOfDay: 86_250_000)
    let flight = SimulatedFlight(plan)
    #expect(flight.truth.takeoff.date != flight.truth.landing.date)
    #expect(flight.fixes.contains { $0.meanSeaAltitudeCm < -40_000 })
    #expect(plan.field.distance(to: flight.fixes.last!.position) < 1200)
  }
}

import FlightAnalysis
import FlightModel
import FlightSimulator
import Testing

/// Take-off and landing of simulated flights, of which the truth is known.
@Suite struct TakeoffLandingTests {
  static let plans: [FlightPlan] =
    [.winchCircuit, .shortFlight(), .relaunch(), .relaunch(seed: 9, pause: 90)]
    + (1...2).flatMap { (seed: UInt64) in
      [
        .generated(seed: seed, climbs: 1), .generated(seed: seed, climbs: 1, launch: .winch),
        .footLaunch(seed: seed), .slowRidge(seed: seed, minutes: 4), .wave(seed: seed, minutes: 4),
      ]
    }

  @Test(arguments: plans) func flightsBeginAndEndWhereTheyDid(plan: FlightPlan) {
    let flight = SimulatedFlight(plan)
    for withPressure in [true, false] {
      expect(AnalysedFlight.figures(flight.fixes.track(withPressure: withPressure)), flight, 5, 5)
    }
    expect(AnalysedFlight.figures(flight.fixes.every(4).track()), flight, 8, 8)
    expect(AnalysedFlight.figures(flight.fixes.every(20).track()), flight, 25, 25)
  }

  @Test(arguments: [2, 5, 20]) func fastReceiversTellTheSame(rate: Int) {
    let flight = SimulatedFlight(.shortFlight(rate: rate))
    expect(AnalysedFlight.figures(flight.fixes.track()), flight, 5, 5)
  }

  private func expect(
    _ analysed: AnalysedFlight, _ flight: SimulatedFlight, _ takeoff: Double, _ landing: Double
  ) {
    #expect(analysed.parts.count == flight.flights.count)
    for (part, truth) in zip(analysed.parts, flight.flights) {
      #expect(abs(seconds(part.takeoff, after: truth.movingFrom)) <= takeoff)
      #expect(seconds(part.landing, after: truth.landing) >= -landing)
      #expect(seconds(part.landing, after: truth.standstill) <= landing)
    }
  }

  @Test func timeOnTheGroundDoesNotCount() {
    let flight = SimulatedFlight(.relaunch(pause: 300))
    let truth = flight.flights.reduce(0) { $0 + $1.standstill.milliseconds(since: $1.movingFrom) }
    #expect(abs(AnalysedFlight.figures(flight.fixes.track()).durationMs - truth) <= 20_000)
  }

  @Test func aFileMayBeginAndEndInTheAir() {
    let flight = SimulatedFlight(.shortFlight())
    let aloft = flight.truth.takeoff.range(after: 60, seconds: 120)
    let fixes = flight.fixes.keeping(aloft).track()
    let analysed = AnalysedFlight.figures(fixes)
    #expect(analysed.parts == [FlightPart(takeoff: nil, landing: nil)])
    #expect(analysed.durationMs == 119_000)
    let begun = AnalysedFlight.figures(
      flight.fixes.filter { $0.trueTime < aloft.upperBound }.track())
    #expect(begun.parts.count == 1 && begun.takeoff != nil && begun.landing == nil)
    let ended = AnalysedFlight.figures(
      flight.fixes.filter { $0.trueTime >= aloft.lowerBound }.track())
    #expect(ended.parts.count == 1 && ended.takeoff == nil && ended.landing != nil)
  }

  @Test func gapsAndDefectsOfTimeLeaveOneFlight() {
    let flight = SimulatedFlight(.shortFlight())
    let truth = flight.truth
    let gap = truth.takeoff.range(after: 100, seconds: 90)
    let twice = truth.takeoff.range(after: 20, seconds: 30)
    let back = truth.takeoff.range(after: 60, seconds: 3)
    let void = truth.takeoff.range(after: 200, seconds: 20)
    let fixes = flight.fixes.removing(gap).duplicated(twice).void(void)
      .withTimeStep(back, milliseconds: -40_000).track()
    expect(AnalysedFlight.figures(fixes), flight, 5, 5)
  }

  @Test func placesThatJumpAreNoMovement() {
    let flight = SimulatedFlight(.shortFlight())
    let start = flight.fixes[0].trueTime
    let fixes = flight.fixes
      .displaced(start.range(after: 30, seconds: 1), north: 900_000, east: 0)
      .displaced(start.range(after: 150, seconds: 2), north: 0, east: -80_000)
      .atNullIsland(start.range(seconds: 3)).track()
    let analysed = AnalysedFlight.figures(fixes)
    expect(analysed, flight, 5, 5)
    #expect(analysed.statistics.fastestGroundSpeedMPerS ?? 99 < 60)
  }
}

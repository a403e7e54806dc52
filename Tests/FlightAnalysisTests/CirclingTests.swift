import FlightAnalysis
import FlightModel
import FlightSimulator
import Testing

@Suite struct CirclingTests {
  @Test(arguments: 1...2) func everyClimbIsCountedOnItsSide(seed: UInt64) {
    let plans: [FlightPlan] = [
      .generated(seed: seed, climbs: 3), .footLaunch(seed: seed), .relaunch(seed: seed),
      .slowRidge(seed: seed, minutes: 5),
    ]
    for plan in plans {
      let flight = SimulatedFlight(plan)
      for fixes in [flight.fixes, flight.fixes.every(3)] {
        let circling = AnalysedFlight.figures(fixes.track()).circling
        #expect(circling.left == flight.flights.reduce(0) { $0 + $1.thermalsLeft })
        #expect(circling.right == flight.flights.reduce(0) { $0 + $1.thermalsRight })
        #expect(circling.mixed == 0)
      }
    }
  }

  @Test func aClimbHasItsRateAndItsShareOfTheTime() {
    var maker = TrackMaker()
    maker.stand(30)
    maker.winch()
    maker.fly(300, speed: 30, climb: -1)
    maker.fly(240, speed: 25, climb: 2, turn: 15)
    maker.fly(300, speed: 30, climb: -1)
    maker.fly(120, speed: 25, climb: 1, turn: -15)
    maker.land()
    maker.stand(60)
    let analysed = AnalysedFlight.figures(maker.fixes)
    #expect(analysed.circling.left == 1 && analysed.circling.right == 1)
    #expect(abs((analysed.circling.bestClimbMPerS ?? 0) - 2) <= 0.2)
    let share = 360_000 / Double(analysed.durationMs)
    #expect(abs(analysed.circling.share - share) <= 0.03)
    let climbs = analysed.phases.filter { $0.kind == .circling(.right) }
    #expect(climbs.count == 1 && abs(climbs[0].heightChangeM - 480) <= 20)
  }

  @Test func bothWaysAreMixed() {
    var maker = TrackMaker()
    maker.fly(60, speed: 25)
    maker.fly(120, speed: 25, climb: 1, turn: 15)
    maker.fly(110, speed: 25, climb: 1, turn: -15)
    maker.fly(60, speed: 25)
    let circling = AnalysedFlight.figures(maker.fixes).circling
    #expect(circling.mixed == 1 && circling.left == 0 && circling.right == 0)
  }

  @Test func aTurnIsNoCircle() {
    var maker = TrackMaker()
    for leg in 0..<10 {
      maker.fly(90, speed: 20, climb: leg % 2 == 0 ? 0.7 : -0.5)
      maker.fly(15, speed: 18, climb: 1, turn: leg % 2 == 0 ? 12 : -12)
    }
    #expect(AnalysedFlight.figures(maker.fixes).phases.map(\.kind) == [.cruise])
  }

  @Test func circlesInWindAreCircles() {
    var maker = TrackMaker()
    maker.wind = (north: 3, east: -5)
    maker.fly(120, speed: 10, climb: -1)
    maker.fly(200, speed: 9.5, climb: 1.5, turn: 20)
    maker.fly(120, speed: 10, climb: -1)
    #expect(AnalysedFlight.figures(maker.fixes).circling.right == 1)
  }

  @Test func descendingCirclesAreNoClimb() {
    var maker = TrackMaker()
    maker.altitude = 3000
    maker.fly(60, speed: 25)
    maker.fly(120, speed: 25, climb: -4, turn: 15)
    let analysed = AnalysedFlight.figures(maker.fixes)
    #expect(analysed.circling.right == 0 && analysed.circling.bestClimbMPerS == nil)
    #expect(analysed.phases.last?.kind == .circling(.right))
  }
}

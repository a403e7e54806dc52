import FlightAnalysis
import FlightModel
import FlightSimulator
import Synchronization
import Testing

/// How the whole is composed.
@Suite struct AnalyseTests {
  private let fixes = SimulatedFlight(.shortFlight()).fixes.every(5).track()

  @Test func everyShapeIsToldOnceInItsOrder() {
    var told: [AnalysisOptions.Shape] = []
    _ = AnalysedFlight.analyse(fixes, progress: { told.append($0) })
    #expect(told == AnalysisOptions.Shape.allCases)
  }

  @Test func onlyTheShapesThatWereAskedForAreThere() {
    var options = AnalysisOptions()
    options.shapes = [.triangle]
    var told: [AnalysisOptions.Shape] = []
    let flight = AnalysedFlight.analyse(fixes, options: options, progress: { told.append($0) })
    #expect(told == [.triangle])
    #expect(flight.distances.triangle != nil)
    #expect(flight.distances.straight == nil && flight.bestTwoHours == nil)
  }

  @Test func aCancelledAnalysisStopsAtTheNextShape() {
    let told = Atomic(0)
    let flight = AnalysedFlight.analyse(
      fixes, progress: { _ in told.add(1, ordering: .relaxed) },
      isCancelled: { told.load(ordering: .relaxed) >= 2 })
    #expect(told.load(ordering: .relaxed) == 2)
    #expect(flight.distances.faiTriangle == nil && flight.parts.count == 1)
  }

  @Test(arguments: AnalysisOptions.Shape.allCases)
  func aCancelledSearchEndsInTheMiddle(shape: AnalysisOptions.Shape) {
    // Fixes that have nothing to do with each other, so that each search takes long.
    let fixes = [TrackFix](SampleTrack.world.positions(3_000, seed: 7))
    var options = AnalysisOptions()
    options.shapes = [shape]
    options.closing = .share(0.2)
    let asked = Atomic(0)
    let flight = AnalysedFlight.analyse(
      fixes, options: options,
      isCancelled: { asked.add(1, ordering: .relaxed).newValue > 1 })
    #expect(asked.load(ordering: .relaxed) > 1)
    let found = flight.distances
    let all = [
      found.straight, found.oneTurnpoint, found.twoTurnpoints, found.threeTurnpoints,
      found.fiveTurnpoints, found.outAndReturn, found.triangle, found.faiTriangle,
      flight.bestTwoHours?.distance,
    ]
    #expect(all.allSatisfy { $0?.isProved != true })
  }

  @Test func everyShapeOfAFlightIsThere() throws {
    let flight = AnalysedFlight.analyse(fixes)
    let shapes = flight.distances
    let open = try [
      shapes.straight, shapes.oneTurnpoint, shapes.twoTurnpoints, shapes.threeTurnpoints,
      shapes.fiveTurnpoints,
    ].map { try #require($0) }
    #expect(open.map(\.points.count) == [2, 3, 4, 5, 7])
    #expect(zip(open, open.dropFirst()).allSatisfy { $0.sphereM <= $1.sphereM + 0.001 })
    let fai = try #require(shapes.faiTriangle)
    #expect(try #require(shapes.triangle).sphereM >= fai.sphereM)
    #expect(shapes.outAndReturn != nil)
    #expect(try #require(flight.bestTwoHours).distance.sphereM == open[3].sphereM)
  }
}

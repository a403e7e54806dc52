import FlightAnalysis
import FlightModel
import FlightSimulator
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
    var told = 0
    let flight = AnalysedFlight.analyse(
      fixes, progress: { _ in told += 1 }, isCancelled: { told >= 2 })
    #expect(told == 2)
    #expect(flight.distances.faiTriangle == nil && flight.parts.count == 1)
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

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
}

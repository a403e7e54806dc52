import FlightAnalysis
import FlightModel
import FlightReport
import Testing

@Suite struct ReportFactsTests {
  @Test func aReportNeedsNoTask() {
    let facts = ReportFacts(
      title: "a flight", declaration: Declaration(), fixes: [], analysis: AnalysedFlight())
    #expect(facts.task == nil)
  }
}

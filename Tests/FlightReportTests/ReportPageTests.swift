import FlightAnalysis
import FlightModel
import FlightReport
import Testing

@Suite struct ReportPageTests {
  @Test(arguments: ReportCase.all) func everyReportIsSoundAndSmall(report: ReportCase) throws {
    let html = ReportPage.html(report.facts)
    ReportFile.keep(html, name: report.name)
    #expect(html.count < 400_000, "\(html.count)")
  }
}

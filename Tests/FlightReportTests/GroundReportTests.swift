import Elevation
import FlightModel
import FlightReport
import TestSupport
import Testing

/// Reports of flights whose ground is known.
@Suite struct GroundReportTests {
  /// The small flight over ground of 771 m.
  private func facts(_ change: (inout TrackFix) -> Void = { _ in }) throws -> ReportFacts {
    var facts = ReportCase.small.facts
    for index in facts.fixes.indices { change(&facts.fixes[index]) }
    let line = GroundLine(facts.fixes) {
      ElevationTile($0, [UInt8](repeating: 3, count: ElevationTile.byteCount))
    }
    facts.ground = FlightGround(
      facts.fixes, line: line, stands: [0], flights: [0...facts.fixes.count - 1],
      isEllipsoid: true)
    try #require(facts.ground != nil)
    return facts
  }

  @Test func figuresAndLineAreThere() throws {
    let html = ReportPage.html(try facts())
    try ReportFile.keep(html, name: "ground")
    try ReportCheck(html).all()
    let texts = try XMLScanner(html).texts
    #expect(texts.contains("Highest above ground"))
    #expect(texts.contains("Lowest above ground on the way"))
    #expect(texts.contains { $0.filter { $0 != "\n" } == "ground" })
    #expect(texts.contains { $0.contains("m above ground") && $0.contains("UTC") })
    #expect(texts.contains { $0.contains("SRTM3's ground") })
  }

  @Test func withPressureAltitudesAloneToo() throws {
    let html = ReportPage.html(try facts { $0.gnssAltitudeM = nil })
    try ReportCheck(html).all()
    #expect(try XMLScanner(html).texts.contains { $0.contains("set at take-off") })
  }

  @Test func withoutGroundNothingIsSaidOfIt() throws {
    let texts = try XMLScanner(ReportPage.html(ReportCase.small.facts)).texts
    #expect(
      !texts.contains {
        $0.lowercased().contains("above ground") || $0.filter { $0 != "\n" } == "ground"
      })
  }
}

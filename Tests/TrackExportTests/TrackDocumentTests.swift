import FlightModel
import Testing
import TrackExport

@Suite struct TrackDocumentTests {
  @Test func aDocumentMayHaveNoFixes() {
    #expect(TrackDocument(name: "a", declaration: Declaration(), fixes: []).fixes.isEmpty)
  }
}

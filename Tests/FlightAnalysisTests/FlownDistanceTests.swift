import FlightAnalysis
import FlightModel
import Testing

@Suite struct FlownDistanceTests {
  /// The straight distance of two fixes.
  private func isFlown(degrees: Double, seconds: Int64) throws -> Bool {
    let places = [47.0, 47.0 + degrees].map { Coordinate(latitude: $0, longitude: 8)! }
    let fixes = [TrackFix](places, every: seconds)
    var distances = OpenDistances(ScoringTrack(fixes))
    let distance = distances.longest(legs: 1)
    return try #require(distance).isFlown(on: fixes)
  }

  @Test func nothingIsFasterThanAGliderInWave() throws {
    // 111 km at 148 m/s, and at 159 m/s.
    #expect(try isFlown(degrees: 1, seconds: 750))
    #expect(try !isFlown(degrees: 1, seconds: 700))
  }

  @Test func aPlaceThatTremblesIsNoJump() throws {
    #expect(try isFlown(degrees: 0.0017, seconds: 1))
    #expect(try isFlown(degrees: 0, seconds: 1))
  }

  @Test func indicesOfOtherFixesAreNotFlown() {
    let distance = FlightDistance(sphereM: 1, wgs84M: 1, points: [0, 9])
    #expect(!distance.isFlown(on: []))
  }
}

import FlightModel
import Testing

@testable import FlightAnalysis

@Suite struct ClosedDistancesTests {
  static let closings: [Closing] = [.standard, .within(1000), .share(0.2), .share(0.5)]

  @Test(arguments: ClosingTrack.allCases, closings)
  func smallTracksAreSolvedAsByLookingAtEveryTriple(_ track: ClosingTrack, _ closing: Closing) {
    for seed in 0..<12 as Range<UInt64> {
      let fixes = track.fixes(count: 2 + Int(seed) + 3 * Int(seed % 2), seed: seed)
      expectAsPlain(fixes, closing, "\(track), seed \(seed)")
    }
  }

  @Test(arguments: [ClosingTrack.walk, .cloud, .repeated, .loops])
  func longerTracksToo(_ track: ClosingTrack) {
    expectAsPlain(track.fixes(count: 60, seed: 5), .standard, "\(track)")
    expectAsPlain(track.fixes(count: 45, seed: 6), .share(0.2), "\(track)")
  }

  /// The plain solver is compared where the limit makes a difference.
  @Test func theSmallestSideDecidesInMostTracks() {
    let decided = (0..<30 as Range<UInt64>).filter { seed in
      let track = ScoringTrack(ClosingTrack.cloud.fixes(count: 12, seed: seed))
      let distances = ClosedDistances(track, closing: .within(3000))
      let fai = distances.faiTriangle()?.sphereM ?? 0
      return fai > 0 && fai < distances.triangle()?.sphereM ?? 0
    }
    #expect(decided.count > 10)
  }

  /// What is searched by parts must not depend on how many there are of one place.
  @Test func manyRoundsOverTheSamePlacesAreProved() throws {
    let round = ClosingTrack.loops.fixes(count: 12, seed: 4).map(\.position)
    let fixes = [TrackFix](Array(repeating: round, count: 40).flatMap { $0 })
    let once = ClosedDistances(ScoringTrack([TrackFix](round + round)))
    let distances = ClosedDistances(ScoringTrack(fixes), closing: .standard, maxSteps: 200_000)
    let triangle = try #require(distances.triangle())
    #expect(triangle.isProved)
    #expect(triangle.sphereM == once.triangle()?.sphereM)
    #expect(distances.faiTriangle()?.isProved != false)
  }

  /// Three legs from a corner, the third side just above or below 28 %.
  @Test func theLimitOfTheSmallestSideCounts() throws {
    let home = Coordinate(latitudeE7: 484_233_000, longitudeE7: 99_215_000)
    func triangle(base: Double) -> FlightDistances {
      let height = (36_000 * 36_000 - base * base / 4).squareRoot()
      let corners = [(0.0, 0.0), (0, base), (height, base / 2), (0, 0)]
      let fixes = corners.enumerated().map { index, corner in
        TrackFix(
          time: UTCInstant(milliseconds: Int64(index) * 1000),
          position: home.moved(north: corner.0, east: corner.1))
      }
      var result = FlightDistances()
      result.faiTriangle = ClosedDistances(ScoringTrack(fixes)).faiTriangle()
      result.triangle = ClosedDistances(ScoringTrack(fixes)).triangle()
      return result
    }
    // 28 of 100 parts: a base of 28 and two sides of 36 km.
    #expect(triangle(base: 27_900).faiTriangle == nil)
    #expect(triangle(base: 27_900).triangle != nil)
    let fair = try #require(triangle(base: 28_100).faiTriangle)
    #expect(abs(fair.sphereM - 100_100) < 100)
  }

  @Test func pointsAreIndicesOfAllFixesInOrder() throws {
    var fixes = ClosingTrack.cloud.fixes(count: 40, seed: 3)
    for index in stride(from: 0, to: 40, by: 3) { fixes[index].isValid = false }
    let valid = Set(fixes.scoringIndices)
    let distances = ClosedDistances(ScoringTrack(fixes))
    let triangle = try #require(distances.triangle())
    #expect(triangle.points.count == 5 && triangle.points == triangle.points.sorted())
    #expect(valid.isSuperset(of: triangle.points))
    #expect(abs(length(fixes, [1, 2, 3, 1].map { triangle.points[$0] }) - triangle.sphereM) < 1e-6)
    #expect(length(fixes, [triangle.points[0], triangle.points[4]]) <= 800)
    let outAndReturn = try #require(distances.outAndReturn())
    #expect(outAndReturn.points.count == 3)
    #expect(length(fixes, outAndReturn.points) == outAndReturn.sphereM)
    #expect(abs(triangle.wgs84M - triangle.sphereM) < 0.006 * triangle.sphereM)
  }

  @Test func nothingIsFoundWhereNothingIsFlown() {
    let still = (0..<50).map {
      TrackFix(
        time: UTCInstant(milliseconds: $0), position: Coordinate(latitudeE7: 1, longitudeE7: 1))
    }
    for fixes in [[], Array(still.prefix(1)), still] {
      let distances = ClosedDistances(ScoringTrack(fixes))
      #expect(distances.outAndReturn() == nil)
      #expect(distances.triangle() == nil)
      #expect(distances.faiTriangle() == nil)
    }
    let away = ClosingTrack.line.fixes(count: 4, seed: 1).prefix(2)
    #expect(ClosedDistances(ScoringTrack(Array(away)), closing: .within(-1)).triangle() == nil)
    #expect(ClosedDistances(ScoringTrack(Array(away)), closing: .share(.nan)).outAndReturn() == nil)
  }

  @Test func theSameFlightGivesTheSamePoints() {
    let fixes = ClosingTrack.repeated.fixes(count: 200, seed: 9)
    let one = ClosedDistances(ScoringTrack(fixes))
    let other = ClosedDistances(ScoringTrack(fixes))
    #expect(one.triangle() == other.triangle())
    #expect(one.faiTriangle() == other.faiTriangle())
    #expect(one.outAndReturn() == other.outAndReturn())
  }

  @Test func whatIsNotProvedSaysSo() throws {
    let fixes = ClosingTrack.cloud.fixes(count: 300, seed: 2)
    let hasty = ClosedDistances(ScoringTrack(fixes), closing: .standard, maxSteps: 300)
    let found = try #require(hasty.triangle())
    let best = try #require(ClosedDistances(ScoringTrack(fixes)).triangle())
    #expect(!found.isProved && best.isProved)
    #expect(found.sphereM <= best.sphereM)
    #expect(length(fixes, [found.points[0], found.points[4]]) <= 800)
  }
}

/// Along fixes on the sphere, m, as it is summed up for a shape.
private func length(_ fixes: [TrackFix], _ points: [Int]) -> Double {
  zip(points, points.dropFirst()).reduce(0) { sum, leg in
    sum
      + SpherePoint(fixes[leg.0].position).distance(to: SpherePoint(fixes[leg.1].position))
  }
}

private func expectAsPlain(_ fixes: [TrackFix], _ closing: Closing, _ name: String) {
  let plain = PlainClosedShapes(fixes, closing: closing)
  let distances = ClosedDistances(ScoringTrack(fixes), closing: closing)
  let pairs = [
    (distances.outAndReturn(), plain.outAndReturn()),
    (distances.triangle(), plain.triangle()),
    (distances.faiTriangle(), plain.triangle(smallestShare: TriangleShape.faiShare)),
  ]
  for (shape, (found, expected)) in pairs.enumerated() {
    #expect(found?.isProved != false)
    #expect(abs((found?.sphereM ?? 0) - expected) < 1e-4, "\(name), shape \(shape), \(closing)")
  }
}

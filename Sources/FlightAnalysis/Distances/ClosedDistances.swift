package import FlightModel

/// The closed shapes of a flight, exact over all its scoring fixes.
package struct ClosedDistances: Sendable {
  /// Triples of caps that are looked at for one shape before its proof is given up.
  private static let maxSteps = 60_000_000

  private let fixes: [TrackFix]
  /// Indices of the scoring fixes.
  private let indices: [Int]
  private let points: [SpherePoint]
  private let tree: PointTree
  private let closing: Closing
  private let maxSteps: Int

  package init(_ fixes: [TrackFix], closing: Closing = .standard) {
    self.init(fixes, closing: closing, maxSteps: Self.maxSteps)
  }

  init(_ fixes: [TrackFix], closing: Closing, maxSteps: Int) {
    self.fixes = fixes
    indices = fixes.scoringIndices
    points = indices.map { SpherePoint(fixes[$0].position) }
    tree = PointTree(points)
    self.closing = closing
    self.maxSteps = maxSteps
  }

  /// The longest way to a turnpoint and back: its points are start, turnpoint and end.
  package func outAndReturn() -> FlightDistance? {
    let search = TripleSearch(tree, OutAndReturnShape(closing: closing), maxSteps: maxSteps)
    return search.points.map { points in
      distance(search.length, points, legs: [(0, 1), (1, 2)], isProved: search.isProved)
    }
  }

  /// The longest triangle: its points are the turnpoints between the two fixes that close it.
  package func triangle() -> FlightDistance? {
    let search = TriangleSearch(points, tree, closing, smallestShare: 0, maxSteps: maxSteps)
    return distance(of: search)
  }

  /// The longest triangle whose smallest side has at least 28 % of the sum, on the sphere.
  package func faiTriangle() -> FlightDistance? {
    let search = TriangleSearch(
      points, tree, closing, smallestShare: TriangleShape.faiShare, maxSteps: maxSteps)
    return distance(of: search)
  }

  private func distance(of search: TriangleSearch) -> FlightDistance? {
    search.points.map { points in
      distance(search.length, points, legs: [(1, 2), (2, 3), (3, 1)], isProved: search.isProved)
    }
  }

  /// From places among the scoring fixes; the legs lie between two of the points each.
  private func distance(
    _ length: Double, _ places: [Int], legs: [(Int, Int)], isProved: Bool
  ) -> FlightDistance {
    let points = places.map { indices[$0] }
    let wgs84M = legs.reduce(0) { sum, leg in
      sum + geodesic(fixes[points[leg.0]].position, fixes[points[leg.1]].position)
    }
    return FlightDistance(sphereM: length, wgs84M: wgs84M, points: points, isProved: isProved)
  }

  private func geodesic(_ one: Coordinate, _ other: Coordinate) -> Double {
    one.distance(to: other)
  }
}

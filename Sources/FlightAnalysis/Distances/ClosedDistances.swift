/// The closed shapes of a flight, exact over all its scoring fixes.
///
/// What is found is shorter than the longest by less than a micrometre, unless its `isProved` says
/// that the search was given up: that bounds time and memory on tracks that no aircraft flies.
package struct ClosedDistances: Sendable {
  /// Triples of caps that are looked at for one shape: less than 20 s on a slow processor.
  private static let maxSteps = 40_000_000

  private let track: ScoringTrack
  private let tree: PointTree
  private let closing: Closing
  /// Of one shape.
  private let budget: SearchBudget

  package init(
    _ track: ScoringTrack, closing: Closing = .standard,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.init(track, closing: closing, maxSteps: Self.maxSteps, isCancelled: isCancelled)
  }

  init(
    _ track: ScoringTrack, closing: Closing, maxSteps: Int,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.track = track
    tree = PointTree(track.points)
    self.closing = closing
    budget = SearchBudget(maxSteps, isCancelled: isCancelled)
  }

  /// The longest way to a turnpoint and back: its points are start, turnpoint and end. Nil if there
  /// is none.
  package func outAndReturn() -> FlightDistance? {
    let shape = OutAndReturnShape(closing: closing)
    var budget = budget
    let found = TripleSearch.best(shape, in: tree, &budget)
    return found.points.map { points in
      var distance = track.distance(through: points)
      distance.isProved = found.isProved
      return distance
    }
  }

  /// The longest triangle: its points are the turnpoints between the fixes that close it. Nil if
  /// there is none.
  package func triangle() -> FlightDistance? { triangle(smallestShare: 0) }

  /// The longest triangle whose smallest side has at least 28 % of the sum, on the sphere.
  package func faiTriangle() -> FlightDistance? { triangle(smallestShare: TriangleShape.faiShare) }

  private func triangle(smallestShare: Double) -> FlightDistance? {
    let search = TriangleSearch(
      track.points, in: tree, closing, smallestShare: smallestShare, budget)
    return search.points.map { points in
      let turnpoints = points[1...3]
      var distance = track.distance(through: Array(turnpoints + turnpoints.prefix(1)))
      distance.points = points.map { track.indices[$0] }
      distance.isProved = search.isProved
      return distance
    }
  }
}

/// The longest distances through fixes in the order of time, on the sphere, without thinning.
///
/// They are exact: what is found is shorter than the longest by less than a micrometre.
package struct OpenDistances: Sendable {
  let track: ScoringTrack
  /// Nil with fewer than two points.
  let blocks: PointBlocks?
  /// Solved ways by their legs.
  private var ways: [Int: LegSearch.Way] = [:]

  package init(_ track: ScoringTrack) {
    self.track = track
    blocks = track.points.count > 1 ? PointBlocks(track.points) : nil
  }

  /// The longest distance of at most so many legs, at least one; nil with fewer than two fixes. Of a
  /// way that needs fewer legs fixes repeat.
  ///
  /// Distances of fewer legs that were found before make it faster.
  package mutating func longest(legs: Int) -> FlightDistance? {
    guard let blocks, legs > 0 else { return nil }
    for count in Set([1, legs]).sorted() where ways[count] == nil {
      var search = LegSearch(
        blocks, in: track.points.indices, legs: count, limits: limits(upTo: count))
      ways[count] = search.longest()
    }
    return ways[legs].map { track.distance(through: $0.points) }
  }

  /// What no way of 0, 1… `legs` legs is longer than, rad: a way of five legs is one of three and one
  /// of two.
  private func limits(upTo legs: Int) -> [Double] {
    var limits = [0.0]
    for count in 1...legs {
      let parts = (1..<count).map { limits[$0] + limits[count - $0] }
      limits.append(ways[count].map { $0.length + 1e-14 } ?? parts.min() ?? .infinity)
    }
    return limits
  }
}

/// The longest distances through fixes in the order of time, on the sphere, without thinning.
///
/// They are exact: what is found is shorter than the longest by less than a micrometre, unless its
/// `isProved` says that the search was given up: that bounds its time on tracks that no aircraft flies.
package struct OpenDistances: Sendable {
  let track: ScoringTrack
  /// Nil with fewer than two points.
  let blocks: PointBlocks?
  /// Solved ways by their legs.
  private var ways: [Int: LegSearch.Way] = [:]
  /// Of one search.
  let budget: SearchBudget

  /// Pairs of blocks and points that are compared for one distance: all of 40,000 fixes with six legs,
  /// and some 20 s on a slow processor.
  private static let maxSteps = 5_000_000_000

  package init(_ track: ScoringTrack, isCancelled: @escaping @Sendable () -> Bool = { false }) {
    self.init(track, maxSteps: Self.maxSteps, isCancelled: isCancelled)
  }

  init(
    _ track: ScoringTrack, maxSteps: Int, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.track = track
    budget = SearchBudget(maxSteps, isCancelled: isCancelled)
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
        blocks, in: track.points.indices, legs: count, limits: limits(upTo: count),
        budget)
      ways[count] = search.longest()
    }
    return ways[legs].map { track.distance(through: $0) }
  }

  /// What no way of 0, 1… `legs` legs is longer than, rad: a way of five legs is one of three and one
  /// of two.
  private func limits(upTo legs: Int) -> [Double] {
    var limits = [0.0]
    for count in 1...legs {
      let parts = (1..<count).map { limits[$0] + limits[count - $0] }
      let proved = ways[count].flatMap { $0.isProved ? $0.length + 1e-14 : nil }
      limits.append(proved ?? parts.min() ?? .infinity)
    }
    return limits
  }
}

/// The best triangle of a flight, with the fixes that close it.
struct TriangleSearch {
  /// Gaps that are tried before a proof is given up, if the gap depends on the length.
  private static let maxRounds = 50

  /// Its three sides, m.
  private(set) var length = 0.0
  /// Indices: the fix that opens it, the turnpoints, the fix that closes it; nil if there is none.
  private(set) var points: [Int]?
  /// Whether no triangle is longer.
  private(set) var isProved = true

  private let flight: [SpherePoint]
  private let tree: PointTree
  private let closing: Closing

  /// The gap is first that of the longest triangle there could be, then that of the best one found
  /// so; when a triangle closes with the gap of its own length, no longer one does.
  init(
    _ flight: [SpherePoint], in tree: PointTree, _ closing: Closing, smallestShare: Double,
    _ budget: SearchBudget
  ) {
    self.flight = flight
    self.tree = tree
    self.closing = closing
    var budget = budget
    var horizon = horizon(for: tree.longestTriangle)
    for round in 1... {
      let shape = TriangleShape(smallestShare: smallestShare, horizon: horizon)
      let search = TripleSearch.best(shape, in: tree, &budget)
      isProved = isProved && search.isProved
      guard let found = search.points else { return }
      if close(found, search.length, &horizon) { return }
      // Lengths may come down by little each time: then a shorter one has to do.
      if round >= Self.maxRounds {
        isProved = false
        horizon = self.horizon(for: 0.9 * search.length)
      }
    }
  }

  /// Ends with the turnpoints found, if they close with the gap of their own length; else narrows the
  /// horizon to that.
  private mutating func close(
    _ turnpoints: [Int], _ length: Double, _ horizon: inout ClosingHorizon
  ) -> Bool {
    if case .share = closing { horizon = self.horizon(for: length) }
    let (a, c) = (turnpoints[0], turnpoints[2])
    guard c <= horizon.last[a] else { return false }
    let closure = horizon.closure(from: a, to: c)
    points = [closure.start] + turnpoints + [closure.finish]
    self.length = length
    return true
  }

  private func horizon(for length: Double) -> ClosingHorizon {
    ClosingHorizon(flight, in: tree, gap: closing.gap(ofLength: length))
  }
}

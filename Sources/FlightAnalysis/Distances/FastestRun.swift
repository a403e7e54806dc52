import FlightModel

/// Finds the longest way of at most four legs whose first and last fix are at most two hours apart,
/// exactly.
///
/// All ways that begin within a stretch of the flight lie between its beginning and two hours after its
/// end. The longest way there is a bound for them, and the answer for the stretch if it takes no longer
/// than two hours; otherwise the stretch is halved. The stretch with the greatest bound comes first.
///
/// Where every stretch promises the same, as on a line flown at one speed, the proof could take hours: it
/// ends once the budget is spent, and the run is not proved to be the fastest.
struct FastestRun {
  static let legs = 4
  /// ms.
  static let longestTime: Int64 = 7_200_000

  /// Points at which ways begin, and what none of them is longer than, rad.
  private struct Stretch {
    var starts: Range<Int>
    var bound: Double
  }

  private let track: ScoringTrack
  private let blocks: PointBlocks
  private var budget: SearchBudget
  private var best = LegSearch.Way(length: -1, points: [])
  /// The last has the greatest bound.
  private var open: [Stretch] = []

  init(_ track: ScoringTrack, _ blocks: PointBlocks, _ budget: SearchBudget) {
    self.budget = budget
    self.track = track
    self.blocks = blocks
  }

  mutating func find() -> LegSearch.Way {
    open = [Stretch(starts: track.points.indices, bound: .infinity)]
    while let stretch = open.popLast(), stretch.bound > best.length, !budget.isSpent {
      examine(stretch)
    }
    best.isProved = !budget.isSpent
    return best
  }

  private mutating func examine(_ stretch: Stretch) {
    guard let way = longest(from: stretch.starts.lowerBound, to: stretch.starts.upperBound - 1)
    else { return }
    if time(of: way) <= Self.longestTime {
      best = way
      return
    }
    // A run that is known early leaves many stretches out.
    if let run = longest(from: way.points[0], to: way.points[0]) { best = run }
    let middle = (stretch.starts.lowerBound + stretch.starts.upperBound) / 2
    for starts in [stretch.starts.lowerBound..<middle, middle..<stretch.starts.upperBound] {
      enter(Stretch(starts: starts, bound: way.length))
    }
  }

  /// The longest way from the first point to two hours after the last; nil where none is longer than the
  /// best.
  private mutating func longest(from first: Int, to last: Int) -> LegSearch.Way? {
    var search = LegSearch(
      blocks, in: first..<end(of: last), legs: Self.legs, above: best.length, budget)
    let way = search.longest()
    budget = search.budget
    return way
  }

  private mutating func enter(_ stretch: Stretch) {
    let index = open.firstIndex { $0.bound > stretch.bound } ?? open.count
    open.insert(stretch, at: index)
  }

  /// The index after the last point that is no more than two hours after this one.
  private func end(of point: Int) -> Int {
    var low = point
    var high = track.times.count
    while high - low > 1 {
      let middle = (low + high) / 2
      let time = track.times[middle].milliseconds(since: track.times[point])
      if time <= Self.longestTime { low = middle } else { high = middle }
    }
    return high
  }

  private func time(of way: LegSearch.Way) -> Int64 {
    guard let first = way.points.first, let last = way.points.last else { return 0 }
    return track.times[last].milliseconds(since: track.times[first])
  }
}

extension OpenDistances {
  /// The fastest run of at most two hours; nil with fewer than two fixes, or if the search was
  /// cancelled before it found any.
  package func fastestRun() -> SpeedRun? {
    guard let blocks else { return nil }
    var search = FastestRun(track, blocks, budget)
    let way = search.find()
    return way.points.isEmpty ? nil : SpeedRun(distance: track.distance(through: way))
  }
}

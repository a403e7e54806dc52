/// The dynamic programme for ways of so many legs, point by point, over the blocks that are left of
/// each layer.
struct LegProgramme {
  let track: PointBlocks
  let range: Range<Int>
  let level: Int
  private let layers: [LegSearch.Layer]
  /// No way of m legs is longer than `limits[m]`, rad.
  private let limits: [Double]
  /// Ways that are no longer are not looked for, rad.
  private var floor: Double
  private(set) var budget: SearchBudget

  init(
    _ track: PointBlocks, in range: Range<Int>, layers: [LegSearch.Layer], level: Int,
    limits: [Double], above floor: Double, _ budget: SearchBudget
  ) {
    self.budget = budget
    self.track = track
    self.range = range
    self.layers = layers
    self.level = level
    self.limits = limits
    self.floor = floor
  }

  /// The longest way; nil where none is longer than the floor. Once the budget is spent the points that
  /// are left are not looked at.
  mutating func longest() -> LegSearch.Way? {
    var reached = [firstLayer()]
    for step in 1..<layers.count { reached.append(layer(step, after: reached[step - 1])) }
    // What is reached of the last layer raises the floor each time, so that its last is the longest.
    guard var index = reached.last?.points.indices.last else { return nil }
    var way: [Int] = []
    for layer in reached.reversed() {
      way.append(layer.points[index])
      index = layer.from[index]
    }
    return LegSearch.Way(length: floor, points: way.reversed())
  }

  /// Every point of the first layer, where nothing is flown.
  private func firstLayer() -> ReachedPoints {
    var reached = ReachedPoints(span: track.span, capacity: layers[0].blocks.count << level)
    for block in layers[0].blocks {
      for point in points(of: block) {
        reached.append(point, at: track.points[point], length: 0, from: 0)
      }
      reached.close(block)
    }
    return reached
  }

  /// The points of a layer that are reached with more than the floor less what can follow.
  private mutating func layer(_ step: Int, after before: ReachedPoints) -> ReachedPoints {
    let caps = track.caps(level)
    let sources = WeightedPlaces(
      caps, of: before.blocks, weights: before.heaviest, span: track.span)
    var reached = ReachedPoints(span: track.span, capacity: layers[step].blocks.count << level)
    var earlierBlocks = 0
    var source = ReachedPoints.Source()
    for (block, toGo) in zip(layers[step].blocks, layers[step].toGo) {
      while earlierBlocks < before.blocks.count, before.blocks[earlierBlocks] <= block {
        earlierBlocks += 1
      }
      var needed = max(-1, floor - toGo)
      let runs = before.runs(sources, of: 0..<earlierBlocks, to: caps[block], above: needed)
      budget.spend(earlierBlocks + runs.reduce(0) { $0 + $1.count } << level)
      if budget.isSpent { break }
      for point in points(of: block) {
        let place = track.points[point]
        let most = most(at: place, step)
        guard most.flown + most.toGo > floor,
          before.find(
            &source, of: point, at: place, in: runs, above: max(needed, floor - most.toGo))
        else { continue }
        reached.append(point, at: place, length: source.length, from: source.index)
        if step == layers.count - 1 {
          floor = source.length
          needed = floor
        }
      }
      reached.close(block)
    }
    return reached
  }

  /// What ways can be at most to a place and from it, where they have to go there, rad.
  private func most(at place: SpherePoint, _ step: Int) -> (flown: Double, toGo: Double) {
    let leg = track.whole.centre.arc(to: place) + track.whole.radius
    let left = layers.count - 1 - step
    return (
      min(limits[step], limits[step - 1] + leg),
      left > 0 ? min(limits[left], leg + limits[left - 1]) : 0
    )
  }

  private func points(of block: Int) -> Range<Int> {
    track.points(of: block, level).clamped(to: range)
  }
}

/// The points of a layer that are worth going on from, in the order of time.
struct ReachedPoints {
  /// What a point is best reached from.
  struct Source {
    /// Index among the reached points.
    var index = 0
    /// What is flown with the leg from there, rad.
    var length = 0.0
    /// How many of the reached points are no later.
    fileprivate var earlier = 0
  }

  private(set) var points: [Int] = []
  /// The index in the layer before that each is reached from.
  private(set) var from: [Int] = []
  /// The blocks that they lie in.
  private(set) var blocks: [Int] = []
  /// The most that is flown to a point of each block, rad.
  private(set) var heaviest: [Double] = []
  /// The part of `points` that lies in each block.
  private var runs: [Range<Int>] = []
  private var places: WeightedPlaces

  /// So many points are looked at in less time than a run takes to begin.
  private static let smallGap = 24

  init(span: Double, capacity: Int) {
    places = WeightedPlaces(span: span, capacity: capacity)
    points.reserveCapacity(capacity)
    from.reserveCapacity(capacity)
  }

  mutating func append(_ point: Int, at place: SpherePoint, length: Double, from index: Int) {
    points.append(point)
    from.append(index)
    places.append(place, weight: length)
  }

  /// Ends a block: the points since the last one lie in it.
  mutating func close(_ block: Int) {
    let start = runs.last?.upperBound ?? 0
    guard start < points.count else { return }
    blocks.append(block)
    runs.append(start..<points.count)
    heaviest.append((start..<points.count).reduce(-1) { max($0, places.weight($1)) })
  }

  /// The runs of points that a point of `target` may be reached from with more than `floor`;
  /// what lies near each other is joined.
  func runs(
    _ sources: WeightedPlaces, of blocks: Range<Int>, to target: BlockCap, above floor: Double
  ) -> [Range<Int>] {
    var found: [Range<Int>] = []
    let floor = max(-1, floor - target.radius)
    sources.visit(from: target.centre, in: blocks, above: floor) { index, _ in
      let run = runs[index]
      if let last = found.last, run.lowerBound - last.upperBound <= Self.smallGap {
        found[found.count - 1] = last.lowerBound..<run.upperBound
      } else {
        found.append(run)
      }
      return floor
    }
    return found
  }

  /// Whether a point, later than that of the call before, is reached with more than `floor` from one
  /// of `runs`, and from where best.
  func find(
    _ source: inout Source, of point: Int, at place: SpherePoint, in runs: [Range<Int>],
    above floor: Double
  ) -> Bool {
    while source.earlier < points.count, points[source.earlier] <= point { source.earlier += 1 }
    var best = (length: floor, index: -1)
    if source.index < source.earlier {
      let length = places.length(from: source.index, to: place)
      if length > floor { best = (length, source.index) }
    }
    for run in runs {
      let earlier = run.clamped(to: 0..<source.earlier)
      best = places.farthest(from: place, in: earlier, above: best.length) ?? best
    }
    guard best.index >= 0 else { return false }
    (source.length, source.index) = best
    return true
  }
}

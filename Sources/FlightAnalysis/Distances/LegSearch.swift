/// Finds the longest way of so many legs through points in the order of time, exactly.
///
/// Every point of the way is looked for among blocks of consecutive points first. A dynamic programme
/// over blocks tells how much a way through a block can be at most; a block where that is no more
/// than what is already known is left out, the others are halved. The last blocks are searched point
/// by point.
struct LegSearch {
  /// A way: its length, rad, and the indices of its points, legs + 1 of them, never descending.
  struct Way: Equatable, Sendable {
    var length: Double
    var points: [Int]
    /// Whether none is longer; else the search for it ended early.
    var isProved = true
  }

  /// The blocks that the way's point at one place in its order may lie in.
  struct Layer {
    /// Ascending.
    var blocks: [Int]
    /// The most that is flown when each block is reached, rad.
    var flown: [Double] = []
    /// The index in the layer before of the block that this is flown from.
    var from: [Int] = []
    /// The most that can follow, rad.
    var toGo: [Double] = []
  }

  let track: PointBlocks
  /// The points that may be used.
  let range: Range<Int>
  let legs: Int
  /// No way of m legs is longer than `limits[m]`, rad.
  let limits: [Double]

  /// Only ways that are longer are looked for, rad; grows with those that are found.
  private(set) var floor: Double
  /// The longest way that is longer than the floor was.
  private(set) var found: Way?
  /// The longest way that was tried, if only to see where ways lead.
  private(set) var tried = Way(length: -1, points: [])
  private(set) var level: Int
  /// A step is a pair of blocks or of points that are compared.
  private(set) var budget: SearchBudget
  var layers: [Layer]

  init(
    _ track: PointBlocks, in range: Range<Int>, legs: Int, above floor: Double = -1,
    limits: [Double] = [], _ budget: SearchBudget
  ) {
    self.budget = budget
    self.track = track
    self.range = range
    self.legs = legs
    self.limits = limits.isEmpty ? Array(repeating: .infinity, count: legs + 1) : limits
    self.floor = floor
    level = track.coarsestLevel(for: range.count)
    let blocks = range.lowerBound >> level...(range.upperBound - 1) >> level
    layers = self.limits.reversed().suffix(legs + 1).map { limit in
      Layer(blocks: Array(blocks), toGo: Array(repeating: limit, count: blocks.count))
    }
  }

  /// The longest way; nil where none is longer than the floor. One that is not proved is the longest
  /// that was found before the budget was spent.
  mutating func longest() -> Way? {
    run()
    found?.isProved = !budget.isSpent
    return found
  }

  private mutating func run() {
    while range.count > Self.fewestWithBlocks {
      budget.spend(pairsOfBlocks)
      if budget.isSpent { return moveFar() }
      goForward()
      tryBestBlocks()
      goBackward()
      if layers.contains(where: \.blocks.isEmpty) { return }
      if level == PointBlocks.finest { break }
      halve()
    }
    if isMuchLeft {
      budget.spend(4 * pairsOfBlocks + 20 * range.count)
      moveFar()
      if budget.isSpent { return }
      if isAlongCourse { keepAlongCourse() }
    }
    var last = LegProgramme(
      track, in: range, layers: layers, level: level, limits: limits, above: floor, budget)
    if let way = last.longest() { take(way) }
    budget = last.budget
  }

  /// Fewer points are searched one by one at once.
  private static let fewestWithBlocks = 64

  /// Halves every block that is left.
  private mutating func halve() {
    level -= 1
    let blocks = range.lowerBound >> level...(range.upperBound - 1) >> level
    for step in 0...legs {
      layers[step].blocks = layers[step].blocks
        .flatMap { [$0 << 1, $0 << 1 | 1] }.filter { blocks.contains($0) }
    }
  }

  // MARK: Bounds

  /// What is flown at most when each block is reached.
  private mutating func goForward() {
    let caps = track.caps(level)
    layers[0].flown = Array(repeating: 0, count: layers[0].blocks.count)
    for step in 1...legs {
      let before = layers[step - 1]
      let places = WeightedPlaces(caps, of: before.blocks, weights: before.flown, span: track.span)
      layers[step].flown = []
      layers[step].from = []
      var end = 0
      var nearby = 0
      for block in layers[step].blocks {
        while end < before.blocks.count, before.blocks[end] <= block { end += 1 }
        let reach = places.farthest(
          from: caps[block].centre, in: 0..<end, above: -1, first: nearby)
        nearby = reach?.index ?? 0
        layers[step].from.append(nearby)
        layers[step].flown.append(
          reach.map { min($0.length + caps[block].radius, limits[step]) } ?? -.infinity)
      }
    }
  }

  /// Keeps the blocks that a way longer than the floor may lead through, and what can follow them.
  private mutating func goBackward() {
    let caps = track.caps(level)
    layers[legs].toGo = Array(repeating: 0, count: layers[legs].blocks.count)
    keepPromising(legs)
    for step in (0..<legs).reversed() {
      let after = layers[step + 1]
      let places = WeightedPlaces(caps, of: after.blocks, weights: after.toGo, span: track.span)
      layers[step].toGo = Array(repeating: 0, count: layers[step].blocks.count)
      var start = after.blocks.count
      var nearby = start - 1
      for (index, block) in layers[step].blocks.enumerated().reversed() {
        while start > 0, after.blocks[start - 1] >= block { start -= 1 }
        let needed = max(-1, floor - layers[step].flown[index] - caps[block].radius)
        let reach = places.farthest(
          from: caps[block].centre, in: start..<after.blocks.count, above: needed, first: nearby)
        nearby = reach?.index ?? nearby
        layers[step].toGo[index] =
          reach.map { min($0.length + caps[block].radius, limits[legs - step]) } ?? -.infinity
      }
      keepPromising(step)
    }
  }

  private mutating func keepPromising(_ step: Int) {
    let layer = layers[step]
    layers[step].keep(
      layer.blocks.indices.filter { layer.flown[$0] + layer.toGo[$0] > floor })
  }

  // MARK: Ways that are tried

  /// Tries the blocks that promise most.
  private mutating func tryBestBlocks() {
    let flown = layers[legs].flown
    guard let last = flown.indices.max(by: { flown[$0] < flown[$1] }), flown[last] > floor
    else { return }
    tryBlocks(endingAt: last, from: layers.map(\.from))
  }

  /// Takes points from blocks, each that from which the next is reached, and moves each point as far as
  /// it gains.
  mutating func tryBlocks(endingAt last: Int, from: [[Int]]) {
    var index = last
    var blocks: [Range<Int>] = []
    for step in (0...legs).reversed() {
      blocks.append(track.points(of: layers[step].blocks[index], level).clamped(to: range))
      if step > 0 { index = from[step][index] }
    }
    blocks.reverse()
    var way = blocks.map { ($0.lowerBound + $0.upperBound - 1) / 2 }
    for _ in 0..<2 {
      for step in 0...legs { way[step] = bestPoint(at: step, of: way, in: blocks[step]) }
    }
    take(Way(length: track.length(of: way), points: way))
  }

  private mutating func take(_ way: Way) {
    if way.length > tried.length { tried = way }
    guard way.length > floor else { return }
    floor = way.length
    found = way
  }

  /// How many pairs of blocks of one layer and the next there are.
  private var pairsOfBlocks: Int {
    zip(layers, layers.dropFirst()).reduce(0) { $0 + $1.0.blocks.count * $1.1.blocks.count }
  }

  /// How many pairs of points they hold.
  private var pairsOfPoints: Int { pairsOfBlocks << (2 * level) }

  /// Whether so many are left that a better way known is worth some passes over all points.
  private var isMuchLeft: Bool { pairsOfPoints > 100 * legs * range.count }

  /// Moves each point of the longest way that was tried to where it gains most between those before and after it.
  private mutating func moveFar() {
    guard !tried.points.isEmpty else { return }
    var way = tried.points
    for _ in 0..<4 {
      for step in 0...legs { way[step] = bestPoint(at: step, of: way, in: range) }
    }
    take(Way(length: track.length(of: way), points: way))
  }

  /// The point of a block that makes a way longest, between the points before and after it.
  private func bestPoint(at step: Int, of way: [Int], in block: Range<Int>) -> Int {
    let low = max(block.lowerBound, step > 0 ? way[step - 1] : 0)
    let high = min(block.upperBound - 1, step < legs ? way[step + 1] : .max)
    let before = track.points[way[max(step - 1, 0)]]
    let after = track.points[way[min(step + 1, legs)]]
    var best = (gain: -1.0, point: way[step])
    for index in low...high {
      let point = track.points[index]
      let gain =
        (step > 0 ? point.arc(to: before) : 0) + (step < legs ? point.arc(to: after) : 0)
      if gain > best.gain { best = (gain, index) }
    }
    return best.point
  }
}

extension LegSearch.Layer {
  /// Leaves out all blocks but those at these indices.
  mutating func keep(_ indices: [Int]) {
    blocks = indices.map { blocks[$0] }
    toGo = indices.map { toGo[$0] }
  }
}

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

  /// The longest way that is known; without points as long as only ways longer than its length are
  /// looked for.
  private(set) var best: Way
  private var level: Int
  private var layers: [Layer]

  init(
    _ track: PointBlocks, in range: Range<Int>, legs: Int, above known: Way, limits: [Double] = []
  ) {
    self.track = track
    self.range = range
    self.legs = legs
    self.limits = limits.isEmpty ? Array(repeating: .infinity, count: legs + 1) : limits
    best = known
    level = track.coarsestLevel(for: range.count)
    let blocks = range.lowerBound >> level...(range.upperBound - 1) >> level
    layers = self.limits.reversed().suffix(legs + 1).map { limit in
      Layer(blocks: Array(blocks), toGo: Array(repeating: limit, count: blocks.count))
    }
  }

  /// The longest way; `known` where none is longer.
  static func longest(
    _ track: PointBlocks, in range: Range<Int>, legs: Int,
    above known: Way = Way(length: -1, points: []), limits: [Double] = []
  ) -> Way {
    guard !range.isEmpty else { return known }
    var search = LegSearch(track, in: range, legs: legs, above: known, limits: limits)
    search.run()
    return search.best
  }

  private mutating func run() {
    while range.count > Self.fewestWithBlocks {
      goForward()
      tryBestBlocks()
      goBackward()
      if layers.contains(where: \.blocks.isEmpty) { return }
      if level == PointBlocks.finest { break }
      halve()
    }
    var last = LegProgramme(track, in: range, layers: layers, level: level, above: best.length)
    if let way = last.longest() { best = way }
  }

  /// Fewer points are searched one by one at once.
  private static let fewestWithBlocks = 256

  /// Halves every block that is left.
  private mutating func halve() {
    level -= 1
    let last = (range.upperBound - 1) >> level
    for step in 0...legs {
      layers[step].blocks = layers[step].blocks.flatMap { block in
        [block << 1, block << 1 | 1].filter { $0 <= last && $0 >= range.lowerBound >> level }
      }
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

  /// Keeps the blocks that a longer way than the best may lead through, and what can follow them.
  private mutating func goBackward() {
    let caps = track.caps(level)
    layers[legs].toGo = Array(repeating: 0, count: layers[legs].blocks.count)
    layers[legs].keep { layer, index in layer.flown[index] > best.length }
    for step in (0..<legs).reversed() {
      let after = layers[step + 1]
      let places = WeightedPlaces(caps, of: after.blocks, weights: after.toGo, span: track.span)
      layers[step].toGo = Array(repeating: 0, count: layers[step].blocks.count)
      var start = after.blocks.count
      var nearby = start - 1
      for (index, block) in layers[step].blocks.enumerated().reversed() {
        while start > 0, after.blocks[start - 1] >= block { start -= 1 }
        let needed = max(-1, best.length - layers[step].flown[index] - caps[block].radius)
        let reach = places.farthest(
          from: caps[block].centre, in: start..<after.blocks.count, above: needed, first: nearby)
        nearby = reach?.index ?? nearby
        layers[step].toGo[index] =
          reach.map { min($0.length + caps[block].radius, limits[legs - step]) } ?? -.infinity
      }
      layers[step].keep { layer, index in layer.flown[index] + layer.toGo[index] > best.length }
    }
  }

  // MARK: A way that is known

  /// Takes points from the blocks that promise most and moves each as far as it gains.
  private mutating func tryBestBlocks() {
    guard
      let last = layers[legs].flown.indices.max(by: {
        layers[legs].flown[$0] < layers[legs].flown[$1]
      }),
      layers[legs].flown[last] > best.length
    else { return }
    var blocks: [Range<Int>] = []
    var index = last
    for step in (0...legs).reversed() {
      blocks.append(track.points(of: layers[step].blocks[index], level).clamped(to: range))
      if step > 0 { index = layers[step].from[index] }
    }
    blocks.reverse()
    var way = blocks.map { ($0.lowerBound + $0.upperBound - 1) / 2 }
    for _ in 0..<2 {
      for step in 0...legs { way[step] = bestPoint(at: step, of: way, in: blocks[step]) }
    }
    let length = track.length(of: way)
    if length > best.length { best = Way(length: length, points: way) }
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
  /// Leaves out the blocks that `isWanted` refuses.
  fileprivate mutating func keep(_ isWanted: (Self, Int) -> Bool) {
    let kept = blocks.indices.filter { isWanted(self, $0) }
    blocks = kept.map { blocks[$0] }
    toGo = kept.map { toGo[$0] }
  }
}

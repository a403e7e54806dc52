extension LegSearch {
  /// Whether the longest way that was tried is hardly longer than straight on, so that a course bounds others well.
  var isAlongCourse: Bool {
    guard legs > 1, let first = tried.points.first, let last = tried.points.last else {
      return false
    }
    return tried.length < 1.25 * track.points[first].arc(to: track.points[last])
  }

  /// Keeps the blocks that a way longer than the floor may lead through, as far as the course of the
  /// longest way that was tried tells.
  mutating func keepAlongCourse() {
    guard let first = tried.points.first, let last = tried.points.last,
      let course = CourseBounds(
        track, level, in: range, from: track.points[first], to: track.points[last])
    else { return }
    var flown = [layers[0].blocks.map { -course.box(of: $0).low.x }]
    var from: [[Int]] = [[]]
    for step in 1...legs {
      let reached = course.greatest(
        at: layers[step].blocks, after: layers[step - 1].blocks, weights: flown[step - 1])
      flown.append(reached.map(\.weight))
      from.append(reached.map(\.source))
    }
    let ends = zip(flown[legs], layers[legs].blocks).map { $0 + course.box(of: $1).high.x }
    if let last = ends.indices.max(by: { ends[$0] < ends[$1] }) {
      tryBlocks(endingAt: last, from: from)
    }
    var toGo: [Double] = []
    for step in (0...legs).reversed() {
      let blocks = layers[step].blocks
      toGo =
        step == legs
        ? blocks.map { course.box(of: $0).high.x }
        : course.greatest(at: blocks, before: layers[step + 1].blocks, weights: toGo)
      let kept = blocks.indices.filter { flown[step][$0] + toGo[$0] > floor }
      layers[step].keep(kept)
      toGo = kept.map { toGo[$0] }
    }
  }
}

extension CourseBounds {
  /// The greatest weight and excess of a leg to each block from one of `sources`, rad.
  fileprivate func greatest(at blocks: [Int], after sources: [Int], weights: [Double])
    -> [(weight: Double, source: Int)]
  {
    blocks.map { block in
      let to = box(of: block)
      var greatest = (weight: -Double.infinity, source: 0)
      for (index, source) in sources.enumerated() {
        guard source <= block else { break }
        let excess = source < block ? Self.excess(from: box(of: source), to: to) : to.own
        if weights[index] + excess > greatest.weight {
          greatest = (weights[index] + excess, index)
        }
      }
      return greatest
    }
  }

  /// The greatest weight and excess of a leg from each block to one of `targets`, rad.
  fileprivate func greatest(at blocks: [Int], before targets: [Int], weights: [Double]) -> [Double]
  {
    blocks.map { block in
      let from = box(of: block)
      var greatest = -Double.infinity
      for (target, weight) in zip(targets, weights).reversed() {
        guard target > block else {
          return target == block ? max(greatest, weight + from.own) : greatest
        }
        greatest = max(greatest, weight + Self.excess(from: from, to: box(of: target)))
      }
      return greatest
    }
  }
}

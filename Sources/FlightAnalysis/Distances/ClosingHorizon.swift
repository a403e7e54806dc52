/// Where a shape may still end, for each fix that it may begin at: the flight closes it if it was at
/// or before its first point near where it is at or after its last.
struct ClosingHorizon: Sendable {
  /// For each index the greatest one that is near a place passed until then; never decreases.
  let last: [Int32]

  /// With gaps of at most `gap` m.
  init(_ points: [SpherePoint], in tree: PointTree, gap: Double) {
    var greatest: Int32 = 0
    last = points.indices.map { index in
      greatest = tree.lastIndex(after: max(greatest, Int32(index)), within: gap, of: points[index])
      return greatest
    }
  }

  /// The fixes that close a shape from `a` to `c`, which can be closed.
  func closure(from a: Int, to c: Int) -> (start: Int, finish: Int) {
    var (low, high) = (0, a)
    while low < high {
      let middle = (low + high) / 2
      if last[middle] >= c { high = middle } else { low = middle + 1 }
    }
    return (low, Int(last[low]))
  }
}

extension PointTree {
  /// The greatest index above `floor` of a point at most `distance` m away; `floor` if there is none.
  func lastIndex(after floor: Int32, within distance: Double, of point: SpherePoint) -> Int32 {
    var greatest = floor
    var open: [Int32] = [0]
    while let index = open.popLast() {
      let node = nodes[Int(index)]
      guard node.last > greatest else { continue }
      let away = node.centre.distance(to: point)
      guard away - node.radius <= distance else { continue }
      if away <= distance { greatest = max(greatest, node.centreIndex) }
      if node.second == 0 { continue }
      // The later one is looked at first.
      let isSecondLater = nodes[Int(node.second)].last > nodes[Int(index + 1)].last
      open.append(isSecondLater ? index + 1 : node.second)
      open.append(isSecondLater ? node.second : index + 1)
    }
    return greatest
  }
}

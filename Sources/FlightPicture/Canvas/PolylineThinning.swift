/// A place on the sheet, in pixels.
struct PlanePoint {
  var x: Double
  var y: Double

  func distance(to other: PlanePoint) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The distance from the line between two places, ends included.
  func distance(fromLine a: PlanePoint, _ b: PlanePoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    guard square > 0 else { return distance(to: a) }
    let along = min(1, max(0, ((x - a.x) * dx + (y - a.y) * dy) / square))
    return distance(to: PlanePoint(x: a.x + along * dx, y: a.y + along * dy))
  }
}

/// Chooses the points of a line that a reader of the picture can tell apart, at most `limit` of
/// them: Douglas and Peucker's importance of each point, the most important ones kept.
enum PolylineThinning {
  /// Closer than this, in pixels, nothing is seen.
  static let visible = 0.3
  private static let searchLimit = 8_000

  /// Indices in rising order, with the ends and the `forced` ones whatever the limit.
  static func kept(_ points: [PlanePoint], limit: Int, forced: [Bool]) -> [Int] {
    guard points.count > 2 else { return Array(points.indices) }
    let candidates = apart(points, forced: forced)
    let importance = importances(candidates.map { points[$0] })
    var tolerance = visible
    if candidates.count > limit {
      let ranked = importance.sorted(by: >)
      tolerance = max(tolerance, ranked[limit])
    }
    return candidates.indices.filter { place in
      place == 0 || place == candidates.count - 1 || forced[candidates[place]]
        || importance[place] > tolerance
    }.map { candidates[$0] }
  }

  /// Leaves out points near their predecessor, in steps that double until few enough are left.
  private static func apart(_ points: [PlanePoint], forced: [Bool]) -> [Int] {
    var step = visible
    while true {
      var kept = [0]
      for index in points.indices.dropFirst() {
        let isFar = points[index].distance(to: points[kept.last!]) >= step
        if isFar || forced[index] || index == points.count - 1 { kept.append(index) }
      }
      if kept.count <= searchLimit || step > 1_000 { return kept }
      step *= 2
    }
  }

  /// How far a line would miss each point if it and all less important ones were left out.
  private static func importances(_ points: [PlanePoint]) -> [Double] {
    var importance = [Double](repeating: 0, count: points.count)
    var open = [(low: 0, high: points.count - 1, cap: Double.infinity)]
    while let (low, high, cap) = open.popLast() {
      var (farthest, distance) = (low, -1.0)
      for index in (low + 1)..<max(low + 1, high) {
        let miss = points[index].distance(fromLine: points[low], points[high])
        if miss > distance { (farthest, distance) = (index, miss) }
      }
      guard farthest > low else { continue }
      importance[farthest] = min(cap, distance)
      open.append((low, farthest, importance[farthest]))
      open.append((farthest, high, importance[farthest]))
    }
    return importance
  }
}

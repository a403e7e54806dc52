import FlightModel

/// The points of a flight in a tree of caps on the sphere, each split where it is widest, in space
/// or in time, so that what lies in one node is near in both.
struct PointTree: Sendable {
  struct Node: Sendable {
    /// One of the points in it, near the middle.
    var centre: SpherePoint
    /// No point is farther from the centre, m; 0 where all are at one place.
    var radius: Double
    var centreIndex: Int32
    /// The least and the greatest index.
    var first: Int32
    var last: Int32
    /// Its second child; the first one follows the node. 0 is a single point.
    var second: Int32 = 0
  }

  /// The root first, each node before its children.
  private(set) var nodes: [Node] = []

  /// The whole time weighs as much as the flight's extent times this.
  private static let timeWeight = 1.0

  init(_ points: [SpherePoint]) {
    guard !points.isEmpty else { return }
    var builder = Builder(points, timeWeight: Self.timeWeight)
    nodes.reserveCapacity(2 * points.count)
    builder.add(0..<points.count, to: &nodes)
  }

  /// No triangle in it is longer, m.
  var longestTriangle: Double { 6 * (nodes.first?.radius ?? 0) }
}

extension PointTree {
  /// The points in space (m) and time, reordered as nodes are split.
  private struct Builder {
    let points: [SpherePoint]
    var order: [Int32]
    /// Space and weighed time, m, in the order of the points.
    let places: [SIMD4<Double>]

    init(_ points: [SpherePoint], timeWeight: Double) {
      self.points = points
      order = points.indices.map { Int32($0) }
      let farthest = points.reduce(0) { max($0, $1.squaredChord(to: points[0])) }
      let extent = SpherePoint.distance(squaredChord: farthest)
      let metresPerIndex = timeWeight * extent / Double(points.count)
      places = points.enumerated().map { index, point in
        SIMD4(
          point.vector * Coordinate.sphereRadius, Double(index) * metresPerIndex)
      }
    }

    /// Depth is bounded: a split halves one of four extents, or the number of points.
    mutating func add(_ range: Range<Int>, to nodes: inout [Node]) {
      var low = SIMD4<Double>(repeating: .infinity)
      var high = -low
      for index in order[range] {
        low = pointwiseMin(low, places[Int(index)])
        high = pointwiseMax(high, places[Int(index)])
      }
      let node = nodes.count
      nodes.append(cap(of: range, middle: (low + high) / 2))
      guard range.count > 1 else { return }
      let split = partition(range, low: low, high: high)
      add(range.lowerBound..<split, to: &nodes)
      nodes[node].second = Int32(nodes.count)
      add(split..<range.upperBound, to: &nodes)
    }

    private func cap(of range: Range<Int>, middle: SIMD4<Double>) -> Node {
      var (first, last, centre) = (Int32.max, Int32(0), order[range.lowerBound])
      var nearest = Double.infinity
      for index in order[range] {
        let away = places[Int(index)] - middle
        let square = (away * away).sum()
        if square < nearest { (nearest, centre) = (square, index) }
        first = min(first, index)
        last = max(last, index)
      }
      let point = points[Int(centre)]
      var chord = 0.0
      for index in order[range] { chord = max(chord, point.squaredChord(to: points[Int(index)])) }
      let radius = chord > 0 ? SpherePoint.distance(squaredChord: chord) + PointTree.slackM : 0
      return Node(centre: point, radius: radius, centreIndex: centre, first: first, last: last)
    }

    /// Where the second half begins.
    private mutating func partition(
      _ range: Range<Int>, low: SIMD4<Double>, high: SIMD4<Double>
    ) -> Int {
      let extent = high - low
      let axis = extent.indices.max { extent[$0] < extent[$1] }!
      let middle = low[axis] + extent[axis] / 2
      let split = order[range].partition { places[Int($0)][axis] > middle }
      return range.dropFirst().contains(split) ? split : range.lowerBound + range.count / 2
    }
  }

  /// What rounding may add to distances, m.
  static let slackM = 1e-6
}

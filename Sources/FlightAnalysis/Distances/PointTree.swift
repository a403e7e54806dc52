import FlightModel

/// The points of a flight in a tree of caps on the sphere, each split where it is widest, in space
/// or in time, so that what lies in one node is near in both.
struct PointTree: Sendable {
  struct Node: Sendable {
    /// One of the points in it, near the middle.
    var centre: SpherePoint
    /// No point is farther from the centre, m; 0 where all are at one place.
    var radius = 0.0
    /// Two directions at right angles on the sphere there.
    var along = SIMD3<Double>.zero
    var across = SIMD3<Double>.zero
    /// How far the points lie from the centre in eight directions, m: along and back, across and
    /// back, then the sums of both: along across, back across, along back across, back back across.
    var extents = SIMD8<Float>.zero
    var centreIndex: Int32
    /// The least and the greatest index.
    var first: Int32
    var last: Int32
    /// Its second child; the first one follows the node. 0 is a single point.
    var second: Int32 = 0
  }

  /// The root first, each node before its children.
  private(set) var nodes: [Node] = []

  /// The whole time counts as this part of the flight's extent: what lies at one place is divided
  /// late. More makes hundreds of equal rounds slow, less makes long flights a little slower.
  private static let timeWeight = 0.03

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
      var node = Node(centre: points[Int(centre)], centreIndex: centre, first: first, last: last)
      measure(range, &node)
      return node
    }

    /// Finds how far the points are from a node's centre.
    private func measure(_ range: Range<Int>, _ node: inout Node) {
      var (square, farthest) = (0.0, node.centre)
      for index in order[range] {
        let point = points[Int(index)]
        let chord = node.centre.squaredChord(to: point)
        if chord > square { (square, farthest) = (chord, point) }
      }
      guard square > 0 else { return }
      node.radius = SpherePoint.distance(squaredChord: square) + PointTree.slackM
      node.along = node.centre.direction(to: farthest)
      node.across = node.centre.vector.cross(node.along)
      // On the sphere they are farther than in the plane that touches it: by x / sin x.
      let angle = node.radius / Coordinate.sphereRadius
      let stretch = angle < 1 ? 1 / (1 - angle * angle / 6) : 10
      let extents = extents(range, node) * (Coordinate.sphereRadius * stretch) + PointTree.slackM
      node.extents = SIMD8<Float>(extents * PointTree.floatSlack)
    }

    /// In the plane that touches the sphere, as parts of its radius.
    private func extents(_ range: Range<Int>, _ node: Node) -> SIMD8<Double> {
      var extents = SIMD8<Double>.zero
      for index in order[range] {
        let vector = points[Int(index)].vector
        let (x, y) = ((node.along * vector).sum(), (node.across * vector).sum())
        extents = pointwiseMax(extents, SIMD8(x, -x, y, -y, x + y, y - x, x - y, -x - y))
      }
      return extents
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

  /// More than rounding adds to a distance, m.
  static let slackM = 1e-6
  /// More than the rounding of a `Float` takes away.
  private static let floatSlack = 1 + 1e-6
}

extension PointTree.Node {
  /// The most that a point is farther from the centre in a direction, times its length, m: `x` along
  /// and `y` across.
  @inline(__always)
  func extent(_ x: Double, _ y: Double) -> Double {
    let excess = abs(x) - abs(y)
    let straight = excess > 0 ? (x > 0 ? 0 : 1) : (y > 0 ? 2 : 3)
    let oblique = 4 + (x > 0 ? 0 : 1) + (y > 0 ? 0 : 2)
    return abs(excess) * Double(extents[straight])
      + min(abs(x), abs(y)) * Double(extents[oblique])
  }
}

extension SpherePoint {
  /// The unit vector that leads from here to another place on the sphere, at a right angle to this
  /// one to the last digits; zero if there is no such or more than one.
  fileprivate func direction(to other: SpherePoint) -> SIMD3<Double> {
    tangent(tangent(other.vector))
  }

  private func tangent(_ direction: SIMD3<Double>) -> SIMD3<Double> {
    let part = direction - vector * (vector * direction).sum()
    let length = (part * part).sum().squareRoot()
    return length > 0 ? part / length : .zero
  }
}

extension SIMD3<Double> {
  /// At a right angle to both.
  fileprivate func cross(_ other: Self) -> Self {
    Self(y, z, x) * Self(other.z, other.x, other.y) - Self(z, x, y)
      * Self(other.y, other.z, other.x)
  }
}

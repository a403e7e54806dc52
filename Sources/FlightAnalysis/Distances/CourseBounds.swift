import CMath

/// Bounds for ways that lead along one great circle, the course, where caps tell little: a point on the
/// course between two others lengthens no way.
///
/// With a point's place along the course λ and across it β, a leg is no longer than the square root of
/// dλ² + dβ². What of it is more than dλ is its excess; the length of a way is at most λ of its end less
/// λ of its start and the excess of its legs.
struct CourseBounds {
  /// What the points of a block span.
  struct Box {
    /// Along and across, rad.
    var low: SIMD2<Double>
    var high: SIMD2<Double>
    /// The greatest excess of a leg within the block, rad.
    var own: Double
  }

  /// More than the rounding of an excess, rad.
  fileprivate static let rounding = 1e-15
  private let boxes: [Box]
  private let firstBlock: Int

  /// Of the blocks of a level that hold points of a range, with the course from one place to another; nil
  /// where these are no course, or the points lie too far about for one.
  init?(
    _ track: PointBlocks, _ level: Int, in range: Range<Int>, from: SpherePoint, to: SpherePoint
  ) {
    guard let axes = Axes(from, to), track.whole.radius < 0.7 else { return nil }
    firstBlock = range.lowerBound >> level
    boxes = (firstBlock...(range.upperBound - 1) >> level).map { block in
      let places = track.points(of: block, level).clamped(to: range).map {
        axes.place(of: track.points[$0])
      }
      return Box(places)
    }
  }

  @inline(__always)
  func box(of block: Int) -> Box { boxes[block - firstBlock] }

  /// The greatest excess of a leg between points of two blocks, rad.
  @inline(__always)
  static func excess(from: Box, to: Box) -> Double {
    let along = to.low.x - from.high.x
    let across = max(to.high.y - from.low.y, from.high.y - to.low.y)
    return (along * along + across * across).squareRoot() - along + rounding
  }

  /// The directions that a course is measured in.
  private struct Axes {
    let middle: SIMD3<Double>
    let ahead: SIMD3<Double>
    let left: SIMD3<Double>

    init?(_ from: SpherePoint, _ to: SpherePoint) {
      guard let middle = SpherePoint(direction: from.vector + to.vector)?.vector,
        let ahead = SpherePoint(direction: to.vector - from.vector)?.vector
      else { return nil }
      self.middle = middle
      self.ahead = ahead
      left = SIMD3(
        middle.y * ahead.z - middle.z * ahead.y, middle.z * ahead.x - middle.x * ahead.z,
        middle.x * ahead.y - middle.y * ahead.x)
    }

    func place(of point: SpherePoint) -> SIMD2<Double> {
      let along = barograph_atan2((point.vector * ahead).sum(), (point.vector * middle).sum())
      return SIMD2(along, barograph_asin(max(-1, min(1, (point.vector * left).sum()))))
    }
  }
}

extension CourseBounds.Box {
  /// Of places in the order of time, at least one.
  fileprivate init(_ places: [SIMD2<Double>]) {
    low = places[0]
    high = places[0]
    own = 0
    for (index, place) in places.enumerated() {
      low.replace(with: place, where: place .< low)
      high.replace(with: place, where: place .> high)
      for later in places[index...] {
        let leg = later - place
        own = max(own, (leg * leg).sum().squareRoot() - leg.x + CourseBounds.rounding)
      }
    }
  }
}

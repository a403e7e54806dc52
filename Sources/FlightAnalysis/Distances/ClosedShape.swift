/// A shape through three points a, b, c of a flight in the order of time, which a `TripleSearch`
/// maximises. Sides are the great-circle distances ab, bc and ca, m.
protocol ClosedShape: Sendable {
  /// What the shape of three fixes counts, m; nil if it is none.
  func score(_ sides: SIMD3<Double>) -> Double?

  /// Whether a shape from `a` to `c` can close, as far as that is a matter of time.
  func closes(from a: Int32, to c: Int32) -> Bool

  /// What no shape with a point in each of the three caps exceeds, m; negative if there is none, and
  /// no closer than is needed to know that it is not above `length`.
  func bound(_ caps: CapTriple, above length: Double) -> Double
}

/// Two legs that end where they began.
struct OutAndReturnShape: ClosedShape {
  let closing: Closing

  func score(_ sides: SIMD3<Double>) -> Double? {
    let length = sides[0] + sides[1]
    return sides[2] <= closing.gap(ofLength: length) ? length : nil
  }

  func closes(from a: Int32, to c: Int32) -> Bool { true }

  func bound(_ caps: CapTriple, above length: Double) -> Double {
    let rough = caps.longest[0] + caps.longest[1]
    guard rough > length, caps.shortest[2] <= closing.gap(ofLength: rough) else { return -1 }
    return min(rough, SideSlopes(caps).most(SIMD3(1, 1, 0)))
  }
}

/// Three sides, of which the smallest has at least a given part of the sum.
struct TriangleShape: ClosedShape {
  /// 0 for any triangle.
  let smallestShare: Double
  let horizon: ClosingHorizon

  /// The FAI's smallest side.
  static let faiShare = 0.28

  func score(_ sides: SIMD3<Double>) -> Double? {
    let sum = sides.sum()
    return sides.min() >= smallestShare * sum ? sum : nil
  }

  func closes(from a: Int32, to c: Int32) -> Bool { c <= horizon.last[Int(a)] }

  func bound(_ caps: CapTriple, above length: Double) -> Double {
    let rough = roughBound(caps)
    guard rough > length else { return -1 }
    let slopes = SideSlopes(caps)
    let bound = min(rough, slopes.most(SIMD3(1, 1, 1)))
    guard smallestShare > 0, bound > length else { return bound }
    return weighed(slopes, of: caps.sides, from: bound, above: length)
  }

  /// From what each side is at least and at most.
  private func roughBound(_ caps: CapTriple) -> Double {
    let sum = caps.longest.sum()
    guard smallestShare > 0 else { return sum }
    let bound = min(sum, caps.longest.min() / smallestShare)
    // The other two have their share, so that none is longer than what they leave.
    let longest = (1 - 2 * smallestShare) * bound + PointTree.slackM
    let fits = caps.shortest.max() <= longest && caps.shortest.sum() <= bound + PointTree.slackM
    return fits ? bound : -1
  }

  /// What a side has above its share is never negative, so that the sum of the sides and any multiple
  /// of that is a bound too: multiples are searched that make it close.
  private func weighed(
    _ slopes: SideSlopes, of sides: SIMD3<Double>, from bound: Double, above length: Double
  ) -> Double {
    var least = bound
    var weights = SIMD3(repeating: 1.0)
    for side in 0..<3 where sides[side] < sides.max() && least > length {
      var excess = SIMD3(repeating: -smallestShare)
      excess[side] += 1
      if slopes.most(excess) < -PointTree.slackM { return -1 }
      let far = weights + excess * (2 / smallestShare)
      weights = lowest(slopes, from: weights, to: far, &least, above: length)
    }
    return least
  }

  /// The weights between two that bound the sides most closely; there is but one valley.
  private func lowest(
    _ slopes: SideSlopes, from start: SIMD3<Double>, to end: SIMD3<Double>, _ least: inout Double,
    above length: Double
  ) -> SIMD3<Double> {
    var (low, high) = (start, end)
    for _ in 0..<5 where least > length {
      let (near, far) = (low + (high - low) * 0.4, low + (high - low) * 0.6)
      let (atNear, atFar) = (slopes.most(near), slopes.most(far))
      least = min(least, atNear, atFar)
      if atNear < atFar { high = far } else { low = near }
    }
    return (low + high) / 2
  }
}

extension Closing {
  /// The widest gap that closes a shape of some length, m.
  func gap(ofLength length: Double) -> Double {
    switch self {
    case .within(let metres): metres
    case .share(let share): share * length
    }
  }
}

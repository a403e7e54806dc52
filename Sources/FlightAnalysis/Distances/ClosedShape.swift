/// A shape through three points a, b, c of a flight in the order of time, which a `TripleSearch`
/// maximises. Sides are the great-circle distances ab, bc and ca, m.
protocol ClosedShape: Sendable {
  /// What the shape of three fixes counts, m; nil if it is none.
  func score(_ sides: SIMD3<Double>) -> Double?

  /// Whether a shape from `a` to `c` can close, as far as that is a matter of time.
  func closes(from a: Int32, to c: Int32) -> Bool

  /// What no shape with a point in each of the three caps exceeds, m; negative if there is none.
  func bound(_ caps: CapTriple) -> Double
}

/// Two legs that end where they began.
struct OutAndReturnShape: ClosedShape {
  let closing: Closing

  func score(_ sides: SIMD3<Double>) -> Double? {
    let length = sides[0] + sides[1]
    return sides[2] <= closing.gap(ofLength: length) ? length : nil
  }

  func closes(from a: Int32, to c: Int32) -> Bool { true }

  func bound(_ caps: CapTriple) -> Double {
    let length = caps.most(SIMD3(1, 1, 0))
    return caps.shortest[2] <= closing.gap(ofLength: length) ? length : -1
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

  func bound(_ caps: CapTriple) -> Double {
    let sum = caps.most(SIMD3(1, 1, 1))
    guard smallestShare > 0 else { return sum }
    let most = min(sum, caps.longest.min() / smallestShare)
    // The other two have their share, so that none is longer than what they leave.
    let slack = 1e-6
    return caps.shortest.max() <= (1 - 2 * smallestShare) * most + slack ? most : -1
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

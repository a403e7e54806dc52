/// Three caps of a flight's points, and what follows for a shape with one point in each.
struct CapTriple {
  /// Between the centres: ab, bc, ca, m.
  var sides: SIMD3<Double>
  /// Of the caps of a, b and c, m.
  var radii: SIMD3<Double>

  /// How far each side may be from the one between the centres, m.
  private var play: SIMD3<Double> {
    SIMD3(radii[0] + radii[1], radii[1] + radii[2], radii[2] + radii[0])
  }

  /// What each side is at most and at least, m.
  var longest: SIMD3<Double> { sides + play }
  var shortest: SIMD3<Double> { sides - play }

  /// The most that the sides, each times its weight, can sum up to, m. No weight is negative.
  func most(_ weights: SIMD3<Double>) -> Double { (longest * weights).sum() }
}

/// Three caps of a flight's points, and what follows for a shape with one point in each. It lives
/// no longer than the search that lends the caps.
struct CapTriple {
  let a: UnsafePointer<PointTree.Node>
  let b: UnsafePointer<PointTree.Node>
  let c: UnsafePointer<PointTree.Node>
  /// Between the centres: ab, bc, ca, m.
  let sides: SIMD3<Double>

  /// How far each side may be from the one between the centres, m.
  var play: SIMD3<Double> {
    let (a, b, c) = (a.pointee.radius, b.pointee.radius, c.pointee.radius)
    return SIMD3(a + b, b + c, c + a)
  }

  /// What each side is at most and at least, m.
  var longest: SIMD3<Double> { sides + play }
  var shortest: SIMD3<Double> { sides - play }
}

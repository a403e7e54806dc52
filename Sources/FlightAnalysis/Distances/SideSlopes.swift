import FlightModel

/// How the sides of a triangle change when its corners move within their caps: much closer than the
/// caps' radii tell, since a movement may lengthen one side and shorten another.
///
/// To the first order a side grows by the movements' parts in its direction. Its second derivative
/// is on a sphere never more than in the plane: the square of the movement across it, by its length.
struct SideSlopes {
  private let caps: CapTriple
  /// What the sides ab, bc, ca are at most and at least but for the first order, m.
  private let highest: SIMD3<Double>
  private let lowest: SIMD3<Double>
  /// The directions that a, b, c move in to lengthen ab, bc, ca: along their cap's axis and across.
  private let ahead: (along: SIMD3<Double>, across: SIMD3<Double>)
  /// The same to lengthen ca, ab, bc.
  private let behind: (along: SIMD3<Double>, across: SIMD3<Double>)

  /// Stands for no bound, m.
  private static let unknown = 1e12
  /// Longer sides have no bound here, since distances break at the antipodes, m.
  private static let longestSide = 1e7
  private static let squaredRadius = Coordinate.sphereRadius * Coordinate.sphereRadius

  init(_ caps: CapTriple) {
    self.caps = caps
    let isSmooth = (caps.shortest .> 0) .& (caps.longest .< Self.longestSide)
    let bend = caps.play * caps.play / (2 * caps.shortest)
    let sag = caps.play * caps.play * caps.longest / (2 * Self.squaredRadius)
    highest = caps.sides + bend.replacing(with: Self.unknown, where: .!isSmooth)
    lowest = caps.sides - sag.replacing(with: Self.unknown, where: .!isSmooth)
    let (a, b, c) = (Frame(caps.a), Frame(caps.b), Frame(caps.c))
    let (ab, bc, ca) = (a.pull(b), b.pull(c), c.pull(a))
    ahead.along = SIMD3(a.along(b) * ab, b.along(c) * bc, c.along(a) * ca)
    ahead.across = SIMD3(a.across(b) * ab, b.across(c) * bc, c.across(a) * ca)
    behind.along = SIMD3(a.along(c) * ca, b.along(a) * ab, c.along(b) * bc)
    behind.across = SIMD3(a.across(c) * ca, b.across(a) * ab, c.across(b) * bc)
  }

  /// The most that the sides, each times its weight, can sum up to, m.
  func most(_ weights: SIMD3<Double>) -> Double {
    let turned = SIMD3(weights[2], weights[0], weights[1])
    let along = weights * ahead.along + turned * behind.along
    let across = weights * ahead.across + turned * behind.across
    return pointwiseMax(weights * highest, weights * lowest).sum()
      + caps.a.pointee.extent(along[0], across[0])
      + caps.b.pointee.extent(along[1], across[1]) + caps.c.pointee.extent(along[2], across[2])
  }
}

/// A cap's centre and the directions there.
private struct Frame {
  private let cap: UnsafePointer<PointTree.Node>

  @inline(__always)
  init(_ cap: UnsafePointer<PointTree.Node>) { self.cap = cap }

  /// Minus one by the sine of the angle to another centre: what makes of that centre's parts the
  /// direction away from it.
  @inline(__always)
  func pull(_ other: Self) -> Double {
    let square = cap.pointee.centre.squaredChord(to: other.cap.pointee.centre)
    let sine = (square * (1 - square / 4)).squareRoot()
    return sine > 0 ? -1 / sine : 0
  }

  /// The part of another centre along this cap's axis.
  @inline(__always)
  func along(_ other: Self) -> Double {
    (cap.pointee.along * other.cap.pointee.centre.vector).sum()
  }

  @inline(__always)
  func across(_ other: Self) -> Double {
    (cap.pointee.across * other.cap.pointee.centre.vector).sum()
  }
}

import CMath
import FlightModel

/// A place on the FAI sphere as a vector of length one: distances are chords, which compare without
/// a sine.
struct SpherePoint: Equatable, Sendable {
  var vector: SIMD3<Double>

  init(_ position: Coordinate) {
    let latitude = position.latitude * Double.pi / 180
    let longitude = position.longitude * Double.pi / 180
    let radius = barograph_cos(latitude)
    vector = SIMD3(
      radius * barograph_cos(longitude), radius * barograph_sin(longitude), barograph_sin(latitude))
  }

  /// From a vector of length one.
  init(vector: SIMD3<Double>) { self.vector = vector }

  /// In the direction of a vector; nil for one of no length.
  init?(direction: SIMD3<Double>) {
    let length = (direction * direction).sum().squareRoot()
    guard length > 0 else { return nil }
    vector = direction / length
  }

  /// The square of the chord to another place; grows with the distance.
  @inline(__always)
  func squaredChord(to other: SpherePoint) -> Double {
    let difference = vector - other.vector
    return (difference * difference).sum()
  }

  /// Great-circle distance, m.
  @inline(__always)
  func distance(to other: SpherePoint) -> Double {
    Self.distance(squaredChord: squaredChord(to: other))
  }

  /// The great-circle distance of a chord's square, m.
  @inline(__always)
  static func distance(squaredChord: Double) -> Double {
    2 * Coordinate.sphereRadius * barograph_asin(min(1, squaredChord.squareRoot() / 2))
  }
}

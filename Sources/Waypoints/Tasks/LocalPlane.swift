import CMath
package import FlightModel

/// The FAI sphere around a place, laid flat so that distances and directions from that place are
/// true: x is metres east, y metres north.
package struct LocalPlane: Equatable, Sendable {
  private let centre: SIMD3<Double>
  private let east: SIMD3<Double>
  private let north: SIMD3<Double>

  package init(around place: Coordinate) {
    centre = Self.vector(place)
    let longitude = place.longitude * Double.pi / 180
    east = SIMD3(-barograph_sin(longitude), barograph_cos(longitude), 0)
    // north = centre × east
    north = SIMD3(
      centre.y * east.z - centre.z * east.y, centre.z * east.x - centre.x * east.z,
      centre.x * east.y - centre.y * east.x)
  }

  /// A place as a vector of length one from the middle of the earth.
  package static func vector(_ place: Coordinate) -> SIMD3<Double> {
    let latitude = place.latitude * Double.pi / 180
    let longitude = place.longitude * Double.pi / 180
    let radius = barograph_cos(latitude)
    return SIMD3(
      radius * barograph_cos(longitude), radius * barograph_sin(longitude), barograph_sin(latitude))
  }

  package func project(_ place: Coordinate) -> SIMD2<Double> { project(Self.vector(place)) }

  /// Of a vector of length one; the place opposite to the middle lies to the north.
  package func project(_ vector: SIMD3<Double>) -> SIMD2<Double> {
    let flat = SIMD2((vector * east).sum(), (vector * north).sum())
    let sine = (flat * flat).sum().squareRoot()
    let cosine = (vector * centre).sum()
    guard sine > 0 else {
      return SIMD2(0, cosine > 0 ? 0 : Double.pi * Coordinate.sphereRadius)
    }
    return flat * (barograph_atan2(sine, cosine) * Coordinate.sphereRadius / sine)
  }

  /// The place of a point in the plane, as a vector of length one.
  package func vector(_ point: SIMD2<Double>) -> SIMD3<Double> {
    let distance = (point * point).sum().squareRoot()
    guard distance > 0 else { return centre }
    let angle = distance / Coordinate.sphereRadius
    let direction = (east * point.x + north * point.y) / distance
    return centre * barograph_cos(angle) + direction * barograph_sin(angle)
  }

  /// The place of a point in the plane.
  package func place(_ point: SIMD2<Double>) -> Coordinate {
    let vector = vector(point)
    let degrees = 180 / Double.pi
    let latitude = barograph_asin(min(1, max(-1, vector.z))) * degrees
    let longitude = barograph_atan2(vector.y, vector.x) * degrees
    return Coordinate(
      latitude: min(90, max(-90, latitude)), longitude: min(180, max(-180, longitude)))!
  }
}

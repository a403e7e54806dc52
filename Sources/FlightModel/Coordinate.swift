import CMath

/// A position on WGS84: latitude and longitude in 1e-7 degrees, north and east positive.
package struct Coordinate: Hashable, Sendable {
  /// 1e-7 degrees, -900,000,000 to 900,000,000.
  package var latitudeE7: Int32
  /// 1e-7 degrees, -1,800,000,000 to 1,800,000,000.
  package var longitudeE7: Int32

  package init(latitudeE7: Int32, longitudeE7: Int32) {
    self.latitudeE7 = latitudeE7
    self.longitudeE7 = longitudeE7
  }

  /// From degrees; nil when one is not finite or out of range.
  package init?(latitude: Double, longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    latitudeE7 = Int32((latitude * 1e7).rounded())
    longitudeE7 = Int32((longitude * 1e7).rounded())
  }

  /// Degrees, north positive.
  package var latitude: Double { Double(latitudeE7) / 1e7 }
  /// Degrees, east positive.
  package var longitude: Double { Double(longitudeE7) / 1e7 }

  /// The radius of the sphere that the FAI measures on, in metres.
  package static let sphereRadius = 6_371_000.0

  /// The great-circle distance on the FAI sphere, in metres.
  package func distance(to other: Coordinate) -> Double {
    let radians = Double.pi / 180
    let sinLatitude = barograph_sin((other.latitude - latitude) * radians / 2)
    let sinLongitude = barograph_sin((other.longitude - longitude) * radians / 2)
    let chord =
      sinLatitude * sinLatitude + barograph_cos(latitude * radians)
      * barograph_cos(other.latitude * radians) * sinLongitude * sinLongitude
    return 2 * Self.sphereRadius * barograph_asin(min(1, chord.squareRoot()))
  }

  /// The position `north` and `east` metres away on the sphere; meant for distances far from the
  /// poles.
  package func moved(north: Double, east: Double) -> Coordinate {
    let degrees = 180 / (Double.pi * Self.sphereRadius)
    let shrink = barograph_cos(latitude * Double.pi / 180)
    var east = longitude + (shrink > 1e-9 ? east * degrees / shrink : 0)
    if east > 180 { east -= 360 } else if east < -180 { east += 360 }
    let north = min(90, max(-90, latitude + north * degrees))
    return Coordinate(latitude: north, longitude: min(180, max(-180, east)))!
  }
}

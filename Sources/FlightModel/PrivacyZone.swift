/// A place where a ride is not recorded: a circle on the FAI sphere.
package struct PrivacyZone: Equatable, Sendable {
  package var center: Coordinate
  /// Metres, more than zero.
  package var radiusM: Double

  package init(center: Coordinate, radiusM: Double) {
    self.center = center
    self.radiusM = radiusM
  }

  /// Whether a position lies in it, the edge included.
  package func contains(_ position: Coordinate) -> Bool {
    // A degree of latitude is 111 km: most positions need no trigonometry.
    let north = abs(Int64(position.latitudeE7) - Int64(center.latitudeE7))
    if Double(north) * 0.0111 > radiusM + 1 { return false }
    return center.distance(to: position) <= radiusM
  }
}

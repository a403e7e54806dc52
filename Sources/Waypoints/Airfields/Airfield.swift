package import FlightModel

/// A place where aircraft take off and land.
package struct Airfield: Equatable, Sendable {
  /// ICAO's, where it has one.
  package var code: String
  package var name: String
  /// Two letters; empty if unknown.
  package var country: String
  package var position: Coordinate

  package init(code: String, name: String, country: String, position: Coordinate) {
    self.code = code
    self.name = name
    self.country = country
    self.position = position
  }

  /// Nil for a waypoint that is no airfield.
  package init?(_ waypoint: Waypoint) {
    guard waypoint.style.isAirfield else { return nil }
    self.init(
      code: waypoint.code, name: waypoint.name, country: waypoint.country,
      position: waypoint.position)
  }
}

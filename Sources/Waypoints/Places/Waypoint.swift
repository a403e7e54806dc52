package import FlightModel

/// A named place with what a pilot wants to know of it.
package struct Waypoint: Equatable, Sendable {
  package var name: String
  package var code: String
  /// Two letters, as the top-level domain of the country; empty if unknown.
  package var country: String
  package var position: Coordinate
  /// Above mean sea level, m.
  package var elevationM: Double?
  package var style: WaypointStyle
  /// True, 0 to 359.
  package var runwayDirectionDeg: Int?
  package var runwayLengthM: Double?
  /// MHz, as text: `123.500`.
  package var frequency: String
  package var description: String

  package init(
    name: String, code: String = "", country: String = "", position: Coordinate,
    elevationM: Double? = nil, style: WaypointStyle = .normal, runwayDirectionDeg: Int? = nil,
    runwayLengthM: Double? = nil, frequency: String = "", description: String = ""
  ) {
    self.name = name
    self.code = code
    self.country = country
    self.position = position
    self.elevationM = elevationM
    self.style = style
    self.runwayDirectionDeg = runwayDirectionDeg
    self.runwayLengthM = runwayLengthM
    self.frequency = frequency
    self.description = description
  }
}

/// The kind of a waypoint, by its number in CUP files.
package enum WaypointStyle: Int, Sendable, CaseIterable {
  case unknown = 0
  case normal, grassAirfield, outlanding, gliderAirfield, solidAirfield, mountainPass, mountainTop
  case transmitterMast, vor, ndb, coolingTower, dam, tunnel, bridge, powerPlant, castle
  case intersection, marker, reportingPoint, paraglidingTakeOff, paraglidingLanding

  /// Whether aircraft land there.
  package var isAirfield: Bool {
    switch self {
    case .grassAirfield, .gliderAirfield, .solidAirfield: true
    default: false
    }
  }
}

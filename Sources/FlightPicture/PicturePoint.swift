package import FlightModel

/// One fix as the picture needs it.
package struct PicturePoint: Equatable, Sendable {
  package var time: UTCInstant
  package var position: Coordinate
  /// Height above the WGS84 ellipsoid, cm.
  package var gnssAltitudeCm: Int32?
  /// Height above 1013.25 hPa, cm.
  package var pressureAltitudeCm: Int32?
  /// The ground below, in the scale of the altitude that tells the flight's, cm.
  package var groundCm: Int32?

  package init(
    time: UTCInstant, position: Coordinate, gnssAltitudeCm: Int32? = nil,
    pressureAltitudeCm: Int32? = nil, groundCm: Int32? = nil
  ) {
    self.time = time
    self.position = position
    self.gnssAltitudeCm = gnssAltitudeCm
    self.pressureAltitudeCm = pressureAltitudeCm
    self.groundCm = groundCm
  }
}

/// What stands in the picture's head. Nothing unknown is written.
package struct PictureFacts: Equatable, Sendable {
  /// In place of "Flight".
  package var title: String?
  package var declaration: Declaration
  package var takeoffAt: UTCInstant?
  package var landingAt: UTCInstant?
  package var heightGainM: Int32?
  /// Whether the highest point and the ground are told by the pressure altitude.
  package var prefersPressure: Bool
  /// What people read heights and lengths in.
  package var units: ReadingUnits

  package init(
    title: String? = nil, declaration: Declaration = Declaration(), takeoffAt: UTCInstant? = nil,
    landingAt: UTCInstant? = nil, heightGainM: Int32? = nil, prefersPressure: Bool = false,
    units: ReadingUnits = ReadingUnits()
  ) {
    self.title = title
    self.declaration = declaration
    self.takeoffAt = takeoffAt
    self.landingAt = landingAt
    self.heightGainM = heightGainM
    self.prefersPressure = prefersPressure
    self.units = units
  }
}

package import FlightModel

/// One fix as it goes into a file, with the instruments' readings of that moment; nil is unknown.
package struct IGCFix: Equatable, Sendable {
  /// How much of a position there is; what is not `threeDimensional` becomes validity V.
  package enum Quality: Equatable, Sendable {
    case threeDimensional
    /// A position without a height.
    case twoDimensional
    /// No position: `position` is the last known one and is written again.
    case none
  }

  package var time: UTCInstant
  package var quality: Quality
  package var position: Coordinate
  /// Height above 1013.25 hPa (ISA), cm; only from a real sensor.
  package var pressureAltitudeCm: Int32?
  /// Height above the WGS84 ellipsoid, cm.
  package var ellipsoidAltitudeCm: Int32?
  /// Estimated horizontal error, cm.
  package var horizontalErrorCm: Int32?
  package var satellitesUsed: Int?
  package var groundSpeedCmPerS: Int32?
  /// True track, 1/100 degree.
  package var trackCentiDeg: Int32?
  /// cm/s, up positive.
  package var varioCmPerS: Int32?
  /// Beats a minute.
  package var heartRate: Int16?
  /// Percent.
  package var oxygenSaturation: Int16?
  /// Whether the pilot pressed the button at this fix.
  package var isPilotEvent: Bool

  package init(
    time: UTCInstant, quality: Quality, position: Coordinate, pressureAltitudeCm: Int32? = nil,
    ellipsoidAltitudeCm: Int32? = nil, horizontalErrorCm: Int32? = nil,
    satellitesUsed: Int? = nil, groundSpeedCmPerS: Int32? = nil, trackCentiDeg: Int32? = nil,
    varioCmPerS: Int32? = nil, heartRate: Int16? = nil, oxygenSaturation: Int16? = nil,
    isPilotEvent: Bool = false
  ) {
    self.time = time
    self.quality = quality
    self.position = position
    self.pressureAltitudeCm = pressureAltitudeCm
    self.ellipsoidAltitudeCm = ellipsoidAltitudeCm
    self.horizontalErrorCm = horizontalErrorCm
    self.satellitesUsed = satellitesUsed
    self.groundSpeedCmPerS = groundSpeedCmPerS
    self.trackCentiDeg = trackCentiDeg
    self.varioCmPerS = varioCmPerS
    self.heartRate = heartRate
    self.oxygenSaturation = oxygenSaturation
    self.isPilotEvent = isPilotEvent
  }

  /// Whether it is written with validity A: a position and a height, both known.
  var isValid: Bool { quality == .threeDimensional && ellipsoidAltitudeCm != nil }
}

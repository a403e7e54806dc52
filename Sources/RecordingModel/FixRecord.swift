package import FlightModel

/// One row of `fix_record`: a Fix as it was kept, joined with the instruments' readings at that
/// moment. Local to this box.
package struct FixRecord: Equatable, Sendable {
  /// GNSS time, week rollover corrected.
  package var recordedAt: UTCInstant
  package var mode: Fix.Mode
  /// The last known position while `mode` is `.none`.
  package var position: Coordinate
  /// Height above the WGS84 ellipsoid, cm.
  package var gnssAltitudeCm: Int32?
  /// Height above 1013.25 hPa, cm; only from a real sensor.
  package var pressureAltitudeCm: Int32?
  package var groundSpeedCmPerS: Int32?
  /// cm/s, up positive.
  package var varioCmPerS: Int32?
  /// 1/100 degree.
  package var bearingCentiDeg: Int32?
  package var horizontalErrorCm: Int32?
  package var verticalErrorCm: Int32?
  package var satellitesUsed: Int?
  /// Beats a minute.
  package var heartRate: Int16?
  /// Percent.
  package var oxygenSaturation: Int16?
  /// A pilot's mark on this fix (IGC event PEV).
  package var isPilotEvent: Bool

  package init(
    recordedAt: UTCInstant, mode: Fix.Mode, position: Coordinate, gnssAltitudeCm: Int32? = nil,
    pressureAltitudeCm: Int32? = nil, groundSpeedCmPerS: Int32? = nil, varioCmPerS: Int32? = nil,
    bearingCentiDeg: Int32? = nil, horizontalErrorCm: Int32? = nil, verticalErrorCm: Int32? = nil,
    satellitesUsed: Int? = nil, heartRate: Int16? = nil, oxygenSaturation: Int16? = nil,
    isPilotEvent: Bool = false
  ) {
    self.recordedAt = recordedAt
    self.mode = mode
    self.position = position
    self.gnssAltitudeCm = gnssAltitudeCm
    self.pressureAltitudeCm = pressureAltitudeCm
    self.groundSpeedCmPerS = groundSpeedCmPerS
    self.varioCmPerS = varioCmPerS
    self.bearingCentiDeg = bearingCentiDeg
    self.horizontalErrorCm = horizontalErrorCm
    self.verticalErrorCm = verticalErrorCm
    self.satellitesUsed = satellitesUsed
    self.heartRate = heartRate
    self.oxygenSaturation = oxygenSaturation
    self.isPilotEvent = isPilotEvent
  }
}

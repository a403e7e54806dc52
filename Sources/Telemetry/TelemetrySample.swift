/// Everything known about a board at one instant: the full-rate input of frames and buckets.
///
/// Units are those of the wire contract's `telemetryFrames`; nil is unknown.
package struct TelemetrySample: Equatable, Sendable {
  /// UTC milliseconds since 1970.
  package var capturedAtMs: Int64
  /// Monotonic milliseconds of this boot.
  package var elapsedRealtimeMs: Int64
  package var canID: Int32?
  package var motion = MotionColumns()
  package var location: LocationColumns?
  /// Vertical speed, cm/s, up positive. No column of a frame: a change of it makes the location be
  /// written.
  package var climbCmPerS: Int32?

  package init(
    capturedAtMs: Int64, elapsedRealtimeMs: Int64, canID: Int32? = nil,
    motion: MotionColumns = MotionColumns(), location: LocationColumns? = nil,
    climbCmPerS: Int32? = nil
  ) {
    self.capturedAtMs = capturedAtMs
    self.elapsedRealtimeMs = elapsedRealtimeMs
    self.canID = canID
    self.motion = motion
    self.location = location
    self.climbCmPerS = climbCmPerS
  }
}

/// The eighteen columns of a frame that mask 1 names, in its bit order.
package struct MotionColumns: Equatable, Sendable {
  package var speedCentiKmh: Int32?
  package var batteryVoltageMv: Int32?
  package var motorCurrentMa: Int32?
  package var batteryCurrentMa: Int32?
  package var dutyPermille: Int32?
  package var pitchCentiDeg: Int32?
  package var rollCentiDeg: Int32?
  package var balancePitchCentiDeg: Int32?
  package var balanceCurrentMa: Int32?
  package var erpm: Int32?
  package var state: Int32?
  package var switchState: Int32?
  package var adc1Milli: Int32?
  package var adc2Milli: Int32?
  package var odometerCm: Int64?
  package var tempMosfetDeciC: Int32?
  package var tempMotorDeciC: Int32?
  package var faultCode: Int32?

  package init() {}
}

/// The columns of a frame that mask 2 bit 0 names: one GNSS fix.
package struct LocationColumns: Equatable, Sendable {
  package var latitudeE7: Int32
  package var longitudeE7: Int32
  package var gpsSpeedCentiMps: Int32?
  package var bearingCentiDeg: Int32?
  package var accuracyCm: Int32?
  /// Height above the WGS84 ellipsoid, cm.
  package var altitudeCm: Int32?
  /// The fix's own time, UTC milliseconds.
  package var locationTimestampMs: Int64

  package init(
    latitudeE7: Int32, longitudeE7: Int32, gpsSpeedCentiMps: Int32? = nil,
    bearingCentiDeg: Int32? = nil, accuracyCm: Int32? = nil, altitudeCm: Int32? = nil,
    locationTimestampMs: Int64
  ) {
    self.latitudeE7 = latitudeE7
    self.longitudeE7 = longitudeE7
    self.gpsSpeedCentiMps = gpsSpeedCentiMps
    self.bearingCentiDeg = bearingCentiDeg
    self.accuracyCm = accuracyCm
    self.altitudeCm = altitudeCm
    self.locationTimestampMs = locationTimestampMs
  }
}

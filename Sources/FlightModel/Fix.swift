/// Which receiver a Fix came from: the device name that gpsd reports, or a link's own name.
package struct ReceiverID: Hashable, Sendable, CustomStringConvertible {
  package var name: String

  package init(_ name: String) { self.name = name }

  package var description: String { name }
}

/// One GNSS position solution at one instant, from one receiver.
///
/// A value that the receiver did not give, or that is no usable number, is nil; nothing is zero in
/// place of unknown.
package struct Fix: Equatable, Sendable {
  /// How much of a position there is.
  package enum Mode: UInt8, Comparable, Sendable {
    case none = 1
    case twoDimensional = 2
    case threeDimensional = 3

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  package var receiver: ReceiverID
  /// The receiver's own time of the solution, as reported: not yet judged, week rollover included.
  package var time: UTCInstant?
  /// When the bytes of the report were read.
  package var receivedAt: MonotonicInstant
  package var mode: Mode
  package var position: Coordinate?
  /// Height above the WGS84 ellipsoid, cm.
  package var ellipsoidAltitudeCm: Int32?
  /// Height above mean sea level as the receiver models it, cm.
  package var meanSeaAltitudeCm: Int32?
  /// cm/s over ground.
  package var groundSpeedCmPerS: Int32?
  /// True course over ground, 1/100 degree, 0 to 35,999.
  package var trackCentiDeg: Int32?
  /// cm/s, up positive.
  package var climbCmPerS: Int32?
  /// Estimated horizontal error, cm (95 %).
  package var horizontalErrorCm: Int32?
  /// Estimated vertical error, cm (95 %).
  package var verticalErrorCm: Int32?
  package var satellitesUsed: Int?

  package init(
    receiver: ReceiverID, time: UTCInstant?, receivedAt: MonotonicInstant, mode: Mode,
    position: Coordinate? = nil, ellipsoidAltitudeCm: Int32? = nil,
    meanSeaAltitudeCm: Int32? = nil, groundSpeedCmPerS: Int32? = nil, trackCentiDeg: Int32? = nil,
    climbCmPerS: Int32? = nil, horizontalErrorCm: Int32? = nil, verticalErrorCm: Int32? = nil,
    satellitesUsed: Int? = nil
  ) {
    self.receiver = receiver
    self.time = time
    self.receivedAt = receivedAt
    self.mode = mode
    self.position = position
    self.ellipsoidAltitudeCm = ellipsoidAltitudeCm
    self.meanSeaAltitudeCm = meanSeaAltitudeCm
    self.groundSpeedCmPerS = groundSpeedCmPerS
    self.trackCentiDeg = trackCentiDeg
    self.climbCmPerS = climbCmPerS
    self.horizontalErrorCm = horizontalErrorCm
    self.verticalErrorCm = verticalErrorCm
    self.satellitesUsed = satellitesUsed
  }
}

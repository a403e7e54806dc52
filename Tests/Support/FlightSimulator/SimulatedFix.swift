package import FlightModel

/// One GNSS solution of a simulated flight: what is true and what the receiver says.
///
/// The scenarios' transformations change what the receiver says; `truth`, `trueTime` and `elapsedMs`
/// stay.
package struct SimulatedFix: Equatable, Sendable {
  /// Where the aircraft is and how it moves, without noise.
  package struct Truth: Equatable, Sendable {
    package var position: Coordinate
    /// Height above the WGS84 ellipsoid, cm.
    package var ellipsoidAltitudeCm: Int32
    package var groundSpeedCmPerS: Int32
    /// 1/100 degree, 0 to 35,999.
    package var trackCentiDeg: Int32
    /// cm/s, up positive.
    package var climbCmPerS: Int32
    package var isOnGround: Bool
  }

  package var truth: Truth
  /// The true UTC of the solution.
  package var trueTime: UTCInstant
  /// Milliseconds since the simulation began, on a clock that nothing sets.
  package var elapsedMs: Int64

  /// The time that the receiver reports.
  package var time: UTCInstant
  package var mode: Fix.Mode
  /// The measured position.
  package var position: Coordinate
  /// Measured height above the WGS84 ellipsoid, cm.
  package var ellipsoidAltitudeCm: Int32
  /// Measured height above mean sea level, cm: the ellipsoid's less the geoid separation.
  package var meanSeaAltitudeCm: Int32
  package var groundSpeedCmPerS: Int32
  /// 1/100 degree, 0 to 35,999; held while the aircraft stands.
  package var trackCentiDeg: Int32
  /// cm/s, up positive.
  package var climbCmPerS: Int32
  /// Pressure altitude above 1013.25 hPa, cm.
  package var pressureAltitudeCm: Int32
  package var satellitesUsed: Int
  /// Horizontal dilution of precision, hundredths.
  package var hdopHundredths: Int

  /// The geoid above the ellipsoid here, cm.
  package var geoidSeparationCm: Int32 { ellipsoidAltitudeCm - meanSeaAltitudeCm }
}

extension Fix {
  /// The Fix that gpsd's source would make of a simulated one.
  ///
  /// `receivedAt` is `bootedAt` plus the simulation's own clock, 80 ms for the receiver's work
  /// included.
  package init(
    _ simulated: SimulatedFix, receiver: ReceiverID = ReceiverID("/dev/simulated"),
    bootedAt: MonotonicInstant = MonotonicInstant(nanoseconds: 30_000_000_000)
  ) {
    let received = bootedAt.advanced(byMilliseconds: simulated.elapsedMs + 80)
    self.init(receiver: receiver, time: simulated.time, receivedAt: received, mode: simulated.mode)
    guard simulated.mode >= .twoDimensional else { return }
    position = simulated.position
    groundSpeedCmPerS = simulated.groundSpeedCmPerS
    trackCentiDeg = simulated.trackCentiDeg
    satellitesUsed = simulated.satellitesUsed
    horizontalErrorCm = Int32(clamping: simulated.hdopHundredths * 5)
    guard simulated.mode == .threeDimensional else { return }
    ellipsoidAltitudeCm = simulated.ellipsoidAltitudeCm
    meanSeaAltitudeCm = simulated.meanSeaAltitudeCm
    climbCmPerS = simulated.climbCmPerS
    verticalErrorCm = Int32(clamping: simulated.hdopHundredths * 8)
  }
}

extension Sample {
  /// The pressure reading that an instrument would send at the moment of a simulated fix.
  package init(
    pressureOf simulated: SimulatedFix, source: String = "/dev/simulated",
    bootedAt: MonotonicInstant = MonotonicInstant(nanoseconds: 30_000_000_000)
  ) {
    self.init(
      source: source, receivedAt: bootedAt.advanced(byMilliseconds: simulated.elapsedMs + 60),
      reading: .pressureAltitudeCm(simulated.pressureAltitudeCm))
  }
}

package import FlightModel
package import RecordingModel

/// What the logbook says of a flight beside its file: when, how long and how much was climbed.
package struct FlightFigures: Equatable, Sendable {
  package let takeoffAt: UTCInstant?
  package let landingAt: UTCInstant?
  package private(set) var firstFixAt: UTCInstant?
  package private(set) var lastFixAt: UTCInstant?
  package private(set) var fixCount = 0
  private var pressureGain = HeightGain()
  private var gnssGain = HeightGain()

  /// With the moments that the recorder found.
  package init(takeoffAt: UTCInstant? = nil, landingAt: UTCInstant? = nil) {
    self.takeoffAt = takeoffAt
    self.landingAt = landingAt
  }

  /// Takes the next fix of the file.
  package mutating func take(_ fix: FixRecord) {
    firstFixAt = firstFixAt ?? fix.recordedAt
    lastFixAt = fix.recordedAt
    fixCount += 1
    guard isAirborne(fix.recordedAt) else { return }
    if let altitude = fix.pressureAltitudeCm { pressureGain.take(altitudeCm: altitude) }
    if fix.mode == .threeDimensional, let altitude = fix.gnssAltitudeCm {
      gnssGain.take(altitudeCm: altitude)
    }
  }

  /// Take-off to landing, or first to last fix where one of them is unknown; whole seconds.
  package var durationSeconds: Int64 {
    guard let start = takeoffAt ?? firstFixAt, let end = landingAt ?? lastFixAt else { return 0 }
    return max(0, end.milliseconds(since: start).roundedSeconds)
  }

  /// Metres between a low point and a later high point, from take-off to landing.
  ///
  /// Measured by the pressure sensor where it was there for nine tenths of the flight, else by
  /// GNSS; never by both, since they differ by tens of metres.
  package var heightGainedM: Int32 {
    pressureGain.count * 10 >= gnssGain.count * 9 && pressureGain.count > 0
      ? pressureGain.metres : gnssGain.metres
  }

  private func isAirborne(_ time: UTCInstant) -> Bool {
    if let takeoffAt, time < takeoffAt { return false }
    if let landingAt, time > landingAt { return false }
    return true
  }
}

extension Int64 {
  /// Milliseconds as whole seconds, halves away from zero.
  var roundedSeconds: Int64 { self / 1000 + self % 1000 / 500 }
}

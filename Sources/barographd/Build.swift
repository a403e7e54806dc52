import FlightModel

/// Facts of this build.
enum Build {
  /// No receiver is right that reports a time before this; moved forward with releases. It also
  /// says which run of 1024 GPS weeks a receiver that has lost count means.
  static let earliestPlausibleTime = UTCInstant(CivilDate(year: 2026, month: 1, day: 1))
}

package import FlightModel

/// A flight as services want it.
package struct FlightToUpload: Equatable, Sendable {
  /// Long IGC name, `2026-07-04-XBG-ABC-01.IGC`.
  package var filename: String
  /// The IGC file, at most 20 MB.
  package var igc: [UInt8]
  /// First and last fix.
  package var firstFixAt: UTCInstant
  package var lastFixAt: UTCInstant
  package var declaration: Declaration
  package var isContest: Bool

  package init(
    filename: String, igc: [UInt8], firstFixAt: UTCInstant, lastFixAt: UTCInstant,
    declaration: Declaration, isContest: Bool
  ) {
    self.filename = filename
    self.igc = igc
    self.firstFixAt = firstFixAt
    self.lastFixAt = lastFixAt
    self.declaration = declaration
    self.isContest = isContest
  }

  /// Whether a take-off at this moment is this flight's: a pilot flies one glider at a time. Services
  /// tell whole minutes or seconds.
  func holds(takeoff: UTCInstant) -> Bool {
    takeoff >= firstFixAt.advanced(byMilliseconds: -60_000) && takeoff <= lastFixAt
  }
}

extension UTCInstant {
  /// Two days before: where a list of days, the newest first, has left a flight behind.
  var earlier: UTCInstant { advanced(byMilliseconds: -2 * Self.millisecondsPerDay) }
}

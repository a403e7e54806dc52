package import FlightModel

/// Judges a receiver's date against the day that the program was made.
package struct FixCalendar: Sendable {
  /// One round of GPS weeks, ms.
  static let rolloverMs: Int64 = 1024 * 7 * 86_400_000
  /// 1981-01-01: receivers without a date say 1970 or 1980.
  static let firstDate = UTCInstant(CivilDate(year: 1981, month: 1, day: 1))

  let floor: UTCInstant

  package init(floor: UTCInstant) { self.floor = floor }

  /// The time with week rollovers put right, or nil where the date cannot be: the result lies less
  /// than 1024 weeks (19.6 years) after the floor.
  package func corrected(_ raw: UTCInstant) -> UTCInstant? {
    guard raw >= Self.firstDate else { return nil }
    let behind = floor.milliseconds(since: raw)
    let rounds = behind <= 0 ? 0 : (behind - 1) / Self.rolloverMs + 1
    let time = raw.advanced(byMilliseconds: rounds * Self.rolloverMs)
    return time.milliseconds(since: floor) < Self.rolloverMs ? time : nil
  }
}

/// A fix and the time that it is filed under.
package struct DatedFix: Equatable, Sendable {
  package var fix: Fix
  /// Rollover corrected.
  package var time: UTCInstant
}

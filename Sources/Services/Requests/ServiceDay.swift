package import FlightModel

extension CivilDate {
  /// A day as services write it: `2026-07-04`; also the day of a time, `2026-07-04T09:12:30`.
  package init?(serviceDay text: String) {
    let day = text.prefix { $0 != "T" && $0 != " " }
    guard day.utf8.count == 10, text.utf8.count <= 40,
      let midnight = UTCInstant(rfc3339: "\(day)T00:00:00Z")
    else { return nil }
    self = midnight.date
  }

  /// `2026-07-04`.
  package var serviceDay: String { String(UTCInstant(self).rfc3339.prefix(10)) }
}

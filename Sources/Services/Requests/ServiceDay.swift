package import FlightModel

extension CivilDate {
  /// A day as services write it: `2026-07-04`; also the day of a time, `2026-07-04T09:12:30`.
  package init?(serviceDay text: String) {
    guard text.utf8.count <= 40 else { return nil }
    self.init(rfc3339: String(text.prefix { $0 != "T" && $0 != " " }))
  }
}

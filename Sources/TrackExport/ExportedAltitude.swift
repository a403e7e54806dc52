import FlightModel

/// The altitude of a flight that formats with room for one get: the receiver's where it gave any,
/// else the pressure sensor's. One for the whole flight, so that a track has no steps where one of
/// them is missing.
struct ExportedAltitude: Sendable {
  enum Source: Sendable { case gnss, pressure, none }

  let source: Source

  /// A receiver that says 0 all the flight gave none.
  init(_ fixes: [TrackFix]) {
    if fixes.contains(where: { $0.isValid && ($0.gnssAltitudeM ?? 0) != 0 }) {
      source = .gnss
    } else {
      source = fixes.contains { $0.isValid && $0.pressureAltitudeM != nil } ? .pressure : .none
    }
  }

  /// m; nil where the fix has none.
  func of(_ fix: TrackFix) -> Int32? {
    switch source {
    case .gnss: fix.gnssAltitudeM
    case .pressure: fix.pressureAltitudeM
    case .none: nil
    }
  }

  /// A sentence for the reader of the file.
  var note: String {
    switch source {
    case .gnss: "Altitudes are those of the satellite receiver."
    case .pressure: "Altitudes are pressure altitudes above 1013.25 hPa."
    case .none: "No altitude was recorded."
    }
  }
}

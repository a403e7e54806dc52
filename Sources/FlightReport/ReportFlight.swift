import Elevation
import FlightAnalysis
import FlightModel
import FlightPicture
import Waypoints

/// The facts of a report with what all of its parts derive from them.
struct ReportFlight {
  let facts: ReportFacts
  let panels: FlightPanels
  /// Which altitudes the figures and tables tell; nil where none was recorded.
  let altitudeSource: AltitudeSource?

  init(_ facts: ReportFacts) {
    self.facts = facts
    let indices = facts.fixes.scoringIndices
    altitudeSource = AltitudeSource(of: facts.fixes, indices)
    let picture = PictureFacts(
      declaration: facts.declaration, takeoffAt: facts.analysis.takeoff?.time,
      landingAt: facts.analysis.landing?.time, prefersPressure: altitudeSource == .pressure,
      units: facts.units)
    panels = FlightPanels(
      track: PictureTrack(
        facts.fixes, indices, ground: facts.ground,
        prefersPressure: altitudeSource == .pressure
      ).points, facts: picture,
      layers: ReportLayers(facts).layers)
  }

  var analysis: AnalysedFlight { facts.analysis }
  var units: ReadingUnits { facts.units }

  /// The fix of an index, nil where the analysis names one that the flight does not have.
  func fix(_ index: Int) -> TrackFix? { facts.fix(index) }

  /// Altitude at a fix, m.
  func altitude(_ index: Int) -> Int32? {
    fix(index).flatMap { altitudeSource?.altitude(of: $0) }
  }

  /// A sentence about what the altitudes of figures and tables are above.
  var altitudeNote: String {
    switch altitudeSource {
    case .pressure: "Altitudes in figures and tables are above 1013.25 hPa."
    case .gnss: "Altitudes are those of the satellite receiver."
    case nil: "No altitude was recorded."
    }
  }

  /// A sentence about the ground, where it is known.
  var groundNote: String {
    switch facts.ground?.source {
    case .ellipsoid, .sea: " Heights above ground are the receiver's altitude above SRTM3's ground."
    case .pressure:
      " Heights above ground are the pressure altitude above SRTM3's ground, set at take-off and "
        + "landing."
    case nil: ""
    }
  }

  var takeoffTime: UTCInstant? { facts.analysis.takeoff?.time }
  var landingTime: UTCInstant? { facts.analysis.landing?.time }

  /// The day of the flight; nil when no fix tells it.
  var date: UTCInstant? {
    (takeoffTime ?? facts.fixes.first?.time).flatMap { $0.isDrawable ? $0 : nil }
  }

  /// The circling of the flight, in order.
  var climbs: [(turn: FlightPhase.Turn, phase: FlightPhase)] {
    analysis.phases.compactMap { phase in
      if case .circling(let turn) = phase.kind { (turn, phase) } else { nil }
    }
  }
}

extension ReportFacts {
  func fix(_ index: Int) -> TrackFix? { fixes.indices.contains(index) ? fixes[index] : nil }
}

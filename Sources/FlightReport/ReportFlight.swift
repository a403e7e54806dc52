import FlightAnalysis
import FlightModel
import FlightPicture
import Waypoints

/// The facts of a report with what all of its parts derive from them.
struct ReportFlight {
  let facts: ReportFacts
  let panels: FlightPanels
  /// Whether the satellite receiver gave altitudes; one that says 0 all the flight did not.
  private let hasGNSSAltitude: Bool

  init(_ facts: ReportFacts) {
    self.facts = facts
    let hasGNSS = facts.fixes.contains { $0.isValid && ($0.gnssAltitudeM ?? 0) != 0 }
    hasGNSSAltitude = hasGNSS
    let track = facts.fixes.scoringIndices.map { PicturePoint(facts.fixes[$0], hasGNSS: hasGNSS) }
    let picture = PictureFacts(
      declaration: facts.declaration, takeoffAt: facts.analysis.takeoff?.time,
      landingAt: facts.analysis.landing?.time)
    panels = FlightPanels(track: track, facts: picture, layers: ReportLayers(facts).layers)
  }

  var analysis: AnalysedFlight { facts.analysis }

  /// The fix of an index, nil where the analysis names one that the flight does not have.
  func fix(_ index: Int) -> TrackFix? { facts.fix(index) }

  /// Altitude at a fix, m: the receiver's, where there is none the pressure altitude.
  func altitude(_ index: Int) -> Int32? {
    guard let fix = fix(index) else { return nil }
    return (hasGNSSAltitude ? fix.gnssAltitudeM : nil) ?? fix.pressureAltitudeM
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

extension PicturePoint {
  fileprivate init(_ fix: TrackFix, hasGNSS: Bool) {
    let centimetres = { (metres: Int32) in Int32(clamping: Int64(metres) * 100) }
    self.init(
      time: fix.time, position: fix.position,
      gnssAltitudeCm: hasGNSS ? fix.gnssAltitudeM.map(centimetres) : nil,
      pressureAltitudeCm: fix.pressureAltitudeM.map(centimetres))
  }
}

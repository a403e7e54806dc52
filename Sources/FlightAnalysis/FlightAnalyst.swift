import FlightModel

/// Composes all that is found without searching for distances.
struct FlightAnalyst {
  private let fixes: [TrackFix]
  private let path: FlightPath
  private let spans: [FlownSpan]
  private let circling: [[Circling]]

  init(_ fixes: [TrackFix]) {
    self.fixes = fixes
    let path = FlightPath(fixes)
    let turning = Turning(path)
    let parts = FlightFinder(path).spans().map { span in
      (span: span, circling: Circling.all(in: path, turning, span.first...span.last))
    }
    let flights = Drive(path: path).leavingOutDrives(parts)
    self.path = path
    spans = flights.map(\.span)
    circling = flights.map(\.circling)
  }

  /// Everything but the distances; the sport is found unless it is given.
  func flight(sport: Sport?) -> AnalysedFlight {
    let engineRuns = EngineFinder.runs(in: fixes, path)
    let map = PhaseMap(path: path, fixes: fixes, engineRuns: engineRuns)
    let releases = spans.map { span in
      Launch.release(in: path, span).flatMap { map.isPowered(span.first, $0) ? nil : $0 }
    }
    let phases = spans.indices.flatMap {
      map.phases(spans[$0], release: releases[$0], circling[$0])
    }
    let durationMs = phases.reduce(0) { $0 + $1.durationMs }
    return AnalysedFlight(
      parts: spans.map(part), release: releases.lazy.compactMap(\.self).first.map(moment),
      durationMs: durationMs, heightGainM: heightGainM,
      circling: CirclingSummary(phases, durationMs: durationMs),
      phases: phases, engineRuns: engineRuns,
      statistics: FlightStatistics(path, spans, phases),
      sport: sport ?? SportFinder(path: path).sport(spans, circling.flatMap(\.self)))
  }

  private func part(_ span: FlownSpan) -> FlightPart {
    FlightPart(
      takeoff: span.hasTakeoff ? moment(span.first) : nil,
      landing: span.hasLanding ? moment(span.last) : nil)
  }

  private func moment(_ position: Int) -> FlightMoment {
    let index = path[position].index
    return FlightMoment(time: fixes[index].time, index: index)
  }

  /// The greatest of any flight; what a car gains in between is none.
  private var heightGainM: Int32 {
    path.hasAltitude ? spans.map(heightGainM).max() ?? 0 : 0
  }

  private func heightGainM(_ span: FlownSpan) -> Int32 {
    var greatest: Int32 = 0
    var gain = HeightGain()
    var stretch = path[span.first].stretch
    for moment in path.moments[span.first...span.last] {
      if moment.stretch != stretch { gain = HeightGain() }
      stretch = moment.stretch
      gain.take(altitudeCm: Int32(moment.altitude * 100))
      greatest = max(greatest, gain.metres)
    }
    return greatest
  }
}

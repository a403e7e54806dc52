import FlightModel

/// Composes all that is found without searching for distances.
struct FlightAnalyst {
  private let fixes: [TrackFix]
  private let path: FlightPath
  private let turning: Turning
  private let spans: [FlownSpan]
  private let circling: [[Circling]]

  init(_ fixes: [TrackFix]) {
    self.fixes = fixes
    let path = FlightPath(fixes)
    let turning = Turning(path)
    self.path = path
    self.turning = turning
    spans = FlightFinder(path).spans()
    circling = spans.map { Circling.all(in: path, turning, $0.first...$0.last) }
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
      durationMs: durationMs,
      heightGainM: heightGainM, circling: CirclingSummary(phases, durationMs: durationMs),
      phases: phases, engineRuns: engineRuns,
      statistics: FlightStatistics(path, spans, phases),
      sport: sport
        ?? SportFinder(path: path, turning: turning).sport(spans, circling.flatMap(\.self)))
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

  private var heightGainM: Int32 {
    guard let first = spans.first, let last = spans.last, path.hasAltitude else { return 0 }
    var best: Int32 = 0
    var gain = HeightGain()
    for position in first.first...last.last {
      if position > first.first, path[position].stretch != path[position - 1].stretch {
        gain = HeightGain()
      }
      gain.take(altitudeCm: Int32(path[position].altitude * 100))
      best = max(best, gain.metres)
    }
    return best
  }
}

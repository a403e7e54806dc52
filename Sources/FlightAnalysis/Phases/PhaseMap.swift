import FlightModel

/// Cuts a flight into its phases: what happens from each moment to the next.
struct PhaseMap {
  let path: FlightPath
  let fixes: [TrackFix]
  let engineRuns: [EngineRun]

  /// The phases of one flight from take-off to landing; each begins with the fix that the one before
  /// ends with.
  func phases(_ span: FlownSpan, release: Int?, _ circling: [Circling]) -> [FlightPhase] {
    var kinds = [FlightPhase.Kind](repeating: .cruise, count: span.last - span.first)
    for run in circling {
      fill(&kinds, run.first - span.first, run.last - span.first, .circling(run.turn))
    }
    for run in engineRuns {
      let first = position(of: run.fixes.lowerBound) - span.first
      let last = position(of: run.fixes.upperBound) - span.first
      fill(&kinds, first, last, .powered)
    }
    if let release { fill(&kinds, 0, release - span.first, .launch) }
    return tiles(kinds, from: span.first)
  }

  /// Whether the engine ran for most of the way from one moment to another.
  func isPowered(_ first: Int, _ last: Int) -> Bool {
    let seconds = engineRuns.reduce(0.0) { sum, run in
      let begin = max(first, position(of: run.fixes.lowerBound))
      let end = min(last, position(of: run.fixes.upperBound))
      return begin < end ? sum + path.seconds(begin, end) : sum
    }
    return seconds * 2 > path.seconds(first, last)
  }

  private func fill(
    _ kinds: inout [FlightPhase.Kind], _ first: Int, _ last: Int, _ kind: FlightPhase.Kind
  ) {
    let first = max(0, first)
    for place in first..<max(first, min(last, kinds.count)) { kinds[place] = kind }
  }

  private func tiles(_ kinds: [FlightPhase.Kind], from offset: Int) -> [FlightPhase] {
    var phases: [FlightPhase] = []
    var first = 0
    for place in 1...max(1, kinds.count) where place == kinds.count || kinds[place] != kinds[first]
    {
      phases.append(phase(kinds[first], offset + first, offset + place))
      first = place
    }
    return phases
  }

  private func phase(_ kind: FlightPhase.Kind, _ first: Int, _ last: Int) -> FlightPhase {
    let begin = path[first]
    let end = path[last]
    return FlightPhase(
      kind: kind, fixes: begin.index...end.index, heightChangeM: path.rise(first, last),
      durationMs: fixes[end.index].time.milliseconds(since: fixes[begin.index].time))
  }

  /// The first moment of the path that is not before a fix.
  func position(of index: Int) -> Int {
    var low = 0
    var high = path.count
    while low < high {
      let middle = (low + high) / 2
      if path[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

import FlightModel

/// Cuts a flight into its phases: what happens from each moment to the next.
struct PhaseMap {
  private let path: FlightPath
  private let fixes: [TrackFix]
  /// When some engine runs, by positions in the path: in order and apart.
  private let powered: [ClosedRange<Int>]

  /// With the engine's runs in the order of their beginnings.
  init(path: FlightPath, fixes: [TrackFix], engineRuns: [EngineRun]) {
    self.path = path
    self.fixes = fixes
    powered = engineRuns.reduce(into: []) { powered, run in
      let first = path.position(of: run.fixes.lowerBound)
      let last = path.position(of: run.fixes.upperBound)
      if let before = powered.last, first <= before.upperBound {
        powered[powered.count - 1] = before.lowerBound...max(before.upperBound, last)
      } else {
        powered.append(first...last)
      }
    }
  }

  /// The phases of one flight from take-off to landing; each begins with the fix that the one before
  /// ends with.
  func phases(_ span: FlownSpan, release: Int?, _ circling: [Circling]) -> [FlightPhase] {
    var tiles = PhaseTiles(span)
    for run in circling { tiles.lay(.circling(run.turn), run.first, run.last) }
    for run in powered(span.first, span.last) {
      tiles.lay(.powered, run.lowerBound, run.upperBound)
    }
    if let release { tiles.lay(.launch, span.first, release) }
    return tiles.all.map { phase($0.kind, $0.first, $0.last) }
  }

  /// Whether the engine ran for most of the way from one moment to another.
  func isPowered(_ first: Int, _ last: Int) -> Bool {
    let seconds = powered(first, last).reduce(0.0) { sum, run in
      sum + path.seconds(max(first, run.lowerBound), min(last, run.upperBound))
    }
    return seconds * 2 > path.seconds(first, last)
  }

  private func phase(_ kind: FlightPhase.Kind, _ first: Int, _ last: Int) -> FlightPhase {
    let begin = path[first]
    let end = path[last]
    return FlightPhase(
      kind: kind, fixes: begin.index...end.index, heightChangeM: path.rise(first, last),
      durationMs: fixes[end.index].time.milliseconds(since: fixes[begin.index].time))
  }

  /// The runs that overlap a part of the path.
  private func powered(_ first: Int, _ last: Int) -> ArraySlice<ClosedRange<Int>> {
    let begin = powered.firstPlace { $0.upperBound > first }
    return powered[begin...].prefix { $0.lowerBound < last }
  }
}

/// What happens from each moment of a flight to the next; what is laid later lies above.
private struct PhaseTiles {
  private let span: FlownSpan
  private var kinds: [FlightPhase.Kind] = [.cruise]
  /// For each moment the index of its kind: two runs of one kind stay two.
  private var layers: [Int]

  init(_ span: FlownSpan) {
    self.span = span
    layers = [Int](repeating: 0, count: span.last - span.first)
  }

  mutating func lay(_ kind: FlightPhase.Kind, _ first: Int, _ last: Int) {
    let first = max(first - span.first, 0)
    let last = min(last - span.first, layers.count)
    guard first < last else { return }
    kinds.append(kind)
    for place in first..<last { layers[place] = kinds.count - 1 }
  }

  /// Every phase by positions of the path, in order.
  var all: [(kind: FlightPhase.Kind, first: Int, last: Int)] {
    var tiles: [(kind: FlightPhase.Kind, first: Int, last: Int)] = []
    var first = 0
    for place in layers.indices
    where place + 1 == layers.count || layers[place + 1] != layers[first] {
      tiles.append((kinds[layers[first]], span.first + first, span.first + place + 1))
      first = place + 1
    }
    return tiles
  }
}

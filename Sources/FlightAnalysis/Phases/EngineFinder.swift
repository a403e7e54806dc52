import FlightModel

/// Tells runs of the engine from what a sensor says.
struct EngineFinder {
  /// Above `on` it runs, until it falls to `off` or lower.
  var sensor: EngineRun.Sensor
  var on: Int32
  var off: Int32

  /// Shorter than this in all is no run, and shorter breaks do not part one, ms.
  static let shortest: Int64 = 30_000
  /// Silence of a sensor for longer than this ends a run, ms.
  static let longestStep: Int64 = 60_000

  /// Noise and current of a motor come as 0 to 999; revolutions as they are or in tens.
  static let all = [
    EngineFinder(sensor: .noise, on: 500, off: 350),
    EngineFinder(sensor: .meansOfPropulsion, on: 500, off: 350),
    EngineFinder(sensor: .revolutions, on: 200, off: 100),
  ]

  /// A noise sensor that is never quiet for this part of the track is none.
  static let quietShare = 0.1

  /// Every run that some sensor tells of, in the order of their beginnings.
  static func runs(in fixes: [TrackFix], _ path: FlightPath) -> [EngineRun] {
    all.flatMap { $0.runs(fixes, path) }.sorted {
      ($0.fixes.lowerBound, $0.fixes.upperBound) < ($1.fixes.lowerBound, $1.fixes.upperBound)
    }
  }

  private func runs(_ fixes: [TrackFix], _ path: FlightPath) -> [EngineRun] {
    guard sensor != .noise || isQuietAtTimes(fixes, path) else { return [] }
    var found: [Stretch] = []
    var open: Stretch?
    for moment in path.moments {
      guard let level = level(of: fixes[moment.index]) else { continue }
      if let stretch = open {
        open = go(on: stretch, with: level, at: moment, fixes, &found)
      } else if level > on {
        open = Stretch(first: moment.index, last: moment.index, runningMs: 0)
      }
    }
    if let open { found.append(open) }
    return joined(found, fixes).filter { $0.runningMs >= Self.shortest }.map {
      EngineRun(sensor: sensor, fixes: $0.first...$0.last)
    }
  }

  private func isQuietAtTimes(_ fixes: [TrackFix], _ path: FlightPath) -> Bool {
    let levels = path.moments.lazy.compactMap { level(of: fixes[$0.index]) }
    let counts = levels.reduce(into: (all: 0, quiet: 0)) { counts, level in
      counts.all += 1
      if level <= off { counts.quiet += 1 }
    }
    return Double(counts.quiet) >= Double(counts.all) * Self.quietShare
  }

  /// The stretch with the next moment, or nil after it has ended.
  private func go(
    on stretch: Stretch, with level: Int32, at moment: Moment, _ fixes: [TrackFix],
    _ found: inout [Stretch]
  ) -> Stretch? {
    var stretch = stretch
    let step = fixes[moment.index].time.milliseconds(since: fixes[stretch.last].time)
    if step <= Self.longestStep {
      stretch.runningMs += step
      stretch.last = moment.index
      if level > off { return stretch }
    }
    found.append(stretch)
    guard step > Self.longestStep, level > on else { return nil }
    return Stretch(first: moment.index, last: moment.index, runningMs: 0)
  }

  private func joined(_ stretches: [Stretch], _ fixes: [TrackFix]) -> [Stretch] {
    var joined: [Stretch] = []
    for stretch in stretches {
      let gap = joined.last.map {
        fixes[stretch.first].time.milliseconds(since: fixes[$0.last].time)
      }
      if let gap, gap < Self.shortest {
        joined[joined.count - 1].last = stretch.last
        joined[joined.count - 1].runningMs += stretch.runningMs
      } else {
        joined.append(stretch)
      }
    }
    return joined
  }

  @inline(__always)
  private func level(of fix: TrackFix) -> Int32? {
    switch sensor {
    case .noise: fix.engine.noiseLevel.map(Int32.init)
    case .meansOfPropulsion: fix.engine.meansOfPropulsion.map(Int32.init)
    case .revolutions: fix.engine.revolutions
    }
  }
}

/// A time above the threshold, by indices of fixes.
private struct Stretch {
  var first: Int
  var last: Int
  var runningMs: Int64
}

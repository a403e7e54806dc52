import FlightAnalysis
import FlightModel

/// Measures how fast distances are found: `distance-rate TRACK…` prints a line of JSON for each
/// distance of each track, with the processor time of the solver and of the plain dynamic programme.
/// A track is an IGC file or a made one with its number of fixes, `straight:10000`.
@main enum DistanceRate {
  static func main() throws {
    let names = CommandLine.arguments.dropFirst()
    if names.isEmpty {
      let made = TestTrack.allCases.map { "\($0):FIXES" }.joined(separator: ", ")
      print("usage: distance-rate TRACK...\nTRACK: an IGC file, or one of \(made)")
    }
    for name in names { measure(name, try fixes(name)) }
  }

  private static func fixes(_ name: String) throws -> [TrackFix] {
    let parts = name.split(separator: ":")
    guard parts.count == 2, let track = TestTrack(rawValue: String(parts[0])),
      let count = Int(parts[1])
    else { return try TestTrack.file(name) }
    return track.fixes(count)
  }

  private static func measure(_ name: String, _ fixes: [TrackFix]) {
    let track = ScoringTrack(fixes)
    let positions = fixes.scoringIndices.map {
      (fixes[$0].position.latitude, fixes[$0].position.longitude)
    }
    let plain = PlainProgramme(positions)
    var shared = OpenDistances(track)
    for legs in [1, 2, 3, 4, 6] {
      let (alone, _) = timed {
        var distances = OpenDistances(track)
        return distances.longest(legs: legs)
      }
      let known = shared
      let (after, found) = timed {
        shared = known
        return shared.longest(legs: legs)
      }
      let (plainly, expected) = timed { plain.longest(legs: legs) }
      let error = (found?.sphereM ?? 0) - expected
      print(
        """
        {"track": "\(name)", "fixes": \(positions.count), "legs": \(legs), \
        "metres": \(rounded(found?.sphereM ?? 0)), "wgs84": \(rounded(found?.wgs84M ?? 0)), \
        "differenceM": \(rounded(error)), \
        "milliseconds": \(rounded(alone)), "afterFewerLegs": \(rounded(after)), \
        "plain": \(rounded(plainly)), "ratio": \(rounded(plainly / alone))}
        """)
      flushOutput()
    }
    let (time, run) = timed { shared.fastestRun() }
    print(
      """
      {"track": "\(name)", "fixes": \(positions.count), "legs": "2h", \
      "metres": \(rounded(run?.distance.sphereM ?? 0)), \
      "wgs84": \(rounded(run?.distance.wgs84M ?? 0)), "milliseconds": \(rounded(time))}
      """)
    ClosedShapeRate.measure(name, track, fixes: positions.count)
  }

  /// Processor time, ms, and the result: the least of 20 runs, of fewer where they take long.
  private static func timed<Result>(_ body: () -> Result) -> (Double, Result) {
    var least = Double.infinity
    var total = 0.0
    var runs = 0
    while true {
      let start = processorTime()
      let result = body()
      let time = processorTime() - start
      least = min(least, time)
      total += time
      runs += 1
      if runs == 20 || total > 50 { return (least, result) }
    }
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

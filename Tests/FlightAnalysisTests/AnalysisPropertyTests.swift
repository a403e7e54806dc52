import FlightAnalysis
import FlightModel
import FlightSimulator
import SeededRandom
import Testing

/// What holds of every analysis, whatever the fixes.
@Suite struct AnalysisPropertyTests {
  @Test(arguments: 0..<400) func randomFixesHoldTogether(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    check(Self.randomTrack(&random))
  }

  @Test(arguments: 0..<8) func damagedFlightsHoldTogether(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let plan = FlightPlan.shortFlight(seed: seed)
    var fixes = SimulatedFlight(plan).fixes.track()
    for _ in 0..<Int.random(in: 1...60, using: &random) { Self.damage(&fixes, &random) }
    check(fixes)
  }

  /// Fixes of a walk with everything that a sensor may do wrong, in one file more, in the next less.
  private static func randomTrack(_ random: inout SeededGenerator) -> [TrackFix] {
    let wildness = Double.random(in: 0...1, using: &random)
    var maker = TrackMaker()
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      maker.stepMs = Int64.random(in: 500...8000, using: &random)
      let speeds = [0...0.5, 0...4, 5...12, 20...40].randomElement(using: &random)!
      let isGround = speeds.upperBound < 5 && Bool.random(using: &random)
      for _ in 0..<Int.random(in: 5...120, using: &random) {
        maker.fly(
          Double(maker.stepMs) / 1000, speed: Double.random(in: speeds, using: &random),
          climb: isGround ? 0 : Double.random(in: -3...3.5, using: &random),
          turn: Double.random(in: -1...1, using: &random) * 40 * wildness)
      }
    }
    var fixes = maker.fixes
    if Bool.random(using: &random) { fixes = withGaps(fixes, &random) }
    for _ in 0..<Int(wildness * Double(fixes.count)) { damage(&fixes, &random) }
    return fixes
  }

  /// Fixes of a receiver without altitude that is mostly switched off.
  private static func withGaps(
    _ fixes: [TrackFix], _ random: inout SeededGenerator
  ) -> [TrackFix] {
    var later: Int64 = 0
    return fixes.map { fix in
      if Int.random(in: 0..<12, using: &random) == 0 {
        later += Int64.random(in: 0...4_000_000_000, using: &random)
      }
      return TrackFix(time: fix.time.advanced(byMilliseconds: later), position: fix.position)
    }
  }

  private static func damage(_ fixes: inout [TrackFix], _ random: inout SeededGenerator) {
    guard !fixes.isEmpty else { return }
    let index = Int.random(in: fixes.indices, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: fixes[index].isValid = false
    case 1: fixes[index].time.milliseconds += Int64.random(in: -4000...4000, using: &random)
    case 2: fixes[index].time.milliseconds = Int64.random(in: .min ... .max, using: &random)
    case 3: fixes[index].position.latitudeE7 = Int32.random(in: .min ... .max, using: &random)
    case 4: fixes[index].position.longitudeE7 = Int32.random(in: .min ... .max, using: &random)
    case 5: fixes[index].pressureAltitudeM = Int32.random(in: .min ... .max, using: &random)
    case 6: fixes[index].gnssAltitudeM = nil
    case 7:
      fixes[index].engine = .init(
        noiseLevel: Int16.random(in: .min ... .max, using: &random),
        revolutions: Int32.random(in: .min ... .max, using: &random))
    default: fixes.remove(at: index)
    }
  }

  private func check(_ fixes: [TrackFix]) {
    let flight = AnalysedFlight.figures(fixes)
    checkParts(flight, fixes)
    checkPhases(flight, fixes)
    checkFigures(flight)
    for run in flight.engineRuns {
      #expect(fixes.indices.contains(run.fixes.lowerBound))
      #expect(fixes.indices.contains(run.fixes.upperBound))
    }
    #expect(AnalysedFlight.figures(fixes) == flight)
  }

  private func checkParts(_ flight: AnalysedFlight, _ fixes: [TrackFix]) {
    var last = -1
    for moment in flight.parts.flatMap({ [$0.takeoff, $0.landing].compactMap(\.self) }) {
      #expect(moment.index > last && fixes[moment.index].time == moment.time)
      last = moment.index
    }
    for part in flight.parts.dropFirst() { #expect(part.takeoff != nil) }
    for part in flight.parts.dropLast() { #expect(part.landing != nil) }
    if let release = flight.release {
      #expect(flight.phases.contains { $0.fixes.upperBound == release.index })
    }
  }

  private func checkPhases(_ flight: AnalysedFlight, _ fixes: [TrackFix]) {
    for phase in flight.phases {
      let first = fixes[phase.fixes.lowerBound].time
      let last = fixes[phase.fixes.upperBound].time
      #expect(phase.durationMs > 0 && phase.durationMs == last.milliseconds(since: first))
    }
    let breaks = zip(flight.phases, flight.phases.dropFirst()).filter {
      $0.fixes.upperBound != $1.fixes.lowerBound
    }
    #expect(breaks.count == max(0, flight.parts.count - 1))
    #expect(flight.parts.isEmpty == flight.phases.isEmpty)
    if let takeoff = flight.takeoff {
      #expect(flight.phases.first?.fixes.lowerBound == takeoff.index)
    }
    if let landing = flight.landing {
      #expect(flight.phases.last?.fixes.upperBound == landing.index)
    }
    #expect(flight.durationMs == flight.phases.reduce(0) { $0 + $1.durationMs })
  }

  private func checkFigures(_ flight: AnalysedFlight) {
    let figures = flight.statistics
    let launchMs = flight.phases.filter { $0.kind == .launch }.reduce(0) { $0 + $1.durationMs }
    #expect(
      figures.cruiseMs + figures.circlingMs + figures.poweredMs + launchMs == flight.durationMs)
    #expect((0...1).contains(flight.circling.share))
    let climbs = flight.circling.left + flight.circling.right + flight.circling.mixed
    #expect((flight.circling.bestClimbMPerS != nil) == (climbs > 0))
    #expect(flight.heightGainM >= 0)
    if let low = figures.lowestAltitudeM, let high = figures.highestAltitudeM {
      #expect(low <= high && flight.heightGainM <= high - low)
    }
    for figure in [figures.trackLengthM, figures.fastestGroundSpeedMPerS, figures.glideRatio] {
      if let figure { #expect(figure >= 0 && figure.isFinite) }
    }
  }
}

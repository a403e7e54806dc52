import FlightAnalysis
import FlightModel
import FlightReport
import SeededRandom
import TestSupport
import Testing
import Waypoints

/// Facts that no analysis would give: whatever they are, a page comes of them.
@Suite struct RandomReportTests {
  @Test(arguments: 0..<80) func anyFactsGiveAPage(seed: UInt64) throws {
    var random = RandomFacts(seed: seed)
    try ReportCheck(ReportPage.html(random.facts())).all()
  }

  /// As many fixes, phases, parts and words as there may be.
  @Test func theLargestReportIsSmallEnough() throws {
    var facts = ReportCase.long.facts
    let last = facts.fixes.count - 1
    facts.analysis.phases = (0..<2_000).map { index in
      let start = last * index / 2_000
      return FlightPhase(
        kind: index.isMultiple(of: 2) ? .circling(.left) : .circling(.right),
        fixes: start...start + 10, heightChangeM: 100, durationMs: 60_000)
    }
    facts.analysis.parts = (0..<500).map { _ in FlightPart(takeoff: nil, landing: nil) }
    facts.analysis.engineRuns = (0..<500).map { _ in EngineRun(sensor: .noise, fixes: 0...last) }
    let points = [0, last / 4, last / 2, last * 3 / 4, last]
    let distance = FlightDistance(sphereM: 1, wgs84M: 1, points: points)
    facts.analysis.distances.threeTurnpoints = distance
    facts.analysis.distances.fiveTurnpoints = distance
    facts.analysis.distances.triangle = distance
    facts.analysis.distances.faiTriangle = distance
    facts.comments = String(repeating: "a comment & more\n", count: 100_000)
    facts.title = String(repeating: "<", count: 100_000)
    facts.declaration.pilot = facts.title
    facts.takeoffPlace = facts.title
    facts.task = FlightTask(
      name: facts.title,
      points: (0..<300).map { index in
        TaskPoint(
          waypoint: Waypoint(name: facts.title, position: facts.fixes[index].position),
          zone: ObservationZone(r1M: 5_000, r2M: 100, a2Deg: 180))
      }, notes: facts.title)
    let html = ReportPage.html(facts)
    try ReportFile.keep(html, name: "largest")
    try ReportCheck(html).all()
  }
}

private struct RandomFacts {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func facts() -> ReportFacts {
    let fixes = self.fixes()
    var facts = ReportFacts(
      title: "random", declaration: Declaration(pilot: "P"), fixes: fixes,
      analysis: analysis(), task: chance() ? task() : nil)
    if chance() { facts.taskResult = result() }
    return facts
  }

  private mutating func chance() -> Bool { Bool.random(using: &random) }

  private mutating func index() -> Int { Int.random(in: -3...120, using: &random) }

  private mutating func number() -> Double {
    [0, -1, 1, 1e300, -1e300, .nan, .infinity, 4_000, 180].randomElement(using: &random)!
  }

  private mutating func position() -> Coordinate {
    Coordinate(
      latitudeE7: Int32.random(in: -900_000_000...900_000_000, using: &random),
      longitudeE7: Int32.random(in: -1_800_000_000...1_800_000_000, using: &random))
  }

  private mutating func moment() -> FlightMoment {
    let times: [Int64] = [.min, .max, 0, 1_783_000_000_000, 1_783_000_050_000]
    return FlightMoment(
      time: UTCInstant(milliseconds: times.randomElement(using: &random)!), index: index())
  }

  private mutating func fixes() -> [TrackFix] {
    var time: Int64 = 1_783_000_000_000
    let isWild = chance()
    return (0..<Int.random(in: 0...100, using: &random)).map { _ in
      time += Int64.random(in: -500...60_000, using: &random)
      let altitudes: [Int32?] = isWild ? [nil, .min, .max, 0, 500] : [500, 501, nil]
      return TrackFix(
        time: UTCInstant(milliseconds: isWild && chance() ? .max : time), position: position(),
        isValid: chance(), pressureAltitudeM: altitudes.randomElement(using: &random)!,
        gnssAltitudeM: altitudes.randomElement(using: &random)!)
    }
  }

  private mutating func distance() -> FlightDistance? {
    guard chance() else { return nil }
    let count = Int.random(in: 0...8, using: &random)
    return FlightDistance(
      sphereM: number(), wgs84M: number(), points: (0..<count).map { _ in index() })
  }

  private mutating func analysis() -> AnalysedFlight {
    var analysis = AnalysedFlight()
    let kinds: [FlightPhase.Kind] = [
      .launch, .cruise, .powered, .circling(.left), .circling(.right), .circling(.mixed),
    ]
    analysis.phases = (0..<Int.random(in: 0...20, using: &random)).map { _ in
      let start = index()
      return FlightPhase(
        kind: kinds.randomElement(using: &random)!, fixes: start...start + abs(index()),
        heightChangeM: number(), durationMs: [0, -1, .max, 60_000].randomElement(using: &random)!)
    }
    analysis.parts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      FlightPart(takeoff: chance() ? moment() : nil, landing: chance() ? moment() : nil)
    }
    if chance() { analysis.release = moment() }
    analysis.durationMs = [0, .max, .min, 3_600_000].randomElement(using: &random)!
    analysis.heightGainM = [0, .max, .min].randomElement(using: &random)!
    analysis.circling.bestClimbMPerS = number()
    analysis.circling.share = number()
    analysis.distances.straight = distance()
    analysis.distances.threeTurnpoints = distance()
    analysis.distances.fiveTurnpoints = distance()
    analysis.distances.triangle = distance()
    analysis.distances.faiTriangle = distance()
    analysis.bestTwoHours = distance().map { SpeedRun(distance: $0) }
    analysis.engineRuns = [EngineRun(sensor: .revolutions, fixes: 0...abs(index()))]
    analysis.statistics.glideRatio = number()
    analysis.statistics.trackLengthM = number()
    analysis.statistics.highestAltitudeM = .min
    analysis.statistics.circlingMs = .max
    return analysis
  }

  private mutating func task() -> FlightTask {
    FlightTask(
      points: (0..<Int.random(in: 0...6, using: &random)).map { _ in
        TaskPoint(
          waypoint: Waypoint(name: "W", position: position()),
          zone: ObservationZone(
            direction: ObservationZone.Direction.allCases.randomElement(using: &random)!,
            isLine: chance(), r1M: number(), a1Deg: number(), r2M: number(), a2Deg: number(),
            a12Deg: number()))
      }, minimumTimeS: [nil, .max, .min, 3_600].randomElement(using: &random)!)
  }

  private mutating func result() -> TaskResult {
    TaskResult(
      reached: (0..<Int.random(in: 0...4, using: &random)).map { _ in
        TaskResult.Reached(point: index(), moment: moment(), scoringPosition: position())
      }, startCount: index(), isCompleted: chance(), declaredDistanceM: number(),
      completedDistanceM: number(), taskTimeMs: chance() ? .max : nil, speedMPerS: number())
  }
}

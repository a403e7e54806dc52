import FlightAnalysis
import FlightModel
import FlightReport
import Waypoints

/// A long flight around a task, with everything that a report can show.
struct TriangleFlight {
  private var flight: SketchedReport
  private var reached: [TaskResult.Reached] = []

  private static let points = [
    ("Wasserkuppe", 504_989_000, 99_539_000), ("Kreuzberg", 503_700_000, 99_800_000),
    ("Coburg Brandensteinsebene", 502_617_000, 109_960_000),
    ("Gotha Boxberg", 509_706_000, 107_280_000),
    ("Wasserkuppe", 504_989_000, 99_539_000),
  ]

  private static func place(_ index: Int) -> Coordinate {
    Coordinate(latitudeE7: Int32(points[index].1), longitudeE7: Int32(points[index].2))
  }

  private static let task = FlightTask(
    name: "Rhön 200",
    points: points.indices.map { index in
      var zone = ObservationZone(r1M: 10_000, a1Deg: 45, r2M: 500, a2Deg: 180)
      if index == 0 { zone = ObservationZone(direction: .next, isLine: true, r1M: 5_000) }
      if index == points.count - 1 {
        zone = ObservationZone(direction: .previous, isLine: true, r1M: 1_000)
      }
      if index == 1 { zone = ObservationZone(isAssignedArea: true, r1M: 5_000) }
      return TaskPoint(
        waypoint: Waypoint(name: points[index].0, position: place(index)), zone: zone)
    })

  var facts: ReportFacts {
    ReportFacts(
      title: "2026-07-04-XBG-001-01.igc", declaration: ReportCase.pilot, fixes: flight.fixes,
      analysis: flight.analysis, task: Self.task, taskResult: result,
      takeoffPlace: "Wasserkuppe", landingPlace: "Wasserkuppe",
      comments: "Weak until eleven, then streets along the ridge.\nEngine for the last hill.")
  }

  private var result: TaskResult {
    let declared = zip(Self.task.points, Self.task.points.dropFirst()).map {
      $0.waypoint.position.distance(to: $1.waypoint.position)
    }.reduce(0, +)
    let time = reached.last!.moment.time.milliseconds(since: reached[0].moment.time)
    return TaskResult(
      reached: reached, startCount: 2, isCompleted: true, declaredDistanceM: declared,
      completedDistanceM: declared, taskTimeMs: time,
      speedMPerS: declared / (Double(time) / 1000))
  }

  init() {
    flight = SketchedReport(at: ReportCase.start, from: ReportCase.field, altitude: 905)
    flight.fly(nil, seconds: 90, speed: 0, climb: 0)
    let takeoff = flight.fixes.count - 1
    let release = flight.fly(.launch, seconds: 44, speed: 24, climb: 9.5).upperBound
    thermal(seconds: 420, climb: 0.9, turn: 13)
    reach(0)
    legs()
    flight.glide(to: Self.place(4), speed: 30, sink: 0.9)
    let landing = flight.fixes.count - 1
    flight.fly(nil, seconds: 60, speed: 0, climb: 0)
    finish(takeoff, release, landing)
  }

  private mutating func legs() {
    let strengths = [1.3, 2.4, 3.1, 1.8, 2.9, 3.4, 2.0, 1.2, 2.7, 1.5]
    for leg in 1..<Self.points.count {
      let target = Self.place(leg)
      while flight.place.distance(to: target) > 14_000 {
        let share = 12_000 / flight.place.distance(to: target)
        let start = flight.place
        let way = Coordinate(
          latitude: start.latitude + (target.latitude - start.latitude) * share,
          longitude: start.longitude + (target.longitude - start.longitude) * share)!
        flight.glide(to: way, speed: 36, sink: 1.4)
        let count = flight.analysis.phases.count
        thermal(
          seconds: 238, climb: strengths[count % strengths.count],
          turn: count % 3 == 0 ? -13 : 14)
      }
      flight.glide(to: target, speed: 38, sink: 1.5)
      reach(leg)
    }
    flight.fly(.powered, seconds: 150, speed: 25, climb: 2.1, turn: 2, noiseLevel: 820)
  }

  private mutating func thermal(seconds: Double, climb: Double, turn: Double) {
    flight.fly(
      .circling(turn < 0 ? .left : .right), seconds: seconds, speed: 23, climb: climb, turn: turn,
      drift: 2.5)
  }

  private mutating func reach(_ point: Int) {
    reached.append(
      TaskResult.Reached(
        point: point, moment: flight.moment(flight.fixes.count - 1),
        scoringPosition: Self.place(point)))
  }

  private mutating func finish(_ takeoff: Int, _ release: Int, _ landing: Int) {
    let (flight, marks) = (self.flight, reached.map(\.moment.index))
    let engine = flight.analysis.phases.last { $0.kind == .powered }!.fixes
    self.flight.change { analysis in
      analysis.parts = [
        FlightPart(takeoff: flight.moment(takeoff), landing: flight.moment(landing))
      ]
      analysis.release = flight.moment(release)
      analysis.durationMs = flight.fixes[landing].time.milliseconds(
        since: flight.fixes[takeoff].time)
      analysis.heightGainM = 1_642
      analysis.circling.left = 5
      analysis.circling.right = 11
      analysis.circling.bestClimbMPerS = 3.4
      analysis.circling.share = 0.41
      let spread = (0..<5).map { takeoff + (landing - takeoff) * $0 / 4 }
      let spreadMore = (0..<7).map { takeoff + (landing - takeoff) * $0 / 6 }
      analysis.distances.straight = flight.distance([marks[0], marks[2]])
      analysis.distances.threeTurnpoints = flight.distance(spread)
      analysis.distances.fiveTurnpoints = flight.distance(spreadMore)
      analysis.distances.outAndReturn = flight.distance([marks[0], marks[2], marks[4]])
      analysis.distances.triangle = flight.distance(
        [marks[0], marks[1], marks[2], marks[3], marks[4]], measured: 1..<4, closes: true)
      let corners = [marks[0], marks[1] + 40, marks[2] - 60, marks[3] + 30, marks[4]]
      analysis.distances.faiTriangle = flight.distance(corners, measured: 1..<4, closes: true)
      analysis.bestTwoHours = SpeedRun(distance: flight.distance(Array(spread[1...4])))
      analysis.engineRuns = [EngineRun(sensor: .noise, fixes: engine)]
      analysis.sport = .glider
      analysis.statistics = Self.statistics
    }
  }

  private static var statistics: FlightStatistics {
    var statistics = FlightStatistics()
    statistics.averageCruiseSpeedMPerS = 36.4
    statistics.highestAltitudeM = 2_210
    statistics.lowestAltitudeM = 905
    statistics.fastestGroundSpeedMPerS = 61.2
    statistics.strongestClimbMPerS = 4.8
    statistics.strongestSinkMPerS = -4.1
    statistics.trackLengthM = 331_000
    statistics.glideRatio = 25.3
    statistics.circlingMs = 3_900_000
    statistics.cruiseMs = 6_100_000
    statistics.poweredMs = 150_000
    return statistics
  }
}

import FlightAnalysis
import FlightModel
import FlightReport
import Testing
import Waypoints

/// The reports that the tests look at.
struct ReportCase: CustomTestStringConvertible, Sendable {
  var name: String
  var facts: ReportFacts

  var testDescription: String { name }

  static let field = Coordinate(latitudeE7: 504_989_000, longitudeE7: 99_539_000)
  static let start = UTCInstant(
    CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 33_010_000)
  static let pilot = Declaration(
    pilot: "Wilhelmine Reichard", gliderType: "ASW 28-18 E", registration: "D-1911",
    competitionID: "WR", competitionClass: "18 m")

  /// Six hours around a triangle of some 300 km: winch, thermals to both sides, a task flown, an
  /// engine run on the way home.
  static let triangle = ReportCase(name: "triangle", facts: TriangleFlight().facts)
  static let trianglePage = ReportPage.html(triangle.facts)

  /// A few fixes, which fit into a golden file.
  static let small: ReportCase = {
    var flight = SketchedReport(at: start, from: field, altitude: 930, stepS: 10)
    let launch = flight.fly(.launch, seconds: 40, speed: 24, climb: 9)
    flight.fly(.circling(.left), seconds: 80, speed: 22, climb: 2, turn: 9, drift: 2)
    flight.fly(.cruise, seconds: 120, speed: 30, climb: -1.5)
    flight.change { analysis in
      analysis.parts = [
        FlightPart(
          takeoff: FlightMoment(time: start, index: 0),
          landing: FlightMoment(time: start.advanced(byMilliseconds: 240_000), index: 23))
      ]
      analysis.release = FlightMoment(
        time: start.advanced(byMilliseconds: 40_000), index: launch.upperBound)
      analysis.durationMs = 240_000
      analysis.heightGainM = 520
      analysis.circling.left = 1
      analysis.circling.bestClimbMPerS = 2
      analysis.circling.share = 0.33
      analysis.statistics.highestAltitudeM = 1_450
    }
    return ReportCase(
      name: "small",
      facts: ReportFacts(
        title: "a <small> & \"short\" flight.igc", declaration: pilot, fixes: flight.fixes,
        analysis: flight.analysis, takeoffPlace: "Wasserkuppe", comments: "First line\n\nSecond <b>"
      ))
  }()

  static let empty = ReportCase(
    name: "empty",
    facts: ReportFacts(
      title: "", declaration: Declaration(), fixes: [], analysis: AnalysedFlight()))

  static let oneFix = ReportCase(
    name: "one-fix",
    facts: ReportFacts(
      title: "one.igc", declaration: Declaration(), fixes: [small.facts.fixes[0]],
      analysis: AnalysedFlight()))

  static let withoutPressure: ReportCase = {
    var facts = triangle.facts
    for index in facts.fixes.indices { facts.fixes[index].pressureAltitudeM = nil }
    facts.task = nil
    facts.taskResult = nil
    facts.analysis.phases = []
    return ReportCase(name: "no-pressure-no-task-no-phases", facts: facts)
  }()

  /// Twelve hours at one fix a second.
  static let long: ReportCase = {
    var flight = SketchedReport(at: start, from: field, altitude: 1_200, stepS: 1)
    for lap in 0..<80 {
      flight.fly(
        .circling(lap.isMultiple(of: 2) ? .left : .right), seconds: 240, speed: 22, climb: 1.5,
        turn: lap.isMultiple(of: 2) ? -14 : 14, drift: 3)
      flight.fly(.cruise, seconds: 300, speed: 38, climb: -1.2, turn: 0.06)
    }
    return ReportCase(
      name: "long",
      facts: ReportFacts(
        title: "long.igc", declaration: pilot, fixes: flight.fixes, analysis: flight.analysis))
  }()

  static let all = [small, empty, oneFix, withoutPressure]
}

import FlightAnalysis
import FlightModel
import FlightReport
import FlightSimulator
import TestSupport
import Testing
import Waypoints

@Suite struct ReportPageTests {
  @Test(arguments: ReportCase.all) func everyReportIsSoundAndSmall(report: ReportCase) throws {
    let html = ReportPage.html(report.facts)
    try ReportFile.keep(html, name: report.name)
    try ReportCheck(html).all()
  }

  @Test func aSmallReportIsTheExpectedPage() throws {
    let html = ReportPage.html(ReportCase.small.facts)
    #expect(html == (try ReportFile.golden(html, "small")))
  }

  @Test func theRichestReportIsSoundAndSmall() throws {
    try ReportFile.keep(ReportCase.trianglePage, name: "triangle")
    try ReportCheck(ReportCase.trianglePage).all()
  }

  @Test func thePageShowsWhatItWasGiven() throws {
    let facts = ReportCase.triangle.facts
    let texts = try XMLScanner(ReportCase.trianglePage).texts
    let fai = try #require(facts.analysis.distances.faiTriangle)
    let task = try #require(facts.taskResult)
    let finish = try #require(task.reached.last?.moment.time)
    for expected in [
      "4 July 2026", "2026-07-04-XBG-001-01.igc", "Wasserkuppe", "09:11 UTC", "1642", "2210",
      "+3.4", "of 16 climbs", kilometres(fai.sphereM, 1), kilometres(fai.sphereM, 3),
      kilometres(fai.wgs84M, 3), "Task: Rhön 200", "Coburg Brandensteinsebene",
      clock(finish), "noise (ENL)", "Weak until eleven, then streets along the ridge.", "glider",
    ] {
      #expect(texts.contains(expected), "\(expected)")
    }
    let speed = decimal(try #require(task.speedMPerS) * 3.6, 1)
    #expect(texts.contains { $0.hasPrefix("Completed: 244.3 km, in ") && $0.contains(speed) })
    let head = "Wilhelmine Reichard · ASW 28-18 E D-1911 WR · 18 m"
    #expect(texts.contains(head))
  }

  @Test func everyFigureIsInTheReadersUnits() throws {
    var facts = ReportCase.triangle.facts
    facts.units.altitude = .feet
    facts.units.distance = .nauticalMiles
    facts.units.speed = .knots
    facts.units.vertical = .feetPerSecond
    let html = ReportPage.html(facts)
    try ReportFile.keep(html, name: "units")
    try ReportCheck(html).all()
    let texts = try XMLScanner(html).texts
    let fai = try #require(facts.analysis.distances.faiTriangle)
    let best = try #require(facts.analysis.bestTwoHours).speedKmh / 1.852
    for expected in [
      decimal(fai.sphereM / 1852, 1), decimal(fai.sphereM / 1852, 3), decimal(best, 1),
      decimal(1642 / 0.3048, 0), decimal(2210 / 0.3048, 0), "climb, ft/s", "+8.2",
    ] {
      #expect(texts.contains(expected), "\(expected)")
    }
    // The competition's class is in metres whatever the units.
    let words = Set(texts.filter { !$0.hasSuffix("18 m") }.flatMap { $0.split(separator: " ") })
    #expect(words.isDisjoint(with: ["m", "m,", "m.", "km/h", "m/s"]))
  }

  /// A row for each climb, with its figures in order.
  @Test func theTableOfClimbsIsThatOfThePhases() throws {
    let facts = ReportCase.triangle.facts
    let texts = try XMLScanner(ReportCase.trianglePage).texts.filter { $0 != "\n" }
    let climbs = facts.analysis.phases.filter {
      if case .circling = $0.kind { true } else { false }
    }
    #expect(climbs.count > 15)
    for (index, phase) in climbs.enumerated() {
      let ends = [phase.fixes.lowerBound, phase.fixes.upperBound].map {
        facts.fixes[$0].pressureAltitudeM ?? 0
      }
      let row = [
        "\(index + 1)", String(clock(facts.fixes[phase.fixes.lowerBound].time).prefix(5)),
        "\(phase.durationMs / 60_000):\(padded(phase.durationMs / 1000 % 60))",
        decimal(phase.heightChangeM, 0), "+" + decimal(phase.climbMPerS, 1),
        phase.kind == .circling(.left) ? "left" : "right", "\(ends[0]) – \(ends[1])",
      ]
      let isThere = texts.indices.contains { texts[$0...].starts(with: row) }
      #expect(isThere, "\(row)")
    }
  }

  @Test func everyShapeOfTheMapHasItsLineAndItsLegend() throws {
    let elements = try XMLScanner(ReportCase.trianglePage).elements
    for shape in ["task", "faiTriangle", "triangle", "threeTurnpoints", "fiveTurnpoints"] {
      let groups = elements.count { $0.attributes["class"] == "layer-\(shape)" }
      #expect(groups >= 4, "\(shape) in a wide and a narrow map, line and corners")
      #expect(elements.contains { $0.attributes["id"] == "show-\(shape)" })
    }
    let shown = elements.filter { $0.attributes["checked"] != nil }.compactMap {
      $0.attributes["id"]
    }
    #expect(shown == ["show-task", "show-faiTriangle"])
  }

  @Test func whatIsUnknownIsLeftOut() throws {
    let texts = try XMLScanner(ReportPage.html(ReportCase.empty.facts)).texts
    #expect(texts.contains("No fixes"))
    for word in ["Barogram", "Task", "Distances", "Circling", "Statistics", "Engine", "Take-off"] {
      #expect(!texts.contains { $0.hasPrefix(word) }, "\(word)")
    }
    let bare = try XMLScanner(ReportPage.html(ReportCase.withoutPressure.facts)).texts
    #expect(!bare.contains { $0.contains("1013.25") || $0.hasPrefix("Task") })
  }

  @Test func textsAreEscapedEverywhere() throws {
    let evil = "\u{0}</style><script>alert('1')</script>&\u{FFFF}\u{1B}\n\"]]>"
    var facts = ReportCase.small.facts
    facts.title = evil
    facts.declaration = Declaration(
      pilot: evil, crew: evil, gliderType: evil, registration: evil, competitionID: evil,
      competitionClass: evil)
    let point = TaskPoint(
      waypoint: Waypoint(name: evil, position: ReportCase.field), zone: ObservationZone(r1M: 500))
    facts.task = FlightTask(name: evil, points: [point, point], notes: evil)
    (facts.takeoffPlace, facts.landingPlace, facts.comments) = (evil, evil, evil)
    let html = ReportPage.html(facts)
    try ReportCheck(html).all()
    #expect(!html.contains { $0 < 0x20 && $0 != 0x0A })
  }

  /// The whole way from fixes to a page, with the analysis itself.
  @Test func aSimulatedFlightIsReported() throws {
    let flight = SimulatedFlight(.shortFlight())
    let fixes = flight.fixes.map { fix in
      TrackFix(
        time: fix.time, position: fix.position, pressureAltitudeM: fix.pressureAltitudeCm / 100,
        gnssAltitudeM: fix.ellipsoidAltitudeCm / 100)
    }
    var options = AnalysisOptions()
    options.shapes = []
    let facts = ReportFacts(
      title: "simulated.igc", declaration: Declaration(), fixes: fixes,
      analysis: AnalysedFlight.analyse(fixes, options: options))
    let html = ReportPage.html(facts)
    try ReportFile.keep(html, name: "simulated")
    try ReportCheck(html).all()
    let takeoff = try #require(facts.analysis.takeoff?.time)
    let texts = try XMLScanner(html).texts
    #expect(texts.contains("\(clock(takeoff).prefix(5)) UTC"))
  }

  private func kilometres(_ metres: Double, _ decimals: Int) -> String {
    decimal(metres / 1000, decimals)
  }

  private func decimal(_ value: Double, _ decimals: Int) -> String {
    let factor = [1, 10, 100, 1000][decimals]
    let scaled = Int((value * Double(factor)).rounded())
    guard decimals > 0 else { return "\(scaled)" }
    return "\(scaled / factor)." + String("\(factor + scaled % factor)".dropFirst())
  }

  private func clock(_ time: UTCInstant) -> String { String(time.rfc3339.dropFirst(11).prefix(8)) }

  private func padded(_ value: Int64) -> String { String("\(100 + value)".dropFirst()) }
}

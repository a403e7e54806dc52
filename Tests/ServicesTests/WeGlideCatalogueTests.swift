import FlightModel
import HTTPClient
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing
import Waypoints

@Suite(.timeLimit(.minutes(10))) struct WeGlideCatalogueTests {
  @Test func whatThereIs() async throws {
    let fixture = try await PilotFixture(.weglide)
    let root = try await fixture.list("").get()
    #expect(root.names == ["flights", "latest", "tasks", "declaration"])
    #expect(root.entries.map(\.kind) == [.folder, .folder, .folder, .task])
    #expect(try await fixture.list("", page: 2) == .success(CatalogueListing([])))
    #expect(try await fixture.stub.control()["log"] == [])
  }

  @Test func ownFlightsAreListedAndFetched() async throws {
    let fixture = try await PilotFixture(.weglide)
    try await fixture.upload(3, 4)
    let july = CivilDate(year: 2026, month: 7, day: 4)
    let listing = try await fixture.list("flights").get()
    #expect(listing.names == ["500002", "500001"])
    #expect(
      listing.entries[0]
        == CatalogueEntry(
          "500002", .flight, title: "Ada Example", detail: "LS 4, 512 km, Aalen", day: july))
    #expect(try await fixture.fetch("flights/500002") == .success(.made(day: 4)))
    #expect(try await fixture.fetch("flights/500003") == .failure(.absent))
  }

  @Test func theDateOfBirthIsForUploadsOnly() async throws {
    let fixture = try await PilotFixture(.weglide)
    try await fixture.upload(4)
    let less: [ServiceField: String] = [.dateOfBirth: "", .aircraftID: ""]
    #expect(try await fixture.list("flights", less).get().names == ["500001"])
    #expect(try await fixture.fetch("flights/500001", less) == .success(.made(day: 4)))
  }

  @Test func flightsOfOthersAreAmongTheLatest() async throws {
    let fixture = try await PilotFixture(.weglide)
    try await fixture.upload(4)
    let listing = try await fixture.list("latest").get()
    #expect(listing.names == ["500001", "600001"])
    #expect(listing.entries[1].title == "Bob Example")
    guard case .success(.flight(let filename, let igc)) = try await fixture.fetch("latest/600001")
    else {
      Issue.record("no flight")
      return
    }
    #expect(filename == "47NXBC1.igc")
    #expect(String(decoding: igc, as: UTF8.self).hasPrefix("AXBCDEF\r\nHFDTE030726\r\n"))
  }

  @Test func theKeyStaysWithTheAPI() async throws {
    let fixture = try await PilotFixture(.weglide)
    _ = try await fixture.fetch("latest/600001").get()
    #expect(
      try await fixture.stub.control()["log"] == [
        "GET weglide flightdetail/600001", "GET weglide 18/igcfiles/47NXBC1.igc",
      ])
    #expect(try await fixture.signed() == ["GET weglide flightdetail/600001"])
    let weglide = WeGlide(
      try #require(ServiceAddress("https://api.weglide.org/v1")),
      try ServiceCredential(.weglide, StubFixture.good[.weglide]!))
    let download = weglide.download("17/igc files/é.igc")
    #expect(download.url == "https://weglidefiles.b-cdn.net/17/igc%20files/%C3%A9.igc")
    #expect(!download.headers.contains { $0.name == "X-API-Key" } && download.redirects == 0)
  }

  @Test func aLongListHasPages() async throws {
    let fixture = try await PilotFixture(.weglide)
    try await fixture.stub.set("weglide", ["old": 203])
    let pages = [1, 2, 3, 4, 0, -1, .max]
    var found: [[Int]] = []
    for page in pages {
      let listing = try await fixture.list("flights", page: page).get()
      found.append([listing.entries.count, listing.hasMore ? 1 : 0])
    }
    #expect(found == [[100, 1], [100, 1], [3, 0], [0, 0], [0, 0], [0, 0], [0, 0]])
    #expect(
      try await fixture.fetch("flights/400000")
        == .failure(.service(.refused("it does not give the file of this flight"))))
  }

  @Test func theFeedHasPagesOfItsOwn() async throws {
    let fixture = try await PilotFixture(.weglide)
    try await fixture.stub.set("weglide", ["old": 53])
    var found: [[Int]] = []
    for page in 1...4 {
      let listing = try await fixture.list("latest", page: page).get()
      found.append([listing.entries.count, listing.hasMore ? 1 : 0])
    }
    #expect(found == [[25, 1], [25, 1], [4, 0], [0, 0]])
  }

  @Test func tasksAreListed() async throws {
    let fixture = try await PilotFixture(.weglide)
    #expect(
      try await fixture.list("tasks").get()
        == CatalogueListing([
          CatalogueEntry(
            "7002", .task, title: "Areas", detail: "211 km, assigned areas",
            day: CivilDate(year: 2026, month: 7, day: 4)),
          CatalogueEntry("7001", .task, title: "Alb 300", detail: "302 km"),
          CatalogueEntry("7003", .task, title: "Task 7003", detail: "120 km"),
        ]))
    #expect(try await fixture.list("tasks", [.userID: "18"]).get().entries.isEmpty)
  }

  @Test(arguments: ["tasks/7001", "declaration"])
  func aTaskHasItsZonesOrThoseOfItsRules(path: String) async throws {
    let fixture = try await PilotFixture(.weglide)
    guard case .success(.task(let task, let source)) = try await fixture.fetch(path) else {
      Issue.record("no task")
      return
    }
    #expect(
      source == ExternalTask(name: "Alb 300", url: "task/7001", version: "2026-06-02T09:30:00"))
    #expect(task.name == "Alb 300")
    #expect(task.points.map(\.waypoint.name) == ["Aalen", "Reutte", "Klippeneck", "Aalen"])
    #expect(task.points.map(\.waypoint.elevationM) == [584, nil, 973, 584])
    #expect(
      task.points[2].waypoint.position == Coordinate(latitude: 48.1047, longitude: 8.7625))
    #expect(
      task.points.map(\.zone) == [
        ObservationZone(direction: .next, isLine: true, r1M: 5000),
        ObservationZone(r1M: 20_000, a1Deg: 45, r2M: 500, a2Deg: 180), ObservationZone(r1M: 500),
        ObservationZone(r1M: 3000),
      ])
  }

  @Test func areasAreAssigned() async throws {
    let fixture = try await PilotFixture(.weglide)
    guard case .success(.task(let task, let source)) = try await fixture.fetch("tasks/7002") else {
      Issue.record("no task")
      return
    }
    #expect(source.version == "2026-06-03T08:00:00")
    #expect(
      task.points.map(\.zone) == [
        ObservationZone(direction: .next, isLine: true, r1M: 3000),
        ObservationZone(isAssignedArea: true, r1M: 20_000), ObservationZone(r1M: 3000),
      ])
  }

  @Test func withoutRulesItHasTheStandardZones() async throws {
    let fixture = try await PilotFixture(.weglide)
    guard case .success(.task(let task, let source)) = try await fixture.fetch("tasks/7003") else {
      Issue.record("no task")
      return
    }
    #expect(task.name == "WeGlide" && source.url == "task/7003")
    #expect(task.points.map(\.zone) == [ZoneDefaults().start, ZoneDefaults().finish])
  }

  /// Start, turnpoint and finish: rule set, the turnpoint's own kind and radius in km; and what follows,
  /// R1 in metres, negative for a line, with R2 of the turnpoint at the end.
  @Test(
    arguments: [
      ("D", nil, nil, [1000, 50_000, 1000, 0]), ("GP", nil, nil, [-2500, 500, -250, 0]),
      ("UK", nil, nil, [-5000, 20_000, -5000, 500]), ("FR", nil, nil, [-500, 20_000, -500, 500]),
      ("P", nil, nil, [-5000, 20_000, 2000, 500]),
      ("US", nil, nil, [8046.72, 20_000, 8046.72, 1609.344]),
      ("F", "LINE", 1, [-5000, -1000, 3000, 0]), ("F", "OVAL", 1, [-5000, 20_000, 3000, 1000]),
      ("AA", nil, nil, [-5000, 3000, 3000, 0]), ("ZZ", nil, 2, [-1000, 2000, -1000, 0]),
      ("ZZ", "LINE", nil, [-1000, 3000, -1000, 0]), ("GP", nil, -1, [-2500, 500, -250, 0]),
      ("GP", nil, 1e9, [-2500, 500, -250, 0]),
    ] as [(String, String?, Double?, [Double])])
  func rulesHaveZones(rules: String, kind: String?, km: Double?, radii: [Double]) throws {
    let geometry: JSONValue = ["coordinates": [10, 48]]
    let own = JSONValue.object([
      "kind": JSONValue(kind), "radius": km.map(JSONValue.double) ?? .null,
    ])
    let plain: JSONValue = ["geometry": geometry]
    let task = JSONValue.object([
      "id": 1, "ruleset": .string(rules),
      "point_features": [plain, ["geometry": geometry, "properties": own], plain],
    ])
    let reply = UplinkReply.answer(UplinkResponse(status: 200, body: task.bytes()))
    guard case .task(let read, _) = try WeGlide.task(in: reply, zones: ZoneDefaults()) else {
      Issue.record("no task")
      return
    }
    let zones = read.points.map(\.zone)
    #expect(zones.map { $0.isLine ? -$0.r1M : $0.r1M } + [zones[1].r2M] == radii)
    #expect(zones.map(\.isAssignedArea) == [false, rules == "AA", false])
  }

  @Test func whatIsNotDeclaredIsAbsent() async throws {
    let fixture = try await PilotFixture(.weglide)
    try await fixture.stub.set("weglide", ["declared": nil])
    #expect(try await fixture.fetch("declaration") == .failure(.absent))
    #expect(try await fixture.fetch("tasks/7004") == .failure(.absent))
  }

  @Test(arguments: [
    #"{"id": 7001}"#, #"{"id": 7001, "point_features": []}"#, #"{"point_features": [{}, {}]}"#,
    #"{"id": 7001, "point_features": [{"geometry": {"coordinates": [0, 91]}}, {}]}"#, "[]",
  ])
  func aTaskWithoutPointsIsNone(body: String) async throws {
    let fixture = try await PilotFixture(.weglide)
    try await fixture.stub.fail(["path": "task/7001", "status": 200, "body": .string(body)])
    #expect(
      try await fixture.fetch("tasks/7001")
        == .failure(.service(.tryAgain("it has answered without a task's points"))))
  }

  @Test(arguments: [
    "../secret.igc", "17//a.igc", "/17/a.igc", "https://elsewhere.example/a.igc", "17/a\u{1}.igc",
    "",
  ])
  func aFileElsewhereIsNotFetched(file: String) async throws {
    let fixture = try await PilotFixture(.weglide)
    let body = JSONValue.object(["id": 5, "igc_file": .object(["file": .string(file)])])
    try await fixture.stub.fail([
      "path": "flightdetail/5", "status": 200, "body": .string(body.text()),
    ])
    #expect(
      try await fixture.fetch("flights/5")
        == .failure(.service(.refused("it does not give the file of this flight"))))
    #expect(try await fixture.stub.control()["log"] == ["GET weglide flightdetail/5"])
  }

  @Test(arguments: [
    ("none", true, CatalogueFault.absent), ("none", false, .absent),
    ("flights/5", true, .wrongKind), ("declaration", true, .wrongKind),
    ("flights", false, .wrongKind), ("", false, .wrongKind), ("flights/5/6", true, .absent),
    ("flights/5/6", false, .absent), ("flights/a b", false, .absent),
    ("tasks/..%2F7", false, .absent),
  ])
  func pathsThatLeadNowhere(path: String, isListing: Bool, fault: CatalogueFault) async throws {
    let fixture = try await PilotFixture(.weglide)
    if isListing {
      #expect(try await fixture.list(path) == .failure(fault))
    } else {
      #expect(try await fixture.fetch(path) == .failure(fault))
    }
    #expect(try await fixture.stub.control()["log"] == [])
  }

  @Test func strangeEntriesArePassedOver() async throws {
    let fixture = try await PilotFixture(.weglide)
    let body = """
      [null, {}, {"id": "a/b"}, {"id": 1.5}, {"id": 7, "user": {"name": "\\u0007\\n"}, "contest": [],
      "distance": 1e300, "scoring_date": "2026-02-30"}, {"id": "x-1", "user": {"name": ""}}]
      """
    try await fixture.stub.fail(["path": "flight", "status": 200, "body": .string(body)])
    let entries = try await fixture.list("flights").get().entries
    #expect(
      entries == [
        CatalogueEntry("7", .flight, title: "  "),
        CatalogueEntry("x-1", .flight, title: "Flight x-1"),
      ])
  }
}

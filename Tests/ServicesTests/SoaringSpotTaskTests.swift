import FlightModel
import JSON
import ServiceDoubles
import ServicePlan
import Services
import Testing
import Waypoints

@Suite(.timeLimit(.minutes(10))) struct SoaringSpotTaskTests {
  private func task(
    _ result: Result<CatalogueContent, CatalogueFault>
  ) throws -> (task: FlightTask, external: ExternalTask) {
    guard case .task(let task, let external) = try result.get() else {
      throw CatalogueFault.wrongKind
    }
    return (task, external)
  }

  private func zone(_ point: TaskPoint) -> String {
    let zone = point.zone
    let kind = zone.isLine ? "line" : zone.isAssignedArea ? "area" : "zone"
    let numbers = [zone.r1M, zone.a1Deg, zone.r2M, zone.a2Deg, zone.a12Deg].map {
      String(Int($0.rounded()))
    }
    return "\(point.waypoint.name) \(zone.direction) \(kind) " + numbers.joined(separator: " ")
  }

  @Test func aSpeedTaskHasItsZones() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    let (task, external) = try task(
      try await fixture.fetch("de/2026/1001/club/2026-07-04/task"))
    #expect(
      external
        == ExternalTask(
          name: "club 2026-07-04", url: "competitions/1001/task/club/2026-07-04",
          version: "2026-07-04T08:30:00"))
    #expect(task.name == "club 2026-07-04" && task.minimumTimeS == nil)
    #expect(
      task.points.map(zone) == [
        "WASSERKUPPE next line 5000 90 0 0 0", "FULDA symmetric zone 10000 45 500 180 0",
        "MEININGEN fixed zone 3000 60 0 0 330", "WASSERKUPPE previous zone 3000 180 0 0 0",
      ])
    #expect(
      task.points[0].waypoint.position == Coordinate(latitude: 50.498333, longitude: 9.953889))
    #expect(task.points[0].waypoint.elevationM == 905)
    #expect(task.points[2].zone.highestM == 2500)
  }

  @Test func anAssignedAreaTaskHasItsTime() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    let (task, external) = try task(
      try await fixture.fetch("DE/2026/1001/club/2026-07-05/task"))
    #expect(task.minimumTimeS == 9000 && task.notes == "No start below 800 m")
    // The finish has no zone there, so it gets the settings' one.
    #expect(
      task.points.map(zone) == [
        "WASSERKUPPE next line 5000 90 0 0 0", "SUHL symmetric area 20000 180 0 0 0",
        "WASSERKUPPE previous line 1000 180 0 0 0",
      ])
    #expect(external.version == "3")
  }

  private func taskOf(_ json: JSONValue, _ zones: ZoneDefaults = ZoneDefaults()) -> FlightTask? {
    SoaringSpotTask(json, zones).task(named: "a")
  }

  private func point(_ latitude: Double, _ longitude: Double, _ more: JSONObject = [:]) -> JSONValue
  {
    var point = more
    point["latitude"] = .double(latitude)
    point["longitude"] = .double(longitude)
    return .object(point)
  }

  @Test func radiansAreRecognised() throws {
    let zone: JSONObject = [
      "oz_radius1": 3000, "oz_angle1": .double(.pi / 4), "oz_angle12": .double(-.pi / 2),
      "oz_type": "fixed",
    ]
    let read = try #require(
      taskOf([
        "points": [point(0.9, 0.2, zone), point(0.91, -0.2), point(-0.9, 3.1)]
      ]))
    #expect(
      read.points.map { ($0.waypoint.position.latitude * 1000).rounded() } == [
        51566, 52139, -51566,
      ])
    #expect(firstZone(read) == "Point 1 fixed zone 3000 45 0 0 270")
    // One point alone that radians cannot name, and all are degrees.
    let degrees = try #require(taskOf(["points": [point(0.9, 0.2, zone), point(50, 9)]]))
    #expect(degrees.points[0].waypoint.position.latitude == 0.9)
  }

  private func firstZone(_ task: FlightTask) -> String { zone(task.points[0]) }

  @Test func pointsStandInTheirOrder() throws {
    let read = try #require(
      taskOf([
        "task": nil,
        "turnpoints": [
          point(52, 9, ["name": "C", "point_index": 2]),
          point(50, 9, ["name": "A", "point_index": 0]),
          point(50, 9, ["name": "other start", "point_index": 0, "multiple_start": 1]),
          point(51, 9, ["name": "B", "point_index": 1, "multiple_start": 0]),
        ],
      ]))
    #expect(read.points.map(\.waypoint.name) == ["A", "B", "C"])
  }

  @Test func aZoneThatMakesNoShapeIsTheSettings() throws {
    var zones = ZoneDefaults()
    zones.start.r1M = 777
    for radius: JSONValue in [0, -5, 1e9, "5 km", nil] {
      let start = point(50, 9, ["oz_radius1": radius])
      let read = try #require(taskOf(["points": [start, point(51, 9)]], zones))
      #expect(read.points[0].zone == zones.start)
    }
    let odd = point(
      50, 9, ["oz_radius1": 500, "oz_angle1": 360, "oz_angle2": -4, "oz_type": "odd"])
    #expect(
      taskOf(["points": [odd, point(51, 9)]]).map(firstZone)
        == "Point 1 symmetric zone 500 180 0 0 0")
  }

  @Test(
    arguments: [
      ("9000", 9000), ("\"2:30\"", 9000), ("\"02:30:15\"", 9015), ("0", nil), ("-1", nil),
      ("\"2:3:4:5\"", nil), ("\"999:00\"", nil), ("1e30", nil), ("\"\"", nil), ("{}", nil),
    ] as [(String, Int64?)])
  func minimumTimes(text: String, seconds: Int64?) throws {
    let time = try JSONValue.parse(Array("{\"a\":\(text)}".utf8))["a"]!
    let read = taskOf([
      "task_type": "Assigned area", "task_duration": time, "points": [point(50, 9), point(51, 9)],
    ])
    #expect(try #require(read).minimumTimeS == seconds)
  }

  @Test func aTaskWithABadPointIsNone() throws {
    let good = point(50, 9)
    for bad: JSONValue in [[:], "a", point(91, 9), point(50, 181), ["latitude": 50], 7] {
      #expect(taskOf(["points": [good, bad, good]]) == nil)
    }
    #expect(taskOf(["points": [good]]) == nil)
    #expect(taskOf(["points": .array(Array(repeating: good, count: 201))]) == nil)
    #expect(taskOf(["points": .array(Array(repeating: good, count: 200))])?.points.count == 200)
  }

  @Test func aTaskThatIsNotSetYetIsAbsent() async throws {
    let fixture = try await PlaceFixture(.soaringspot)
    let path = "DE/2026/1001/club/2026-07-04/task"
    for (body, fault) in [
      ("{\"points\":[]}", CatalogueFault.absent),
      ("{\"task\":{\"task_points\":[]}}", .absent),
      ("{\"points\":[{\"latitude\":50}]}", .service(.tryAgain("a task that cannot be read"))),
      ("{\"points\":7}", .service(.tryAgain("no task"))),
    ] {
      try await fixture.stub.fail(["status": 200, "body": .string(body)])
      #expect(try await fixture.fetch(path) == .failure(fault), "\(body)")
    }
  }
}

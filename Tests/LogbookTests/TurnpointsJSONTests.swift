import FlightModel
import JSON
import Logbook
import Testing
import Waypoints

@Suite struct TurnpointsJSONTests {
  private let points: [TaskPoint] = ObservationZone.Direction.allCases.map { direction in
    TaskPoint(
      waypoint: Waypoint(
        name: "\"Süd\" \(direction)", code: "S", country: "DE",
        position: Coordinate(latitudeE7: -501_234_567, longitudeE7: 1_800_000_000),
        elevationM: 123.456, style: .castle, runwayDirectionDeg: 250, runwayLengthM: 850,
        frequency: "123.500", description: "line\nend"),
      zone: ObservationZone(
        direction: direction, isLine: direction == .next, isAssignedArea: direction == .fixed,
        r1M: 20_000, a1Deg: 45.5, r2M: 500, a2Deg: 180, a12Deg: 12.25, lowestM: 300, highestM: 1500)
    )
  }

  @Test func pointsReadBackAsWritten() throws {
    #expect(try TurnpointsJSON.decode(TurnpointsJSON.encode(points)) == points)
  }

  @Test func fieldsAreThoseOfTheContract() throws {
    let value = try JSONValue.parse(TurnpointsJSON.encode([points[1]]))
    let point = try #require(value.array?.first)
    #expect(
      point.object?.keys == [
        "name", "code", "country", "latitudeE7", "longitudeE7", "elevationM", "style",
        "runwayDirectionDeg", "runwayLengthM", "frequency", "description", "zone",
      ])
    #expect(
      point["zone"]?.object?.keys == [
        "type", "isLine", "isAssignedArea", "r1M", "a1Deg", "r2M", "a2Deg", "a12Deg", "lowestM",
        "highestM",
      ])
    #expect(point["zone"]?["type"]?.string == "symmetric")
  }

  @Test func whatIsNotSaidIsUnknown() throws {
    let text = """
      [{"latitudeE7": 500000000, "longitudeE7": 80000000.0, "style": 77, "name": 5, "new": [],
        "runwayDirectionDeg": 400, "zone": {"type": "next", "r1M": 500}}]
      """
    let point = try #require(try TurnpointsJSON.decode(text).first)
    #expect(
      point.waypoint
        == Waypoint(
          name: "", position: Coordinate(latitudeE7: 500_000_000, longitudeE7: 80_000_000),
          style: .unknown))
    #expect(point.zone == ObservationZone(direction: .next, r1M: 500))
  }

  @Test(arguments: [
    ("[{}]", TurnpointsJSON.Failure.badPoint(0, "the position")),
    (
      #"[{"latitudeE7": 900000001, "longitudeE7": 0, "zone": {"type": "next", "r1M": 5}}]"#,
      .badPoint(0, "the position")
    ),
    (#"[{"latitudeE7": 0, "longitudeE7": 0}]"#, .badPoint(0, "the zone")),
    (
      #"[{"latitudeE7": 0, "longitudeE7": 0, "zone": {"type": "up", "r1M": 5}}]"#,
      .badPoint(0, "the zone")
    ),
    (
      #"[{"latitudeE7": 0, "longitudeE7": 0, "zone": {"type": "next", "r1M": -5}}]"#,
      .badPoint(0, "the zone")
    ),
    (
      #"[{"latitudeE7": 0, "longitudeE7": 0, "zone": {"type": "next", "r1M": 5, "a1Deg": 181}}]"#,
      .badPoint(0, "the zone")
    ),
    ("{}", .noJSON("the text is no list of points")),
  ])
  func whatIsImpossibleIsRefused(text: String, failure: TurnpointsJSON.Failure) {
    #expect(throws: failure) { try TurnpointsJSON.decode(text) }
  }

  @Test func anotherVersionIsRefused() {
    #expect(throws: TurnpointsJSON.Failure.unknownVersion(2)) {
      try TurnpointsJSON.decode("[]", formatVersion: 2)
    }
  }

  @Test func tooManyPointsAreRefused() {
    let many = [TaskPoint](repeating: points[0], count: 201)
    #expect(throws: TurnpointsJSON.Failure.tooManyPoints(201)) {
      try TurnpointsJSON.decode(TurnpointsJSON.encode(many))
    }
  }
}

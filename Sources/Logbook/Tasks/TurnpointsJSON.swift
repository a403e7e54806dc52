import FlightModel
import JSON
package import Waypoints

/// The points of a task as the contract carries them in `turnpointsJson` (docs/sync-contract.md,
/// tasks).
package enum TurnpointsJSON {
  /// The `formatVersion` that is written, and the only one that is read.
  package static let formatVersion: Int64 = 1
  /// Points of one task.
  package static let mostPoints = 200
  /// Bytes of the text.
  package static let longest = 1 << 20

  /// Why a text gives no task.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    case unknownVersion(Int64)
    case noJSON(String)
    case tooManyPoints(Int)
    /// From 0.
    case badPoint(Int, String)

    package var description: String {
      switch self {
      case .unknownVersion(let version):
        "read the task: its points have the form \(version), and \(formatVersion) is known; "
          + "update this program"
      case .noJSON(let cause): "read the task: \(cause); import the task again"
      case .tooManyPoints(let count):
        "read the task: it has \(count) points, and \(mostPoints) are the most; shorten it"
      case .badPoint(let index, let cause):
        "read the task: \(cause) of point \(index + 1) cannot be used; import the task again"
      }
    }
  }

  /// The text for a task's points.
  package static func encode(_ points: [TaskPoint]) -> String {
    JSONValue.array(points.map(value)).text()
  }

  /// The points of a text. Position and zone must be there and possible; what else is missing or of
  /// another type is as if it were not said.
  package static func decode(
    _ text: String, formatVersion version: Int64 = formatVersion
  ) throws(Failure) -> [TaskPoint] {
    guard version == formatVersion else { throw .unknownVersion(version) }
    let value: JSONValue
    do { value = try JSONValue.parse(text, limits: .init(bytes: longest, depth: 8)) } catch {
      throw .noJSON(error.description)
    }
    guard let elements = value.array else { throw .noJSON("the text is no list of points") }
    guard elements.count <= mostPoints else { throw .tooManyPoints(elements.count) }
    var points: [TaskPoint] = []
    for (index, element) in elements.enumerated() {
      guard let waypoint = waypoint(element) else { throw .badPoint(index, "the position") }
      guard let zone = element["zone"].flatMap(zone) else { throw .badPoint(index, "the zone") }
      points.append(TaskPoint(waypoint: waypoint, zone: zone))
    }
    return points
  }

  private static func value(_ point: TaskPoint) -> JSONValue {
    let waypoint = point.waypoint
    return [
      "name": .string(waypoint.name), "code": .string(waypoint.code),
      "country": .string(waypoint.country), "latitudeE7": JSONValue(waypoint.position.latitudeE7),
      "longitudeE7": JSONValue(waypoint.position.longitudeE7),
      "elevationM": JSONValue(waypoint.elevationM, places: 3),
      "style": JSONValue(waypoint.style.rawValue),
      "runwayDirectionDeg": JSONValue(waypoint.runwayDirectionDeg),
      "runwayLengthM": JSONValue(waypoint.runwayLengthM, places: 3),
      "frequency": .string(waypoint.frequency), "description": .string(waypoint.description),
      "zone": value(point.zone),
    ]
  }

  private static func value(_ zone: ObservationZone) -> JSONValue {
    [
      "type": .string(name(zone.direction)), "isLine": .bool(zone.isLine),
      "isAssignedArea": .bool(zone.isAssignedArea), "r1M": JSONValue(zone.r1M, places: 3),
      "a1Deg": JSONValue(zone.a1Deg, places: 3), "r2M": JSONValue(zone.r2M, places: 3),
      "a2Deg": JSONValue(zone.a2Deg, places: 3), "a12Deg": JSONValue(zone.a12Deg, places: 3),
      "lowestM": JSONValue(zone.lowestM, places: 3),
      "highestM": JSONValue(zone.highestM, places: 3),
    ]
  }

  private static func waypoint(_ value: JSONValue) -> Waypoint? {
    guard let latitude = value["latitudeE7"]?.integer,
      let longitude = value["longitudeE7"]?.integer,
      abs(Double(latitude)) <= 900_000_000, abs(Double(longitude)) <= 1_800_000_000
    else { return nil }
    let direction = value["runwayDirectionDeg"]?.integer
    return Waypoint(
      name: value["name"]?.string ?? "", code: value["code"]?.string ?? "",
      country: value["country"]?.string ?? "",
      position: Coordinate(latitudeE7: Int32(latitude), longitudeE7: Int32(longitude)),
      elevationM: value["elevationM"]?.double,
      style: value["style"]?.integer.flatMap { Int(exactly: $0) }.flatMap(WaypointStyle.init)
        ?? .unknown,
      runwayDirectionDeg: direction.flatMap { (0...359).contains($0) ? Int($0) : nil },
      runwayLengthM: value["runwayLengthM"]?.double, frequency: value["frequency"]?.string ?? "",
      description: value["description"]?.string ?? "")
  }

  private static func zone(_ value: JSONValue) -> ObservationZone? {
    guard let direction = value["type"]?.string.flatMap(direction), let r1M = value["r1M"]?.double
    else { return nil }
    let zone = ObservationZone(
      direction: direction, isLine: value["isLine"]?.bool ?? false,
      isAssignedArea: value["isAssignedArea"]?.bool ?? false, r1M: r1M,
      a1Deg: value["a1Deg"]?.double ?? 180, r2M: value["r2M"]?.double ?? 0,
      a2Deg: value["a2Deg"]?.double ?? 0, a12Deg: value["a12Deg"]?.double ?? 0,
      lowestM: value["lowestM"]?.double, highestM: value["highestM"]?.double)
    return zone.isSane ? zone : nil
  }

  private static func name(_ direction: ObservationZone.Direction) -> String {
    switch direction {
    case .fixed: "fixed"
    case .symmetric: "symmetric"
    case .next: "next"
    case .previous: "previous"
    case .start: "start"
    }
  }

  private static func direction(_ name: String) -> ObservationZone.Direction? {
    ObservationZone.Direction.allCases.first { self.name($0) == name }
  }
}

import FlightModel
import HTTPClient
package import JSON
package import Waypoints

/// A task as Soaring Spot writes it: points with observation zones whose names begin with `oz_`.
///
/// Soaring Spot itself writes degrees in radians, and who knows what a proxy makes of it. So points
/// that all lie within 1.6° of the equator and 3.2° of Greenwich, which is sea, are in radians, their
/// angles too.
package struct SoaringSpotTask {
  static let mostPoints = 200
  private static let longestS: Int64 = 172_800

  /// Points as they came, none that is another choice of the start; nil where there is no list.
  package let items: [JSONValue]?

  private let json: JSONValue
  private let zones: ZoneDefaults
  private let isAssigned: Bool
  /// Degrees of one unit.
  private let unitDeg: Double

  package init(_ json: JSONValue, _ zones: ZoneDefaults) {
    self.json = json
    self.zones = zones
    items = json.list(["points", "task_points", "turnpoints"]).map(Self.flown)
    isAssigned = json.words("task_type", "type")?.lowercased().contains("area") ?? false
    let isRadian = items?.allSatisfy(\.couldBeRadians) ?? false
    unitDeg = isRadian ? 180 / Double.pi : 1
  }

  /// In the order of flight.
  private static func flown(_ points: [JSONValue]) -> [JSONValue] {
    let points = points.filter { point in
      let other = point["multiple_start"]
      return other?.bool != true && (other?.integer ?? 0) == 0
    }
    let numbered = points.compactMap { point in point["point_index"]?.integer.map { ($0, point) } }
    guard numbered.count == points.count else { return points }
    return numbered.enumerated().sorted {
      ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
    }.map(\.element.1)
  }

  /// Nil where a point cannot be read: a task with a point less is another task.
  package func task(named name: String) -> FlightTask? {
    guard let items, (2...Self.mostPoints).contains(items.count) else { return nil }
    let points = items.enumerated().compactMap { point($0.element, $0.offset, of: items.count) }
    guard points.count == items.count else { return nil }
    return FlightTask(
      name: name, points: points, minimumTimeS: isAssigned ? minimumTimeS : nil,
      notes: json.words("notes") ?? "")
  }

  private func point(_ json: JSONValue, _ index: Int, of count: Int) -> TaskPoint? {
    guard let latitude = json["latitude"]?.double, let longitude = json["longitude"]?.double,
      let position = Coordinate(latitude: latitude * unitDeg, longitude: longitude * unitDeg)
    else { return nil }
    let elevation = json.member("elevation", "altitude")?.double
    let waypoint = Waypoint(
      name: json.words("name") ?? "Point \(index + 1)", code: json.words("code") ?? "",
      position: position, elevationM: elevation.flatMap { (-500...9000) ~= $0 ? $0 : nil })
    var zone = zone(json) ?? zones.zone(ofPoint: index, of: count)
    zone.isAssignedArea = isAssigned && index > 0 && index < count - 1
    zone.highestM = json["oz_max_altitude"]?.double.flatMap { (1...99_999) ~= $0 ? $0 : nil }
    return TaskPoint(waypoint: waypoint, zone: zone)
  }

  /// Nil where the point has none that makes a shape.
  private func zone(_ json: JSONValue) -> ObservationZone? {
    guard let radius = json["oz_radius1"]?.double else { return nil }
    var zone = ObservationZone(r1M: radius)
    zone.direction = Self.directions[json["oz_type"]?.string ?? ""] ?? .symmetric
    zone.isLine = json["oz_line"]?.bool ?? (json["oz_line"]?.integer == 1)
    zone.r2M = json["oz_radius2"]?.double ?? 0
    zone.a1Deg = halfAngle(json["oz_angle1"]) ?? 180
    zone.a2Deg = halfAngle(json["oz_angle2"]) ?? 0
    let turned = ((json["oz_angle12"]?.double ?? 0) * unitDeg).truncatingRemainder(dividingBy: 360)
    zone.a12Deg = turned < 0 ? turned + 360 : turned
    return zone.isSane ? zone : nil
  }

  private static let directions: [String: ObservationZone.Direction] = [
    "fixed": .fixed, "symmetric": .symmetric, "next": .next, "previous": .previous,
    "start": .start,
  ]

  private func halfAngle(_ json: JSONValue?) -> Double? {
    (json?.double).map { min(180, max(0, $0 * unitDeg)) }
  }

  /// In seconds, or as `h:mm` or `h:mm:ss`.
  private var minimumTimeS: Int64? {
    guard let time = json.member("task_duration", "minimum_time", "min_time") else { return nil }
    guard let seconds = time.integer ?? time.string.flatMap(Self.seconds),
      (1...Self.longestS).contains(seconds)
    else { return nil }
    return seconds
  }

  private static func seconds(_ text: String) -> Int64? {
    let words = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = words.compactMap { $0.utf8.count <= 2 ? UInt8($0).map(Int64.init) : nil }
    guard (2...3).contains(words.count), numbers.count == words.count else { return nil }
    return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
  }
}

extension JSONValue {
  /// Whether latitude and longitude, as numbers, could be radians.
  fileprivate var couldBeRadians: Bool {
    guard let latitude = self["latitude"]?.double, let longitude = self["longitude"]?.double else {
      return false
    }
    return abs(latitude) <= Double.pi / 2 && abs(longitude) <= Double.pi
  }
}

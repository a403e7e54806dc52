import FlightModel
package import Waypoints
package import XML

/// A task of XCSoar (`.tsk`): XML with points, their waypoints and observation zones.
package struct XCSoarTaskFile: Equatable, Sendable {
  /// Points of one task.
  package static let mostPoints = 200
  private static let limits = XMLLimits(bytes: 1 << 20, depth: 16, elements: 5000)

  package var task: FlightTask
  /// What the file says and the task does not, one sentence each.
  package var remarks: [String] = []

  /// Why a file gives no task.
  package enum Failure: Error, Equatable, CustomStringConvertible {
    case xml(XMLError)
    /// The root is another element.
    case otherDocument(String)
    case tooFewPoints(Int)
    case tooManyPoints(Int)
    /// From 1.
    case noPosition(Int)

    package var description: String {
      switch self {
      case .xml(let error): error.description
      case .otherDocument(let name):
        "read the task: the file holds <\(name)> and no <Task>; choose a task file of XCSoar"
      case .tooFewPoints(let count):
        "read the task: it has \(count) points, and start and finish are the least; complete it"
      case .tooManyPoints(let count):
        "read the task: it has \(count) points, and \(mostPoints) are the most; shorten it"
      case .noPosition(let number):
        "read the task: point \(number) has no position; save the task again"
      }
    }
  }

  /// Reads a file. A zone of a kind that is not known becomes a cylinder and is remarked on; a point
  /// without zone gets that of `defaults`.
  package static func read(
    _ bytes: [UInt8], _ defaults: ZoneDefaults = ZoneDefaults()
  ) throws(Failure) -> XCSoarTaskFile {
    let root: XMLElement
    do { root = try XMLDocument.read(bytes, limits: limits) } catch { throw .xml(error) }
    guard root.name == "Task" else { throw .otherDocument(root.name) }
    var remarks: [String] = []
    let isOtherStart = { (element: XMLElement) in element.attributes["type"] == "OptionalStart" }
    let all = root.children.filter { $0.name == "Point" }
    let elements = all.filter { !isOtherStart($0) }
    if elements.count < all.count { remarks.append("Other starts are left out.") }
    guard elements.count >= 2 else { throw .tooFewPoints(elements.count) }
    guard elements.count <= mostPoints else { throw .tooManyPoints(elements.count) }
    var points: [TaskPoint] = []
    for (index, element) in elements.enumerated() {
      let standard = defaults.zone(ofPoint: index, of: elements.count)
      guard let point = point(element, standard, &remarks) else { throw .noPosition(index + 1) }
      points.append(point)
    }
    var file = XCSoarTaskFile(
      task: FlightTask(name: root.attributes["name"] ?? "", points: points), remarks: remarks)
    file.take(root)
    return file
  }

  /// What the task as a whole says.
  private mutating func take(_ root: XMLElement) {
    if root.attributes["type"] == "AAT", let time = root.number("aat_min_time"), time > 0 {
      task.minimumTimeS = Int64(exactly: time.rounded()).flatMap { $0 <= 360_000 ? $0 : nil }
    }
    let last = task.points.count - 1
    task.points[0].zone.highestM = height(root, "start_max_height", task.points[0])
    task.points[last].zone.lowestM = height(root, "finish_min_height", task.points[last])
    if let speed = root.number("start_max_speed"), speed > 0 {
      remarks.append("The greatest speed at the start does not count.")
    }
  }

  /// m above mean sea level; 0 is none.
  private mutating func height(
    _ root: XMLElement, _ name: String, _ point: TaskPoint
  ) -> Double? {
    guard let height = root.number(name), height > 0 else { return nil }
    if root.attributes[name + "_ref"] == "MSL" { return height }
    guard let ground = point.waypoint.elevationM else {
      remarks.append(
        "The height limit of \(point.waypoint.name) is above a ground of unknown height.")
      return nil
    }
    return ground + height
  }

  private static func point(
    _ element: XMLElement, _ standard: ObservationZone, _ remarks: inout [String]
  ) -> TaskPoint? {
    guard let place = element.child("Waypoint"), let location = place.child("Location"),
      let latitude = location.number("latitude"), let longitude = location.number("longitude"),
      let position = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    let waypoint = Waypoint(
      name: place.attributes["name"] ?? "", position: position,
      elevationM: place.number("altitude"), description: place.attributes["comment"] ?? "")
    let role = XCSoarZone.Role(element.attributes["type"] ?? "")
    var zone = standard
    if let element = element.child("ObservationZone") {
      if let known = XCSoarZone.zone(element, role) {
        zone = known
      } else {
        zone = ObservationZone(r1M: XCSoarZone.radius(element) ?? 500)
        remarks.append("The zone of \(waypoint.name) is of an unknown kind and became a cylinder.")
      }
    }
    zone.isAssignedArea = role == .area
    return TaskPoint(waypoint: waypoint, zone: zone)
  }
}

extension XMLElement {
  /// The first child of a name.
  func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  /// An attribute that is a number of a sensible size.
  func number(_ name: String) -> Double? {
    attributes[name].flatMap(Double.init).flatMap { abs($0) < 1e9 ? $0 : nil }
  }
}

import FlightModel
package import HTTPClient
import JSON
package import ServicePlan
package import Waypoints

extension WeGlide {
  /// A page of the pilot's tasks, from number `skip` on.
  package func tasks(skip: Int = 0) -> UplinkRequest {
    request(
      .get, "task",
      query: [("user_id_in", user), ("skip", "\(skip)"), ("limit", "\(Self.pageLength)")])
  }

  /// One task; 404 where there is none.
  package func task(id: String) -> UplinkRequest { request(.get, Self.path(ofTask: id)) }

  /// The task that the pilot has declared for today; nothing (`null`) where there is none.
  package func declaration() -> UplinkRequest {
    request(.get, "task/declaration/\(user)", query: [("cup", "false"), ("tsk", "false")])
  }

  static func path(ofTask id: String) -> String { "task/\(id)" }

  /// A page of tasks, for people.
  package static func taskListing(in reply: UplinkReply) throws(ServiceFault) -> CatalogueListing {
    try listing(in: reply) { json in
      guard let id = json["id"]?.id else { return nil }
      return CatalogueEntry(
        id, .task, title: json.text("name") ?? "Task \(id)",
        detail: EntryText.joined(
          EntryText.kilometres(json["distance"]?.double), json.text("kind"),
          json["ruleset"]?.string == "AA" ? "assigned areas" : nil))
    }
  }

  /// A task as WeGlide gives it, with `zones` where it gives none.
  package static func task(
    in reply: UplinkReply, zones: ZoneDefaults
  ) throws(CatalogueFault) -> CatalogueContent {
    let json = try reply.found { reply throws(ServiceFault) in try reply.forKey().json() }
    if json.isNull { throw .absent }
    guard let id = json["id"]?.id, let task = task(json, zones) else {
      throw .service(.tryAgain("it has answered without a task's points"))
    }
    let version = json.text("modified") ?? json.text("created")
    return .task(task, ExternalTask(name: task.name, url: path(ofTask: id), version: version))
  }

  private static func task(_ json: JSONValue, _ zones: ZoneDefaults) -> FlightTask? {
    guard let features = json["point_features"]?.array,
      (2...CUPFile.Limit.points).contains(features.count)
    else { return nil }
    let isAreas = json["ruleset"]?.string == "AA"
    let points = features.enumerated().compactMap { index, feature in
      point(feature, zones.zone(ofPoint: index, of: features.count), isArea: isAreas)
    }
    guard points.count == features.count else { return nil }
    var task = FlightTask(name: json.text("name") ?? "WeGlide", points: points)
    task.points[0].zone.isAssignedArea = false
    task.points[points.count - 1].zone.isAssignedArea = false
    return task
  }

  /// A point: GeoJSON, with the radius of its zone in km where it has one of its own.
  private static func point(
    _ feature: JSONValue, _ standard: ObservationZone, isArea: Bool
  ) -> TaskPoint? {
    guard let place = feature["geometry"]?["coordinates"]?.array, place.count >= 2,
      let longitude = place[0].double, let latitude = place[1].double,
      let position = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    let properties = feature["properties"] ?? .null
    var zone = standard
    if let km = properties["radius"]?.double, km > 0, km <= 20_000 {
      zone = ObservationZone(isAssignedArea: isArea, r1M: (km * 1000).rounded())
    }
    let elevation = properties["elevation"]?.double.flatMap { abs($0) <= 10_000 ? $0 : nil }
    return TaskPoint(
      waypoint: Waypoint(
        name: properties.text("name") ?? "", position: position, elevationM: elevation),
      zone: zone)
  }
}

import FlightModel
package import HTTPClient
import JSON
package import ServicePlan
package import Waypoints

extension WeGlide {
  /// A page of the pilot's tasks, those changed last first, from number `skip` on.
  package func tasks(skip: Int = 0) -> UplinkRequest {
    request(
      .get, "task",
      query: [("user_id_in", user), ("skip", "\(skip)"), ("limit", "\(Self.pageLength)")])
  }

  /// One task; 404 where there is none.
  package func task(id: String) -> UplinkRequest { request(.get, Self.path(ofTask: id)) }

  /// The task that the pilot has declared; nothing (`null`) where there is none.
  package func declaration() -> UplinkRequest { request(.get, "task/declaration/\(user)") }

  static func path(ofTask id: String) -> String { "task/\(id)" }

  /// A page of tasks, for people.
  package static func taskListing(in reply: UplinkReply) throws(ServiceFault) -> CatalogueListing {
    try listing(in: reply, pageLength) { json in
      guard let id = json["id"]?.id else { return nil }
      let km = json["penalized_distance"]?.double ?? json["distance"]?.double
      return CatalogueEntry(
        id, .task, title: json.text("name") ?? "Task \(id)",
        detail: EntryText.joined(
          EntryText.kilometres(km), json["ruleset"]?.string == "AA" ? "assigned areas" : nil),
        day: json["scoring_date"]?.string.flatMap(CivilDate.init(serviceDay:)))
    }
  }

  /// A task as WeGlide gives it, with `zones` where neither it nor its rule set has any.
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
    let rules = json["ruleset"]?.string
    var points: [TaskPoint] = []
    for (index, feature) in features.enumerated() {
      guard let waypoint = waypoint(feature) else { return nil }
      let place = (index, features.count)
      let zone = zone(feature["properties"] ?? .null, rules, at: place)
      var point = TaskPoint(
        waypoint: waypoint, zone: zone ?? zones.zone(ofPoint: index, of: features.count))
      point.zone.isAssignedArea =
        rules == "AA" && (1..<features.count - 1).contains(index)
      points.append(point)
    }
    return FlightTask(name: json.text("name") ?? "WeGlide", points: points)
  }

  /// The place of a point, which is GeoJSON.
  private static func waypoint(_ feature: JSONValue) -> Waypoint? {
    guard let place = feature["geometry"]?["coordinates"]?.array, place.count >= 2,
      let longitude = place[0].double, let latitude = place[1].double,
      let position = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    let elevation = feature["properties"]?["elevation"]?.double
    return Waypoint(
      name: feature["properties"]?.text("name") ?? "", position: position,
      elevationM: elevation.flatMap { abs($0) <= 10_000 ? $0 : nil })
  }

  /// The zone of a point: its own kind and radius (km), else those of the rule set; nil where there is
  /// neither.
  private static func zone(
    _ properties: JSONValue, _ rules: String?, at place: (index: Int, count: Int)
  ) -> ObservationZone? {
    let rules = rules.flatMap { WeGlideZone.rules[$0] }
    let (isStart, isFinish) = (place.index == 0, place.index == place.count - 1)
    let standard = isStart ? rules?.start : isFinish ? rules?.finish : rules?.turnpoint
    let own = properties["kind"]?.string.flatMap(WeGlideZone.Kind.init)
    let km = properties["radius"]?.double.flatMap { $0 > 0 && $0 <= 1000 ? $0 : nil }
    guard let kind = own ?? standard?.kind ?? km.map({ _ in .cylinder }) else { return nil }
    let direction: ObservationZone.Direction =
      isStart ? .next : isFinish ? .previous : .symmetric
    let radiusM = km.map { ($0 * 1000).rounded() } ?? standard?.radiusM
    return radiusM.map { WeGlideZone(kind, $0).zone(direction) }
  }
}

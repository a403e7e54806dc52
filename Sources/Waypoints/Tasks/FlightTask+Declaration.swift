package import FlightModel
package import IGC

extension FlightTask {
  /// A declared task, with the zones that the settings give.
  package init(_ declaration: TaskDeclaration, _ defaults: ZoneDefaults = ZoneDefaults()) {
    let places = [declaration.start] + declaration.turnpoints + [declaration.finish]
    self.init(
      name: declaration.name,
      points: places.enumerated().map { index, place in
        TaskPoint(
          waypoint: Waypoint(name: place.name, position: place.position),
          zone: defaults.zone(ofPoint: index, of: places.count))
      },
      declaredAt: declaration.declaredAt)
  }

  /// The C records' form, without zones; nil of a task without start and finish. Take-off and landing
  /// are not known to a task. Records have a place for 99 turnpoints.
  package func declaration(
    at instant: UTCInstant, flightDate: CivilDate? = nil
  ) -> TaskDeclaration? {
    guard points.count >= 2 else { return nil }
    let places = points.map {
      TaskDeclaration.Point(position: $0.waypoint.position, name: $0.waypoint.name)
    }
    return TaskDeclaration(
      declaredAt: instant, flightDate: flightDate, start: places[0],
      turnpoints: Array(places[1..<places.count - 1]), finish: places[places.count - 1], name: name)
  }
}

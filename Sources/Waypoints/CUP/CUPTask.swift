/// A task of a CUP file, with what only such a file says.
package struct CUPTask: Equatable, Sendable {
  /// A point; the zone is nil where the file has none.
  package struct Point: Equatable, Sendable {
    package var waypoint: Waypoint
    package var zone: ObservationZone?

    package init(waypoint: Waypoint, zone: ObservationZone? = nil) {
      self.waypoint = waypoint
      self.zone = zone
    }
  }

  package var name: String
  /// Nil is not said.
  package var takeOff: Waypoint?
  /// Start to finish.
  package var points: [Point]
  package var landing: Waypoint?
  /// Other places where the task may be started.
  package var otherStarts: [Waypoint]
  package var options: CUPOptions

  package init(
    name: String = "", takeOff: Waypoint? = nil, points: [Point], landing: Waypoint? = nil,
    otherStarts: [Waypoint] = [], options: CUPOptions = CUPOptions()
  ) {
    self.name = name
    self.takeOff = takeOff
    self.points = points
    self.landing = landing
    self.otherStarts = otherStarts
    self.options = options
  }

  /// A file's form of a task; notes and the time of declaration have no place in it.
  package init(_ task: FlightTask) {
    var options = CUPOptions()
    options.taskTimeS = task.minimumTimeS
    self.init(
      name: task.name, points: task.points.map { Point(waypoint: $0.waypoint, zone: $0.zone) },
      options: options)
  }

  /// The task, with `defaults` where the file has no zone.
  package func task(_ defaults: ZoneDefaults = ZoneDefaults()) -> FlightTask {
    let points = points.enumerated().map { index, point in
      TaskPoint(
        waypoint: point.waypoint,
        zone: point.zone ?? defaults.zone(ofPoint: index, of: self.points.count))
    }
    return FlightTask(name: name, points: points, minimumTimeS: options.taskTimeS)
  }
}

extension ZoneDefaults {
  /// The zone for the point `index` of `count`.
  package func zone(ofPoint index: Int, of count: Int) -> ObservationZone {
    index == 0 ? start : index == count - 1 ? finish : turnpoint
  }
}

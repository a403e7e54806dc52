import FlightAnalysis
import FlightModel
import FlightPicture
import Waypoints

/// What the drawings show beside track and altitude: the task, the best shapes, phases and events.
struct ReportLayers {
  /// More points than this no task has that a pilot flies.
  static let mostTaskPoints = 25

  private let facts: ReportFacts
  private(set) var layers = FlightLayers()

  init(_ facts: ReportFacts) {
    self.facts = facts
    addTask()
    layers.routes += ReportShape.drawn(facts)
    layers.phases = facts.analysis.phases.compactMap(phase)
    layers.events = events
  }

  private mutating func addTask() {
    guard let task = facts.task, !task.points.isEmpty else { return }
    let points = task.points.prefix(Self.mostTaskPoints)
    let positions = points.map(\.waypoint.position)
    layers.routes = [FlightLayers.Route(kind: .task, points: positions, corners: positions)]
    layers.zones = points.indices.filter { points[$0].zone.isDrawable }.map { index in
      FlightLayers.Zone(outline: TaskZone(ofPoint: index, in: task).outline(stepDeg: 9))
    }
    var named: Set<Coordinate> = []
    for point in points where named.insert(point.waypoint.position).inserted {
      layers.places.append(
        FlightLayers.Place(name: point.waypoint.name, position: point.waypoint.position))
    }
  }

  private func phase(_ phase: FlightPhase) -> FlightLayers.Phase? {
    guard let kind = phase.kind.drawn, let start = facts.fix(phase.fixes.lowerBound)?.time,
      let end = facts.fix(phase.fixes.upperBound)?.time
    else { return nil }
    return FlightLayers.Phase(kind: kind, start: start, end: end)
  }

  private var events: [FlightLayers.Event] {
    var events: [FlightLayers.Event] = []
    for part in facts.analysis.parts.prefix(20) {
      if let takeoff = part.takeoff { events.append(.init(time: takeoff.time, word: "take-off")) }
      if let landing = part.landing { events.append(.init(time: landing.time, word: "landing")) }
    }
    if let release = facts.analysis.release {
      events.append(.init(time: release.time, word: "release"))
    }
    for reached in facts.taskResult?.reached.prefix(Self.mostTaskPoints) ?? [] {
      events.append(.init(time: reached.moment.time, word: facts.word(of: reached)))
    }
    return events
  }
}

extension ReportFacts {
  /// "start", "finish" or the turnpoint's name.
  func word(of reached: TaskResult.Reached) -> String {
    guard let task, task.points.indices.contains(reached.point) else {
      return "point \(reached.point)"
    }
    if reached.point == 0 { return "start" }
    if reached.point == task.points.count - 1 { return "finish" }
    return task.points[reached.point].waypoint.name
  }
}

extension ObservationZone {
  /// Whether its measures are some of a zone that a task may have.
  fileprivate var isDrawable: Bool {
    r1M > 0 && r1M <= 500_000 && r2M >= 0 && r2M <= 500_000 && (0...180).contains(a1Deg)
      && (0...180).contains(a2Deg) && (0...360).contains(a12Deg)
  }
}

extension FlightPhase.Kind {
  /// How the barogram shades it; cruise is not shaded.
  var drawn: FlightLayers.Phase.Kind? {
    switch self {
    case .launch: .launch
    case .cruise: nil
    case .powered: .powered
    case .circling(.left): .left
    case .circling(.right): .right
    case .circling(.mixed): .mixed
    }
  }
}

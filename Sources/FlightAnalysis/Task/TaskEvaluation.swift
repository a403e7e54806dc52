package import FlightModel
package import Waypoints

/// How a flight fared on a task, by the definitions of docs/tasks.md.
package struct TaskEvaluation {
  /// So many ends of the scored way through areas are tried at most.
  private static let mostEnds = 20

  private let task: FlightTask
  private let track: TaskTrack
  private let zones: [TaskZone]
  private let visits: [ZoneVisits]
  private let centres: [SpherePoint]
  /// The points that are assigned areas; start, finish and lines are none.
  private let areas: Set<Int>

  /// Evaluates a flight from take-off to landing, or all of its fixes. A task of less than two points
  /// is none, and nothing of it is reached.
  package static func evaluate(
    _ task: FlightTask, on fixes: [TrackFix], part: FlightPart? = nil
  ) -> TaskResult {
    let track = TaskTrack(fixes, part)
    guard task.points.count >= 2, track.count > 0 else {
      return TaskResult(
        reached: [], startCount: 0, isCompleted: false, declaredDistanceM: task.distanceM,
        completedDistanceM: 0)
    }
    return TaskEvaluation(task, track).best()
  }

  /// Whether a task counts for a flight: one that was declared after take-off does not. Of a task
  /// whose declaration is not known, or of a flight that begins in the air, nothing speaks against it.
  package static func isDeclared(_ task: FlightTask, before takeoff: FlightMoment?) -> Bool {
    guard let declaredAt = task.declaredAt, let takeoff else { return true }
    return declaredAt <= takeoff.time
  }

  private init(_ task: FlightTask, _ track: TaskTrack) {
    self.task = task
    self.track = track
    let last = task.points.count - 1
    zones = task.points.indices.map { TaskZone(ofPoint: $0, in: task) }
    visits = zones.enumerated().map { index, zone in
      ZoneVisits(zone, index == 0 ? .start : index == last ? .finish : .turnpoint, track)
    }
    centres = task.points.map { SpherePoint($0.waypoint.position) }
    let areas = (1..<last).filter { index in
      let zone = task.points[index].zone
      return zone.isAssignedArea && !zone.isLine
    }
    self.areas = Set(areas)
  }

  /// The start that gives most: the fastest that was finished, else the farthest; of equal ones the
  /// last. Beyond `mostEnds` ends of the scored way, earlier starts are not tried.
  private func best() -> TaskResult {
    var best: TaskResult?
    var memory = Memory()
    let attempts = visits[0].visits.reversed().lazy.map { instants(from: $0.exit) }
    let isAnyCompleted = attempts.contains { $0.count == task.points.count }
    for instants in attempts where !isAnyCompleted || instants.count == task.points.count {
      let attempt = attempt(instants, &memory)
      if best.map({ attempt.isBetter(than: $0) }) ?? true { best = attempt }
      if memory.areas.preparations >= Self.mostEnds { break }
    }
    return best ?? empty
  }

  /// What attempts share.
  private struct Memory {
    var areas = AreaChoice()
    /// By the task's point.
    var approaches: [Int: TaskApproach] = [:]
  }

  private var empty: TaskResult {
    TaskResult(
      reached: [], startCount: visits[0].visits.count, isCompleted: false,
      declaredDistanceM: task.distanceM, completedDistanceM: 0)
  }

  /// From a start on, every point taken as early as it can be, as far as they were reached.
  private func instants(from start: TaskTrack.Instant) -> [TaskTrack.Instant] {
    var instants = [start]
    for visits in visits.dropFirst() {
      guard let next = visits.first(from: instants[instants.count - 1]) else { break }
      instants.append(next)
    }
    return instants
  }

  private func attempt(_ instants: [TaskTrack.Instant], _ memory: inout Memory) -> TaskResult {
    var instants = instants
    var result = empty
    result.isCompleted = instants.count == task.points.count
    if !areas.isEmpty {
      let goal = areaGoal(instants, &memory)
      result.completedDistanceM = memory.areas.score(&instants, goal, self)
    } else {
      result.completedDistanceM = fixedDistance(instants, &memory)
    }
    result.reached = instants.enumerated().map { point, instant in
      TaskResult.Reached(
        point: point, moment: track.moment(instant), scoringPosition: track.place(instant))
    }
    if result.isCompleted { time(&result) }
    return result
  }

  private func time(_ result: inout TaskResult) {
    guard let start = result.reached.first, let finish = result.reached.last else { return }
    let flown = finish.moment.time.milliseconds(since: start.moment.time)
    let counted = areas.isEmpty ? flown : max(flown, (task.minimumTimeS ?? 0) * 1000)
    result.taskTimeMs = counted
    result.speedMPerS =
      counted > 0 ? result.completedDistanceM / (Double(counted) / 1000) : nil
  }

  /// The legs that were completed, and of the next one how much nearer a fix came.
  private func fixedDistance(
    _ instants: [TaskTrack.Instant], _ memory: inout Memory
  ) -> Double {
    var distance = 0.0
    for index in 1..<max(1, instants.count) {
      distance += centres[index - 1].distance(to: centres[index])
    }
    guard instants.count < centres.count else { return distance }
    let goal = centres[instants.count]
    let leg = centres[instants.count - 1].distance(to: goal)
    let nearest = nearest(to: instants.count, from: instants[instants.count - 1], &memory)
    return distance + max(0, leg - track.places[nearest].distance(to: goal))
  }

  /// The fix that comes nearest to a point, or to its area, not before an instant.
  private func nearest(
    to point: Int, from instant: TaskTrack.Instant, _ memory: inout Memory
  ) -> Int {
    let approach =
      memory.approaches[point]
      ?? TaskApproach(to: zones[point], isArea: areas.contains(point), track)
    memory.approaches[point] = approach
    return approach.fix(from: instant)
  }

  /// Where the scored way through areas ends.
  private func areaGoal(
    _ instants: [TaskTrack.Instant], _ memory: inout Memory
  ) -> AreaChoice.Goal {
    let next = instants.count
    guard next < task.points.count else {
      return AreaChoice.Goal(
        layers: next - 2, end: instants[next - 1], place: centres[next - 1], remainingM: 0)
    }
    let fix = nearest(to: next, from: instants[next - 1], &memory)
    let zone = zones[next]
    var goal = centres[next]
    if areas.contains(next) {
      let place = zone.plane.project(track.places[fix].vector)
      goal = SpherePoint(vector: zone.plane.vector(zone.nearest(to: place)))
    }
    return AreaChoice.Goal(
      layers: next - 1, end: Double(fix), place: goal,
      remainingM: track.places[fix].distance(to: goal))
  }

  var startPlace: SpherePoint { centres[0] }

  /// What may be scored at a point up to an instant: in an assigned area every fix in it, elsewhere
  /// the point itself, at every instant at which it may be taken.
  func candidates(_ point: Int, until end: TaskTrack.Instant) -> [AreaChoice.Candidate] {
    let isArea = areas.contains(point)
    var found: [AreaChoice.Candidate] = []
    for visit in visits[point].visits where visit.entry <= end {
      func add(_ instant: TaskTrack.Instant) {
        let place = isArea ? SpherePoint(track.place(instant)) : centres[point]
        found.append(AreaChoice.Candidate(instant: instant, place: place))
      }
      let first = visit.entry.rounded(.up)
      let last = min(visit.exit, end).rounded(.down)
      if !isArea || first > last { add(visit.entry) }
      for fix in stride(from: first, through: last, by: 1) where fix > visit.entry || isArea {
        add(fix)
      }
      if !isArea, visit.exit <= end, visit.exit > last { add(visit.exit) }
    }
    return found
  }
}

extension TaskResult {
  fileprivate func isBetter(than other: TaskResult) -> Bool {
    if isCompleted != other.isCompleted { return isCompleted }
    return isCompleted
      ? (speedMPerS ?? 0) > (other.speedMPerS ?? 0)
      : completedDistanceM > other.completedDistanceM
  }
}

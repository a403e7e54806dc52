import FlightModel
import SeededRandom
import Waypoints

@testable import FlightAnalysis

/// Small tasks and tracks by chance, and their scored distance by trying out every choice of fixes.
/// Written for cylinders that are areas, and for tracks of long steps whose fixes alone count: where a
/// track cuts an area between two fixes, the area has the fix of `make`.
enum AreaBruteForce {
  static func make(_ chance: inout SeededGenerator) -> (FlightTask, [TrackFix]) {
    let areas = Int.random(in: 1...3, using: &chance)
    var points = [FlownTrack.point(0, 0, FlownTrack.startLine)]
    for _ in 0..<areas {
      points.append(
        FlownTrack.point(
          .random(in: -20...20, using: &chance), .random(in: 5...30, using: &chance),
          ObservationZone(isAssignedArea: true, r1M: .random(in: 4000...12_000, using: &chance))))
    }
    points.append(FlownTrack.point(0, 0, ObservationZone(r1M: 2000)))
    var places: [(Double, Double)] = [(0, -1), (0, 2.5)]
    var place = (0.0, 2.5)
    let length = Int.random(in: 3...12, using: &chance)
    for _ in 0..<length {
      // Steps of at most 1.4 km, now and then towards a point.
      let goal = points.randomElement(using: &chance)!
      let there = FlownTrack.plane.project(goal.waypoint.position) / 1000
      for _ in 0..<Int.random(in: 1...12, using: &chance) {
        let east = there.x - place.0
        let north = there.y - place.1
        let distance = max(1, (east * east + north * north).squareRoot())
        place.0 += east / distance * 0.7 + .random(in: -0.5...0.5, using: &chance)
        place.1 += north / distance * 0.7 + .random(in: -0.5...0.5, using: &chance)
        places.append(place)
      }
      if places.count > 70 { break }
    }
    return (FlightTask(points: points), FlownTrack.fixes(places))
  }

  static func best(_ task: FlightTask, _ fixes: [TrackFix]) -> Double {
    let track = TaskTrack(fixes, nil)
    let starts = ZoneVisits(TaskZone(ofPoint: 0, in: task), .start, track).visits.map(\.exit)
    var best = (isCompleted: false, distance: 0.0, speed: 0.0)
    for start in starts {
      let found = attempt(task, fixes, track, start)
      let isBetter =
        found.isCompleted != best.isCompleted
        ? found.isCompleted
        : found.isCompleted ? found.speed > best.speed : found.distance > best.distance
      if isBetter { best = found }
    }
    return best.distance
  }

  private static func attempt(
    _ task: FlightTask, _ fixes: [TrackFix], _ track: TaskTrack, _ start: Double
  ) -> (isCompleted: Bool, distance: Double, speed: Double) {
    // As early as can be: which areas are reached, and when the flight ends.
    var instants = [start]
    for index in task.points.indices.dropFirst() {
      let role: ZoneVisits.Role = index == task.points.count - 1 ? .finish : .turnpoint
      let visits = ZoneVisits(TaskZone(ofPoint: index, in: task), role, track).visits
      let later = visits.filter { $0.exit >= instants.last! }
      guard let first = later.map({ max($0.entry, instants.last!) }).min() else { break }
      instants.append(first)
    }
    let isCompleted = instants.count == task.points.count
    var end = instants.last!
    var goal = task.points.last!.waypoint.position
    var missing = 0.0
    if !isCompleted {
      let next = task.points[instants.count]
      let radius = next.zone.isAssignedArea ? next.zone.r1M : 0
      let center = next.waypoint.position
      let fix =
        fixes.indices.filter { Double($0) >= instants.last! }
        .min { fixes[$0].position.distance(to: center) < fixes[$1].position.distance(to: center) }
        ?? fixes.count - 1
      end = Double(fix)
      let plane = LocalPlane(around: center)
      let way = plane.project(fixes[fix].position)
      goal = plane.place(way * (radius / (way * way).sum().squareRoot()))
      missing = fixes[fix].position.distance(to: goal)
    }
    let last = isCompleted ? task.points.count - 2 : instants.count - 1
    let choices = (0..<max(1, last)).map { candidates(task, track, $0 + 1, until: end) }
    let target = SpherePoint(goal)
    var longest = -Double.infinity
    func choose(_ point: Int, _ instant: Double, _ from: SpherePoint, _ sum: Double) {
      if point > last {
        longest = max(longest, sum + from.distance(to: target))
        return
      }
      for (candidate, place) in choices[point - 1] where candidate >= instant {
        choose(point + 1, candidate, place, sum + from.distance(to: place))
      }
    }
    choose(1, start, SpherePoint(task.points[0].waypoint.position), 0)
    let distance = max(0, longest - missing)
    let timeMs = track.moment(instants.last!).time.milliseconds(since: track.moment(start).time)
    return (isCompleted, distance, timeMs > 0 ? distance / Double(timeMs) : 0)
  }

  /// The fixes in a zone; a visit without a fix counts where it begins.
  private static func candidates(
    _ task: FlightTask, _ track: TaskTrack, _ point: Int, until end: Double
  ) -> [(Double, SpherePoint)] {
    let visits = ZoneVisits(TaskZone(ofPoint: point, in: task), .turnpoint, track).visits
    return visits.filter { $0.entry <= end }.flatMap { visit in
      let fixes = (0..<track.count).map(Double.init).filter {
        $0 >= visit.entry && $0 <= min(visit.exit, end)
      }
      return (fixes.isEmpty ? [visit.entry] : fixes).map { ($0, SpherePoint(track.place($0))) }
    }
  }
}

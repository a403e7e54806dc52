import CMath
import FlightModel

/// The zone of a task's point in the plane around it, its middle line turned where the task says.
package struct TaskZone: Sendable {
  /// What lies no further outside counts as on the edge, m.
  private static let edgeM = 0.001

  package let plane: LocalPlane
  package let zone: ObservationZone
  /// Of length one, along the middle line.
  package let middle: SIMD2<Double>
  /// Of length one, across a line in the direction that it is flown: with the course at start and
  /// finish.
  package let course: SIMD2<Double>

  /// The zone of the point `index`, which the task must have.
  package init(ofPoint index: Int, in task: FlightTask) {
    let point = task.points[index]
    plane = LocalPlane(around: point.waypoint.position)
    zone = point.zone
    let neighbours = Neighbours(of: index, in: task, plane)
    let middle = Self.middle(zone, neighbours)
    self.middle = middle
    let along = index == 0 ? neighbours.next : neighbours.previous.map { -$0 }
    let isAgainst = along.map { (middle * $0).sum() < 0 } ?? false
    course = isAgainst ? -middle : middle
  }

  /// Directions of length one to what is around a point; nil where there is no other place.
  private struct Neighbours {
    var previous: SIMD2<Double>?
    var next: SIMD2<Double>?
    var start: SIMD2<Double>?

    init(of index: Int, in task: FlightTask, _ plane: LocalPlane) {
      func direction(_ point: TaskPoint) -> SIMD2<Double>? {
        let place = plane.project(point.waypoint.position)
        let distance = (place * place).sum().squareRoot()
        return distance < 1 ? nil : place / distance
      }
      previous = task.points[..<index].reversed().lazy.compactMap(direction).first
      next = task.points[(index + 1)...].lazy.compactMap(direction).first
      start = index > 0 ? direction(task.points[0]) : nil
    }
  }

  private static func middle(_ zone: ObservationZone, _ around: Neighbours) -> SIMD2<Double> {
    let north = SIMD2(0.0, 1.0)
    switch zone.direction {
    case .fixed:
      let angle = zone.a12Deg * Double.pi / 180
      return SIMD2(barograph_sin(angle), barograph_cos(angle))
    case .next: return around.next ?? around.previous.map { -$0 } ?? north
    case .previous: return around.previous ?? around.next.map { -$0 } ?? north
    case .start: return around.start ?? around.previous ?? around.next ?? north
    case .symmetric:
      guard let previous = around.previous, let next = around.next else {
        return (around.previous ?? around.next).map { -$0 } ?? north
      }
      let inside = previous + next
      let length = (inside * inside).sum().squareRoot()
      // Straight on: to the right.
      return length > 1e-9 ? -inside / length : SIMD2(next.y, -next.x)
    }
  }

  /// Whether a point of the plane is in the zone, which is no line. Within R2 the angle A2 counts,
  /// beyond it, up to R1, A1.
  package func contains(_ point: SIMD2<Double>) -> Bool {
    let distance = (point * point).sum().squareRoot()
    if zone.r2M > 0, distance <= zone.r2M + Self.edgeM {
      if isWithin(zone.a2Deg, point, distance) { return true }
      if distance < zone.r2M - Self.edgeM { return false }
    }
    return distance <= zone.r1M + Self.edgeM && isWithin(zone.a1Deg, point, distance)
  }

  private func isWithin(_ halfDeg: Double, _ point: SIMD2<Double>, _ distance: Double) -> Bool {
    if halfDeg >= 180 || (distance <= Self.edgeM && halfDeg > 0) { return true }
    if halfDeg <= 0 { return false }
    let ahead = (point * middle).sum()
    let aside = abs(point.x * middle.y - point.y * middle.x)
    return barograph_atan2(aside, ahead) <= halfDeg * Double.pi / 180 + Self.edgeM / distance
  }

  /// Where a flight from one point of the plane to another may come in or out, as parts of the way
  /// between 0 and 1, in order.
  package func edges(from first: SIMD2<Double>, to second: SIMD2<Double>) -> [Double] {
    let way = second - first
    var parts: [Double] = []
    for radius in [zone.r1M, zone.r2M] where radius > 0 {
      parts += Self.circle(radius, first, way)
    }
    for half in [zone.a1Deg, zone.r2M > 0 ? zone.a2Deg : 180] where half < 180 {
      for ray in rays(half) {
        let slope = way.x * ray.y - way.y * ray.x
        if slope != 0 { parts.append(-(first.x * ray.y - first.y * ray.x) / slope) }
      }
    }
    return parts.filter { $0 > 0 && $0 < 1 }.sorted()
  }

  /// Directions of a sector's two sides.
  package func rays(_ halfDeg: Double) -> [SIMD2<Double>] {
    let sine = barograph_sin(halfDeg * Double.pi / 180)
    let cosine = barograph_cos(halfDeg * Double.pi / 180)
    let right = SIMD2(middle.y, -middle.x)
    return [middle * cosine - right * sine, middle * cosine + right * sine]
  }

  private static func circle(
    _ radius: Double, _ first: SIMD2<Double>, _ way: SIMD2<Double>
  ) -> [Double] {
    let square = (way * way).sum()
    guard square > 0 else { return [] }
    let half = (first * way).sum() / square
    let rest = half * half - ((first * first).sum() - radius * radius) / square
    guard rest >= 0 else { return [] }
    return [-half - rest.squareRoot(), -half + rest.squareRoot()]
  }

  /// Whether the way between two points of the plane stays out of reach of the zone.
  package func isFar(_ first: SIMD2<Double>, _ second: SIMD2<Double>) -> Bool {
    let way = second - first
    let square = (way * way).sum()
    let part = square > 0 ? min(1, max(0, -(first * way).sum() / square)) : 0
    let nearest = first + way * part
    let reach = max(zone.r1M, zone.r2M) + 1
    return (nearest * nearest).sum() > reach * reach
  }

  /// How far behind a line a point of the plane is, in the direction that the line is flown, m: below
  /// 0 before it, 0 on it.
  package func side(_ point: SIMD2<Double>) -> Double {
    let side = (point * course).sum()
    return abs(side) < Self.edgeM ? 0 : side
  }

  /// The part of the way, 0 to 1, at which a line is met by a flight between two points of the plane
  /// that are not both on the same side; nil where it passes beside the line.
  package func crossing(from first: SIMD2<Double>, to second: SIMD2<Double>) -> Double? {
    let before = side(first)
    let after = side(second)
    guard before != after else { return nil }
    let part = min(1, max(0, before / (before - after)))
    let point = first + (second - first) * part
    let along = abs(point.x * course.y - point.y * course.x)
    return along <= zone.r1M + Self.edgeM ? part : nil
  }

  /// Of a zone that is no line, the point nearest to one outside of it, both in the plane.
  package func nearest(to point: SIMD2<Double>) -> SIMD2<Double> {
    if contains(point) { return point }
    let outer = clamp(point, zone.a1Deg, min(zone.r2M, zone.r1M)...zone.r1M)
    guard zone.r2M > 0, zone.a2Deg > 0 else { return outer }
    let inner = clamp(point, zone.a2Deg, 0...zone.r2M)
    func square(_ other: SIMD2<Double>) -> Double { ((other - point) * (other - point)).sum() }
    return square(inner) < square(outer) ? inner : outer
  }

  /// The nearest point of a sector of a ring.
  private func clamp(
    _ point: SIMD2<Double>, _ halfDeg: Double, _ radii: ClosedRange<Double>
  ) -> SIMD2<Double> {
    let distance = (point * point).sum().squareRoot()
    if distance > 0, halfDeg > 0, isWithin(halfDeg, point, distance) {
      return point * (min(radii.upperBound, max(radii.lowerBound, distance)) / distance)
    }
    let ray = rays(halfDeg).max { ($0 * point).sum() < ($1 * point).sum() } ?? middle
    return ray * min(radii.upperBound, max(radii.lowerBound, (ray * point).sum()))
  }
}

import CMath
import FlightModel
import FlightPicture
import Waypoints

/// The outline of a task point's zone on the ground.
struct ZoneOutline {
  /// Larger zones than this are drawn as this, m.
  private static let largestRadius = 500_000.0

  private let centre: Coordinate
  private let zone: ObservationZone
  /// Direction of the middle line, degrees.
  private let axis: Double

  init(_ task: FlightTask, point index: Int) {
    let point = task.points[index]
    centre = point.waypoint.position
    zone = point.zone
    let before = index > 0 ? task.points[index - 1].waypoint.position : nil
    let after =
      index + 1 < task.points.count ? task.points[index + 1].waypoint.position : nil
    axis = Self.axis(
      of: point, before: before, after: after, start: task.points[0].waypoint.position)
  }

  /// A line; or the outer sector or circle, and the inner one if there is one.
  var zones: [FlightLayers.Zone] {
    guard zone.r1M.isFinite, zone.r1M > 0 else { return [] }
    if zone.isLine {
      let ends = [axis - 90, axis + 90].map { place($0, zone.r1M) }
      return [FlightLayers.Zone(outline: ends)]
    }
    var zones = [sector(radius: zone.r1M, half: zone.a1Deg)]
    if zone.r2M.isFinite, zone.r2M > 0 {
      zones.append(sector(radius: zone.r2M, half: zone.a2Deg > 0 ? zone.a2Deg : 180))
    }
    return zones
  }

  private func sector(radius: Double, half: Double) -> FlightLayers.Zone {
    let half = half.isFinite ? min(180, max(0, half)) : 180
    let count = max(6, Int(half / 180 * 40))
    var outline = (0...count).map { step in
      place(axis - half + 2 * half * Double(step) / Double(count), radius)
    }
    if half < 180 {
      outline.insert(centre, at: 0)
      outline.append(centre)
    }
    return FlightLayers.Zone(outline: outline)
  }

  private func place(_ bearing: Double, _ radius: Double) -> Coordinate {
    let (angle, radius) = (bearing * .pi / 180, min(radius, Self.largestRadius))
    return centre.moved(north: barograph_cos(angle) * radius, east: barograph_sin(angle) * radius)
  }

  private static func axis(
    of point: TaskPoint, before: Coordinate?, after: Coordinate?, start: Coordinate
  ) -> Double {
    let centre = point.waypoint.position
    let toNext = after.map { bearing(centre, $0) }
    let toPrevious = before.map { bearing(centre, $0) }
    switch point.zone.direction {
    case .fixed: return point.zone.a12Deg.isFinite ? point.zone.a12Deg : 0
    case .next: return toNext ?? (toPrevious ?? 0) + 180
    case .previous: return toPrevious ?? (toNext ?? 0) + 180
    case .start: return bearing(centre, start)
    case .symmetric: return awayFrom(toNext ?? toPrevious ?? 0, toPrevious ?? toNext ?? 0)
    }
  }

  /// The direction opposite to the middle of two.
  private static func awayFrom(_ first: Double, _ second: Double) -> Double {
    let (a, b) = (first * .pi / 180, second * .pi / 180)
    let east = barograph_sin(a) + barograph_sin(b)
    let north = barograph_cos(a) + barograph_cos(b)
    // Neighbours on opposite sides: the sector stands across the course.
    guard abs(east) + abs(north) > 1e-9 else { return first + 90 }
    return barograph_atan2(east, north) * 180 / .pi + 180
  }

  /// The direction in which a great circle leaves a place, degrees.
  private static func bearing(_ from: Coordinate, _ to: Coordinate) -> Double {
    let radians = Double.pi / 180
    let (south, north) = (from.latitude * radians, to.latitude * radians)
    let east = (to.longitude - from.longitude) * radians
    let y = barograph_sin(east) * barograph_cos(north)
    let x =
      barograph_cos(south) * barograph_sin(north)
      - barograph_sin(south) * barograph_cos(north) * barograph_cos(east)
    return barograph_atan2(y, x) * 180 / .pi
  }
}

import CMath
import FlightModel

/// The shortest and the longest way that an assigned-area task allows, from the start's point to the
/// finish's point on the FAI sphere.
package struct AreaRange: Equatable, Sendable {
  /// m.
  package var shortestM: Double
  package var longestM: Double

  /// Nil for a task without assigned areas.
  ///
  /// The best of all ways through corners of the areas: their edges every degree, and for the shortest
  /// way rings inside every five degrees. So the longest may be too short, and the shortest too long,
  /// by 0.01 % of each area's radius; where areas overlap, the shortest by some per cent of the smaller
  /// one.
  package init?(_ task: FlightTask) {
    guard task.points.count >= 2, task.hasAssignedAreas else { return nil }
    let edges = task.points.indices.map { Self.corners(task, $0, isInside: false) }
    let all = task.points.indices.map { Self.corners(task, $0, isInside: true) }
    longestM = -Self.least(edges, sign: -1)
    shortestM = Self.least(all, sign: 1)
  }

  private static func corners(
    _ task: FlightTask, _ index: Int, isInside: Bool
  ) -> [SIMD3<Double>] {
    let zone = TaskZone(ofPoint: index, in: task)
    let isEnd = index == 0 || index == task.points.count - 1
    guard zone.zone.isAssignedArea, !zone.zone.isLine, !isEnd else {
      return [zone.plane.vector(SIMD2(0, 0))]
    }
    var points = zone.outlinePoints(stepDeg: 1)
    if isInside {
      let inner = zone.outlinePoints(stepDeg: 5)
      points += [1.0 / 3, 2.0 / 3].flatMap { part in inner.map { $0 * part } } + [SIMD2(0, 0)]
      points = points.filter { zone.contains($0) || zone.contains($0 * 0.999_999) }
    }
    return points.map(zone.plane.vector)
  }

  /// The least sum of distances, each times `sign`, over one corner a layer.
  private static func least(_ layers: [[SIMD3<Double>]], sign: Double) -> Double {
    var sums = layers[0].map { _ in 0.0 }
    for (before, here) in zip(layers, layers.dropFirst()) {
      sums = here.map { place in
        var least = Double.infinity
        for (index, corner) in before.enumerated() {
          least = min(least, sums[index] + sign * distance(corner, place))
        }
        return least
      }
    }
    return sums.min() ?? 0
  }

  private static func distance(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double {
    let chord = ((first - second) * (first - second)).sum().squareRoot()
    return 2 * Coordinate.sphereRadius * barograph_asin(min(1, chord / 2))
  }
}

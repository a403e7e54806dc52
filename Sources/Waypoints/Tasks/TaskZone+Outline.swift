import CMath
package import FlightModel

extension TaskZone {
  /// The zone's edge to draw: the two ends of a line, or a closed ring with corners at least every
  /// `stepDeg` degrees, whose last place is not the first one again. The hole in a full ring is left
  /// out.
  package func outline(stepDeg: Double = 5) -> [Coordinate] {
    outlinePoints(stepDeg: stepDeg).map(plane.place)
  }

  /// In the plane.
  func outlinePoints(stepDeg: Double) -> [SIMD2<Double>] {
    if zone.isLine {
      let right = SIMD2(middle.y, -middle.x)
      return [-right * zone.r1M, right * zone.r1M]
    }
    if zone.a1Deg >= 180 { return Array(arc(zone.r1M, -180, 180, stepDeg).dropLast()) }
    let outer = arc(zone.r1M, -zone.a1Deg, zone.a1Deg, stepDeg)
    guard zone.r2M > 0 else { return outer + [SIMD2(0, 0)] }
    let centre = zone.a2Deg > 0 && zone.a2Deg < 180 ? [SIMD2(0.0, 0)] : []
    return outer + arc(zone.r2M, zone.a1Deg, zone.a2Deg, stepDeg) + centre
      + arc(zone.r2M, -zone.a2Deg, -zone.a1Deg, stepDeg)
  }

  /// From one angle at the middle line to another, both included, degrees clockwise.
  private func arc(
    _ radius: Double, _ first: Double, _ last: Double, _ stepDeg: Double
  ) -> [SIMD2<Double>] {
    let right = SIMD2(middle.y, -middle.x)
    let count = max(1, Int((abs(last - first) / max(0.1, stepDeg)).rounded(.up)))
    return (0...count).map { index in
      let degrees = first + (last - first) * Double(index) / Double(count)
      let angle = degrees * Double.pi / 180
      return (middle * barograph_cos(angle) + right * barograph_sin(angle)) * radius
    }
  }
}

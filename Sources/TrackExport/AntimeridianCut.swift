import FlightModel

/// Where the shorter way between two fixes crosses the antimeridian: the same moment at 180 degrees
/// on both sides.
struct AntimeridianCut {
  /// The end of the line before the edge.
  let before: TrackFix
  /// The beginning of the line after it.
  let after: TrackFix

  /// Nil if the way does not cross it.
  init?(from first: TrackFix, to second: TrackFix) {
    let (start, end) = (first.position.longitudeE7, second.position.longitudeE7)
    let step = Int64(end) - Int64(start)
    guard step.magnitude > 1_800_000_000 else { return nil }
    let edge: Int32 = step < 0 ? 1_800_000_000 : -1_800_000_000
    let way = step + 2 * Int64(edge)
    let share = Double(Int64(edge) - Int64(start)) / Double(way)
    var cut = first
    cut.time = first.time.advanced(
      byMilliseconds: Int64(Double(second.time.milliseconds(since: first.time)) * share))
    cut.position = Coordinate(
      latitudeE7: Self.between(first.position.latitudeE7, second.position.latitudeE7, share),
      longitudeE7: edge)
    cut.gnssAltitudeM = Self.between(first.gnssAltitudeM, second.gnssAltitudeM, share)
    cut.pressureAltitudeM = Self.between(first.pressureAltitudeM, second.pressureAltitudeM, share)
    before = cut
    cut.position.longitudeE7 = -edge
    after = cut
  }

  private static func between(_ start: Int32, _ end: Int32, _ share: Double) -> Int32 {
    Int32((Double(start) + (Double(end) - Double(start)) * share).rounded())
  }

  private static func between(_ start: Int32?, _ end: Int32?, _ share: Double) -> Int32? {
    guard let start, let end else { return start ?? end }
    return between(start, end, share)
  }
}

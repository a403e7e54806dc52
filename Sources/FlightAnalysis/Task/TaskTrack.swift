import FlightModel
import Waypoints

/// The scoring fixes of a flight with everything between them: an instant is the number of a fix and
/// the part of the way to the next, so 4.5 is halfway from the fifth fix to the sixth.
struct TaskTrack: Sendable {
  typealias Instant = Double

  private let fixes: [TrackFix]
  /// In the file.
  private let indices: [Int]
  let places: [SpherePoint]

  /// The fixes from take-off to landing, where they are known.
  init(_ fixes: [TrackFix], _ part: FlightPart?) {
    let first = part?.takeoff?.index ?? 0
    let last = part?.landing?.index ?? Int.max
    indices = fixes.scoringIndices.filter { $0 >= first && $0 <= last }
    self.fixes = indices.map { fixes[$0] }
    places = self.fixes.map { SpherePoint($0.position) }
  }

  var count: Int { fixes.count }

  /// In the plane around a point of the task.
  func projected(_ plane: LocalPlane) -> [SIMD2<Double>] { places.map { plane.project($0.vector) } }

  /// m above mean sea level as the receiver gives it, else above 1013.25 hPa; nil where neither is
  /// known.
  func altitude(_ instant: Instant) -> Double? {
    let (index, part) = split(instant)
    guard let altitude = altitude(ofFix: index) else { return nil }
    guard part > 0, let next = altitudes(after: index) else { return altitude }
    return altitude + (next - altitude) * part
  }

  func altitude(ofFix index: Int) -> Double? {
    (fixes[index].gnssAltitudeM ?? fixes[index].pressureAltitudeM).map(Double.init)
  }

  private func altitudes(after index: Int) -> Double? {
    index + 1 < count ? altitude(ofFix: index + 1) : nil
  }

  func moment(_ instant: Instant) -> FlightMoment {
    let (index, part) = split(instant)
    var time = fixes[index].time
    if part > 0, index + 1 < count {
      let step = fixes[index + 1].time.milliseconds(since: time)
      time = time.advanced(byMilliseconds: Int64((Double(step) * part).rounded()))
    }
    return FlightMoment(time: time, index: indices[index])
  }

  /// On the straight line between two fixes.
  func place(_ instant: Instant) -> Coordinate {
    let (index, part) = split(instant)
    let here = fixes[index].position
    guard part > 0, index + 1 < count else { return here }
    let plane = LocalPlane(around: here)
    return plane.place(plane.project(fixes[index + 1].position) * part)
  }

  private func split(_ instant: Instant) -> (index: Int, part: Double) {
    let index = min(count - 1, max(0, Int(instant)))
    return (index, instant - Double(index))
  }
}

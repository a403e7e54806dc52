import FlightModel

/// Climb and sink in seven classes, from strong sink (blue) to strong climb (red).
enum ClimbScale {
  /// Upper bounds of all classes but the last, m/s.
  static let bounds = [-2.5, -1.2, -0.4, 0.4, 1.2, 2.5]
  static let colors: [Ink] = [
    .climb0, .climb1, .climb2, .climb3, .climb4, .climb5, .climb6,
  ]
  /// The class of a climb that is not known.
  static let neutral = 3

  static func classOf(_ climb: Double?) -> Int {
    guard let climb else { return neutral }
    return bounds.firstIndex { climb < $0 } ?? bounds.count
  }
}

/// The mean climb around a moment of the flight.
struct ClimbRate {
  /// Times in s from the first one and altitudes in m of the better known altitude.
  private var times: [Double] = []
  private var altitudes: [Double] = []

  /// A shorter stretch than this shows the receiver's noise instead of the air, s; less in a flight
  /// of a minute.
  private var shortestWindow: Double { min(20, max(2, (times.last ?? 0) / 8)) }

  init(_ points: [PicturePoint]) {
    let pressure = points.count { $0.pressureAltitudeCm != nil }
    let gnss = points.count { $0.gnssAltitudeCm != nil }
    let altitude: KeyPath<PicturePoint, Int32?> =
      pressure >= gnss ? \.pressureAltitudeCm : \.gnssAltitudeCm
    guard let first = points.first?.time else { return }
    for point in points {
      guard let value = point[keyPath: altitude] else { continue }
      times.append(Double(point.time.milliseconds(since: first)) / 1000)
      altitudes.append(Double(value) / 100)
    }
  }

  /// m/s over at least 20 s around a stretch that is given in seconds from the first point; nil
  /// where the altitude is not known.
  func mean(from start: Double, to end: Double) -> Double? {
    let half = max(end - start, shortestWindow) / 2
    let middle = (start + end) / 2
    let low = index(atOrBefore: middle - half)
    let high = index(atOrBefore: middle + half)
    guard high > low, times[high] - times[low] >= min(5, half / 2) else { return nil }
    return (altitudes[high] - altitudes[low]) / (times[high] - times[low])
  }

  private func index(atOrBefore time: Double) -> Int {
    var (low, high) = (0, times.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    return low
  }

  /// Indices of the points where climbing turns to sinking or back, at most 300: a line that is
  /// thinned keeps them, so that a climb on a small spot and the glide after it stay two colours.
  func turningPoints(of points: [PicturePoint]) -> Set<Int> {
    guard let first = points.first?.time else { return [] }
    var window = max(40, (times.last ?? 0) / 2_000)
    while true {
      var turns: Set<Int> = []
      var (isClimbing, next) = (Bool?.none, 0.0)
      for (index, point) in points.enumerated() {
        let time = Double(point.time.milliseconds(since: first)) / 1000
        guard time >= next else { continue }
        next = time + window / 8
        guard let climb = mean(from: time - window / 2, to: time + window / 2), abs(climb) > 0.4
        else { continue }
        if let isClimbing, isClimbing != (climb > 0) { turns.insert(index) }
        isClimbing = climb > 0
      }
      if turns.count <= 300 { return turns }
      window *= 2
    }
  }
}

/// Tells what was flown from how fast it was and how tightly it turned.
struct SportFinder {
  let path: FlightPath
  let turning: Turning

  /// Speeds in m/s over the ground, which wind lowers and raises: a bound each side of which the
  /// sport is plain, and nothing is said between.
  static let gliderCircles = 18.5
  static let paragliderCircles = 11.5
  static let hangGliderCircles = 12.5
  static let gliderCruise = 22.0
  static let paragliderCruise = 13.5
  static let hangGliderCruise = 12.0
  /// Wider circles than this, m, are a glider's; no glider turns in less.
  static let gliderRadius = 50.0
  /// Evidence of less time than this, s, is none.
  static let least = 60.0

  /// Nil when it cannot tell.
  func sport(_ spans: [FlownSpan], _ circling: [Circling]) -> Sport? {
    let cruise = medianSpeed(spans)
    guard let circles = circles(circling) else { return sport(cruise) }
    if circles.speed >= Self.gliderCircles, circles.radius >= Self.gliderRadius { return .glider }
    guard circles.speed < Self.gliderCircles, let cruise else { return nil }
    if circles.speed <= Self.paragliderCircles, cruise <= Self.paragliderCruise {
      return .paraglider
    }
    let isHangGlider = circles.speed >= Self.hangGliderCircles && cruise >= Self.hangGliderCruise
    return isHangGlider ? .hangGlider : nil
  }

  /// Of a flight without circles: what is between may be a slow glider or a paraglider in wind.
  private func sport(_ cruise: Double?) -> Sport? {
    guard let cruise else { return nil }
    return cruise >= Self.gliderCruise ? .glider : cruise <= 10 ? .paraglider : nil
  }

  /// Mean speed along the circles and their radius; the wind goes out over whole circles.
  private func circles(_ circling: [Circling]) -> (speed: Double, radius: Double)? {
    var way = 0.0
    var time = 0.0
    var degrees = 0.0
    for run in circling {
      for position in run.first..<run.last {
        way += path[position].distance(to: path[position + 1])
      }
      time += path.seconds(run.first, run.last)
      degrees += run.degrees
    }
    guard time >= Self.least, degrees > 0 else { return nil }
    return (way / time, way / (degrees * Double.pi / 180))
  }

  /// The speed that half of the moments aloft exceed; nil when there are too few.
  private func medianSpeed(_ spans: [FlownSpan]) -> Double? {
    var counts = [Int](repeating: 0, count: 101)
    var seconds = 0.0
    for span in spans {
      seconds += path.seconds(span.first, span.last)
      for position in span.first..<span.last { counts[Int(min(100, path[position].speed))] += 1 }
    }
    guard seconds >= Self.least else { return nil }
    let half = counts.reduce(0, +) / 2
    var sum = 0
    for (speed, count) in counts.enumerated() {
      sum += count
      if sum > half { return Double(speed) + 0.5 }
    }
    return nil
  }
}

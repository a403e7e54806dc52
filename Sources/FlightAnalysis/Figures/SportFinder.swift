import CMath

/// Tells what was flown from how fast it goes through the air, circling and straight.
struct SportFinder {
  /// Speeds through the air, m/s: on each side of a gap the sport is plain, within it nothing is
  /// said.
  static let gliderCircles = 18.5
  static let fastestCircles = 45.0
  /// Of circling and straight flight, the mean.
  static let paraglider = 12.0
  static let hangGlider = 13.2
  /// A glider does not turn tighter, m.
  static let gliderRadius = 50.0
  /// Without circles the wind is not known: what is flown for the fastest tenth of the time, over
  /// the ground.
  static let gliderGround = 25.0
  static let paragliderGround = 13.0
  /// Evidence of less time than this, s, is none.
  static let least = 60.0

  let path: FlightPath

  /// Nil when it cannot tell.
  func sport(_ spans: [FlownSpan], _ circling: [Circling]) -> Sport? {
    var circles = AirMotion(path)
    for run in circling { circles.take(run) }
    guard circles.seconds >= Self.least else { return sport(ofStraight: spans) }
    if circles.speed >= Self.gliderCircles {
      let isGlider = circles.speed <= Self.fastestCircles && circles.radius >= Self.gliderRadius
      return isGlider ? .glider : nil
    }
    let straight = straight(spans, circling, circles.wind)
    let cruise = straight?.speed(exceededFor: 0.5) ?? circles.speed
    let speed = (circles.speed + cruise) / 2
    return speed <= Self.paraglider ? .paraglider : speed >= Self.hangGlider ? .hangGlider : nil
  }

  private func sport(ofStraight spans: [FlownSpan]) -> Sport? {
    guard let speed = straight(spans, [], (0, 0))?.speed(exceededFor: 0.1) else { return nil }
    if speed >= Self.gliderGround { return .glider }
    return speed <= Self.paragliderGround && showsTurns(spans) ? .paraglider : nil
  }

  /// Whether the fixes are so near that a straight line between them is the way: a long step cuts
  /// through circles and looks slow.
  private func showsTurns(_ spans: [FlownSpan]) -> Bool {
    let steps = spans.reduce(0) { $0 + $1.last - $1.first }
    let seconds = spans.reduce(0) { $0 + path.seconds($1.first, $1.last) }
    return seconds <= Double(steps) * Turning.longestStep
  }

  /// The speeds through the air outside circles; nil of too little time.
  private func straight(
    _ spans: [FlownSpan], _ circling: [Circling], _ wind: (east: Double, north: Double)
  ) -> SpeedCounts? {
    var speeds = SpeedCounts()
    var runs = circling[...]
    for span in spans {
      for position in span.first..<span.last {
        while let run = runs.first, run.last <= position { runs.removeFirst() }
        if let run = runs.first, run.first <= position { continue }
        speeds.take(path.airspeed(position, wind), path.seconds(position, position + 1))
      }
    }
    return speeds.seconds >= Self.least ? speeds : nil
  }
}

/// How an aircraft circles in air that drifts: over whole circles the drift is the wind.
private struct AirMotion {
  private let path: FlightPath
  private var way = 0.0
  private var degrees = 0.0
  private var east = 0.0
  private var north = 0.0
  private(set) var seconds = 0.0

  init(_ path: FlightPath) { self.path = path }

  mutating func take(_ run: Circling) {
    let time = path.seconds(run.first, run.last)
    guard time > 0 else { return }
    let first = path[run.first]
    let last = path[run.last]
    let wind = (east: (last.east - first.east) / time, north: (last.north - first.north) / time)
    let chords = (run.first..<run.last).reduce(0) {
      $0 + path.airspeed($1, wind) * path.seconds($1, $1 + 1)
    }
    let half = run.degrees * (Double.pi / 360) / Double(run.last - run.first)
    way += half > 0 && half < 1.5 ? chords * half / barograph_sin(half) : chords
    east += last.east - first.east
    north += last.north - first.north
    degrees += run.degrees
    seconds += time
  }

  var speed: Double { way / seconds }
  var wind: (east: Double, north: Double) { (east / seconds, north / seconds) }
  /// m.
  var radius: Double { degrees > 0 ? way / (degrees * Double.pi / 180) : 0 }
}

/// How long each speed was flown, in steps of 1 m/s.
private struct SpeedCounts {
  private var counts = [Double](repeating: 0, count: 101)
  private(set) var seconds = 0.0

  mutating func take(_ speed: Double, _ seconds: Double) {
    counts[Int(min(100, speed))] += seconds
    self.seconds += seconds
  }

  /// What is exceeded for a part of the time.
  func speed(exceededFor share: Double) -> Double {
    var above = seconds * share
    for (speed, count) in counts.enumerated().reversed() where count > 0 {
      if count >= above { return Double(speed) + 1 - above / count }
      above -= count
    }
    return 0
  }
}

extension FlightPath {
  /// From a moment to the next, in a wind of metres a second to the east and north.
  fileprivate func airspeed(_ position: Int, _ wind: (east: Double, north: Double)) -> Double {
    let time = seconds(position, position + 1)
    guard time > 0 else { return 0 }
    let east = (moments[position + 1].east - moments[position].east) / time - wind.east
    let north = (moments[position + 1].north - moments[position].north) / time - wind.north
    return (east * east + north * north).squareRoot()
  }
}

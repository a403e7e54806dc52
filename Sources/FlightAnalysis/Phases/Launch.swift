/// Being pulled up: by a winch, a tug or a car.
struct Launch {
  /// A rope pulls at least so high, m.
  static let height = 80.0
  /// A tow gains this much on average, m/s; slower is a slope's lift.
  static let towClimb = 1.2
  /// Without gain for so long, s, it was let go.
  static let without = 10.0
  /// A winch pulls this fast, m/s, for so long, s, in its first minute; no tug does.
  static let winchClimb = 5.0
  static let winchPull = 30.0
  static let winchWithin = 60.0
  /// Its rope is gone when the climb falls to this part of that.
  static let winchFade = 0.25
  /// Of a slow aircraft (below this, m/s over the ground on average) that is pulled: it climbs faster.
  static let slow = 15.0
  static let slowClimb = 2.0

  /// The moment of the release after a take-off; nil when it was launched by foot or by its engine.
  static func release(in path: FlightPath, _ span: FlownSpan) -> Int? {
    guard path.hasAltitude, span.hasTakeoff else { return nil }
    let climb = InitialClimb(path: path, span: span)
    let pulled = climb.greatestGain(of: winchPull, within: winchWithin) / winchPull
    let least = pulled >= winchClimb ? winchFade * pulled * without : 0
    guard let release = climb.end(gaining: least), release < span.last else { return nil }
    let gain = path.rise(span.first, release)
    let time = path.seconds(span.first, release)
    guard gain >= height, time > 0 else { return nil }
    let way = (span.first..<release).reduce(0) { $0 + path[$1].distance(to: path[$1 + 1]) }
    return gain >= time * (way < slow * time ? slowClimb : towClimb) ? release : nil
  }
}

/// The climb after a take-off.
private struct InitialClimb {
  /// It is begun when it has gained this, m: before it there is the roll.
  static let begun = 15.0

  let path: FlightPath
  let span: FlownSpan

  /// The greatest gain over some seconds that begin in the first of the climb, m.
  func greatestGain(of seconds: Double, within limit: Double) -> Double {
    var greatest = 0.0
    var later = span.first
    for position in span.first...span.last {
      if path.seconds(span.first, position) > limit { break }
      later = self.later(than: position, by: seconds, from: later)
      greatest = max(greatest, path.rise(position, later))
    }
    return greatest
  }

  /// The highest moment before the first ten seconds that gained no more than so much, m.
  func end(gaining least: Double) -> Int? {
    var later = span.first
    var highest = span.first
    for position in span.first...span.last {
      if path[position].altitude >= path[highest].altitude { highest = position }
      guard path.rise(span.first, highest) >= Self.begun else { continue }
      later = self.later(than: position, by: Launch.without, from: later)
      if path.seconds(position, later) >= Launch.without, path.rise(highest, later) <= least {
        return highest
      }
    }
    return nil
  }

  private func later(than position: Int, by seconds: Double, from start: Int) -> Int {
    var later = max(start, position)
    while later < span.last, path.seconds(position, later) < seconds { later += 1 }
    return later
  }
}

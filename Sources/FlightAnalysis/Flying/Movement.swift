/// A run of moments that only something in the air shows: it moves and its height changes.
struct Movement {
  /// Moves, m/s.
  static let moving = 4.0
  /// Height gained or lost, m, within the time, s: the recorder's signs of a take-off.
  static let step = (metres: 8.0, seconds: 15.0)
  /// The same without speed: a climb or descent on the spot.
  static let rise = (metres: 15.0, seconds: 30.0)
  /// Slower than this it does not rise, m/s: a receiver that finds its altitude does.
  static let barelyMoving = 1.0
  /// Without altitude: as fast as this, m/s, for so long, s.
  static let fastWithoutHeight = (speed: 10.0, seconds: 10.0)
  /// Shorter runs are noise, s.
  static let shortest = 5.0

  var first: Int
  var last: Int

  /// Every such run, in order.
  static func all(in path: FlightPath) -> [Movement] {
    let steps = path.ahead(step.seconds)
    let rises = path.ahead(rise.seconds)
    let shortest = path.hasAltitude ? shortest : fastWithoutHeight.seconds
    var runs: [Movement] = []
    var start: Int?
    for position in 0...path.count {
      let flies =
        position < path.count && path.flies(position, steps[position], rises[position])
      if flies {
        start = start ?? position
      } else if let first = start {
        let end = min(position, path.count - 1)
        if path.seconds(first, end) >= shortest { runs.append(Movement(first: first, last: end)) }
        start = nil
      }
    }
    return runs
  }
}

extension FlightPath {
  fileprivate func flies(_ position: Int, _ step: Int, _ rise: Int) -> Bool {
    let moment = moments[position]
    guard hasAltitude else { return moment.speed >= Movement.fastWithoutHeight.speed }
    if moment.speed >= Movement.moving {
      return changes(position, step, Movement.step)
    }
    return moment.speed >= Movement.barelyMoving && changes(position, rise, Movement.rise)
  }

  /// Whether the height changes so fast from one moment to another.
  private func changes(
    _ first: Int, _ last: Int, _ least: (metres: Double, seconds: Double)
  ) -> Bool {
    let change = abs(self.rise(first, last))
    return change >= least.metres * max(1, seconds(first, last) / least.seconds)
  }
}

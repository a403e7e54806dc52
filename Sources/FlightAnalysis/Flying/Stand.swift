/// A stay on one spot, or a slow walk at one height.
struct Stand {
  /// Slower than this may be standing, m/s.
  static let slow = 2.5
  /// Of a walk, m/s.
  static let walk = 2.2
  /// Within this distance and height of where it began, m.
  static let radius = 20.0
  static let height = 6.0
  static let walkHeight = 8.0
  /// At the height of take-off so much time on the spot is ground, elsewhere so much, s: a hover in
  /// wave keeps neither place nor height for so long.
  static let secondsAtField = 60.0
  static let secondsElsewhere = 180.0
  static let walkAtField = 180.0
  static let walkElsewhere = 600.0
  /// What only two fixes show may be a beat along a slope; it takes so long, s.
  static let secondsUnseen = 300.0
  /// Within this height of take-off, m, it is the field.
  static let fieldBand = 50.0

  var first: Int
  var last: Int
  var isWalk: Bool
  /// The moment that the first one's speed is measured to: a roll-out has ended there.
  private var anchor: Int

  private init(at position: Int, anchor: Int, isWalk: Bool) {
    first = position
    last = position
    self.anchor = anchor
    self.isWalk = isWalk
  }

  /// Whether so many seconds and steps of it are enough for a landing in between.
  func isGround(for seconds: Double, steps: Int, atField: Bool) -> Bool {
    let needed =
      isWalk
      ? (atField ? Self.walkAtField : Self.walkElsewhere)
      : (atField ? Self.secondsAtField : Self.secondsElsewhere)
    return seconds >= (steps > 1 ? needed : max(needed, Self.secondsUnseen))
  }

  /// Every stand of a minute and more and every walk of three, in the order of their ends.
  static func all(in path: FlightPath) -> [Stand] {
    let anchors = path.ahead(FlightPath.speedWindow)
    var found: [Stand] = []
    var stand: Stand?
    var walk: Stand?
    for position in 0..<path.count {
      close(&stand, position, path, &found)
      close(&walk, position, path, &found)
      let speed = path[position].speed
      if stand == nil, speed < slow {
        stand = Stand(at: position, anchor: anchors[position], isWalk: false)
      }
      if walk == nil, speed < Self.walk {
        walk = Stand(at: position, anchor: anchors[position], isWalk: true)
      }
    }
    close(&stand, nil, path, &found)
    close(&walk, nil, path, &found)
    return found
  }

  /// Goes on with a stand at the next moment, or ends it there.
  private static func close(
    _ stand: inout Stand?, _ position: Int?, _ path: FlightPath, _ found: inout [Stand]
  ) {
    guard var open = stand else { return }
    if let position, open.holds(path[position], path[open.anchor]) {
      open.last = position
      stand = open
      return
    }
    let needed = open.isWalk ? walkAtField : secondsAtField
    if path.seconds(open.first, open.last) >= needed { found.append(open) }
    stand = nil
  }

  private func holds(_ moment: Moment, _ anchor: Moment) -> Bool {
    let rise = abs(moment.altitude - anchor.altitude)
    if isWalk { return moment.speed < Self.walk && rise <= Self.walkHeight }
    return moment.speed < Self.slow && rise <= Self.height
      && moment.distance(to: anchor) <= Self.radius
  }
}

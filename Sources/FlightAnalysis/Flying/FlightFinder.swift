/// The moments between which something flew.
struct FlownSpan: Equatable {
  /// Positions in the path: from take-off to landing.
  var first: Int
  var last: Int
  /// Whether the track shows the take-off and the landing, or begins or ends in the air.
  var hasTakeoff: Bool
  var hasLanding: Bool
}

/// Finds the flights of a track with the whole of it in view: what surely flies is put together
/// where no stand on the ground parts it, and from there the edges are looked for outwards.
///
/// It has the recorder's thresholds (`FlightDetector`), so that a flight that was recorded here
/// begins when the recorder said; it ends with the roll-out, not at the touch-down.
struct FlightFinder {
  let path: FlightPath
  private let soon: [Int]
  private let shortly: [Int]
  private let before: [Int]

  /// Flights below this height between the lowest and the highest moment are none, m.
  static let lowest = 12.0
  /// Standing and level: height changes less than this in ten seconds, m.
  static let level = 3.0
  /// A roll longer than this, s, holds a taxi, which ends where it was last slower than this, m/s,
  /// if the take-off is as fast as this, m/s.
  static let longRoll = 25.0
  static let taxi = 8.0
  static let fastTakeoff = 15.0
  /// Off the ground, m.
  static let aloft = 4.0

  init(_ path: FlightPath) {
    self.path = path
    soon = path.ahead(2)
    shortly = path.ahead(10)
    before = path.behind(10)
  }

  /// Every flight, in order.
  func spans() -> [FlownSpan] {
    let movements = Movement.all(in: path)
    var spans: [FlownSpan] = []
    var floor = 0
    for group in groups(of: movements) {
      let ceiling = group.next.map { $0 - 1 } ?? path.count - 1
      guard let span = span(of: group.movement, floor, ceiling) else { continue }
      spans.append(span)
      floor = span.last + 1
    }
    return spans.filter(isHigh)
  }

  /// Movements that no stand on the ground parts, each with where the next begins.
  private func groups(of movements: [Movement]) -> [(movement: Movement, next: Int?)] {
    var groups: [(movement: Movement, next: Int?)] = []
    var stands = Stand.all(in: path)[...]
    for movement in movements {
      guard let open = groups.last else {
        groups.append((movement, nil))
        continue
      }
      if parts(open.movement, movement, &stands) {
        groups[groups.count - 1].next = movement.first
        groups.append((movement, nil))
      } else {
        groups[groups.count - 1].movement.last = movement.last
      }
    }
    return groups
  }

  /// Whether one of the stands between two movements is ground; those that end before the next are
  /// done with.
  private func parts(
    _ open: Movement, _ next: Movement, _ stands: inout ArraySlice<Stand>
  ) -> Bool {
    let between = stands.prefix { $0.first < next.first }
    stands = stands.drop { $0.last <= next.first }
    let field = path[open.first].altitude
    return between.contains { stand in
      let first = max(stand.first, open.last)
      let last = min(stand.last, next.first)
      let isField = abs(path[first].altitude - field) <= Stand.fieldBand
      return last > first
        && stand.isGround(
          for: path.seconds(first, last), steps: last - first, atField: isField)
    }
  }

  private func span(of movement: Movement, _ floor: Int, _ ceiling: Int) -> FlownSpan? {
    guard floor <= ceiling else { return nil }
    let takeoff = takeoff(before: max(movement.first, floor), floor...ceiling)
    let landing = landing(after: movement.last, ceiling)
    let first = takeoff ?? floor
    let last = landing ?? ceiling
    guard first < last else { return nil }
    return FlownSpan(
      first: first, last: last, hasTakeoff: takeoff != nil || floor > 0,
      hasLanding: landing != nil || ceiling < path.count - 1)
  }

  private func isHigh(_ span: FlownSpan) -> Bool {
    guard path.hasAltitude else { return true }
    var lowest = Double.infinity
    var highest = -Double.infinity
    for position in span.first...span.last {
      lowest = min(lowest, path[position].altitude)
      highest = max(highest, path[position].altitude)
    }
    return highest - lowest >= Self.lowest
  }

  // MARK: Take-off

  /// The first moving moment after the last that stood, or after a taxi before that.
  private func takeoff(before movement: Int, _ bounds: ClosedRange<Int>) -> Int? {
    var stood = movement
    while stood > bounds.lowerBound, !stoodSince(stood) { stood -= 1 }
    guard stoodSince(stood) else { return nil }
    let began = firstMoving(stood...bounds.upperBound, fasterThan: Movement.moving)
    let isFast = path[shortly[movement]].speed >= Self.fastTakeoff
    guard isFast, path.seconds(began, movement) > Self.longRoll else { return began }
    var slow = movement
    while slow > began, path[slow].speed >= Self.taxi { slow -= 1 }
    return slow > began ? firstMoving(slow...bounds.upperBound, fasterThan: Self.taxi) : began
  }

  private func stoodSince(_ position: Int) -> Bool {
    path[position].speed < Stand.slow && isLevel(before[position], position)
  }

  /// The first moment that is faster or off the ground, the last of the range if none is.
  private func firstMoving(_ range: ClosedRange<Int>, fasterThan speed: Double) -> Int {
    range.first {
      shortSpeed($0) >= speed || abs(path.rise(range.lowerBound, $0)) >= Self.aloft
    } ?? range.upperBound
  }

  /// Over the next two seconds, m/s.
  private func shortSpeed(_ position: Int) -> Double {
    let later = soon[position]
    let time = path.seconds(position, later)
    return time > 0 ? path[position].distance(to: path[later]) / time : 0
  }

  private func isLevel(_ first: Int, _ last: Int) -> Bool {
    abs(path.rise(first, last)) < Self.level
  }

  // MARK: Landing

  /// The first moment that stands: the end of the roll-out.
  private func landing(after movement: Int, _ ceiling: Int) -> Int? {
    (movement...max(movement, ceiling)).first { position in
      path[position].speed < Stand.slow && isLevel(position, shortly[position])
    }
  }
}

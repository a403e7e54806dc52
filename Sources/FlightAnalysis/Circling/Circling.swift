/// A run of circles.
struct Circling {
  /// Turning this fast, degrees a second, for so long, s, begins it, slower for so long ends it.
  static let rate = 4.0
  static let enterAfter = 15.0
  static let leaveAfter = 10.0
  /// Less than this, degrees, is a turn and no circle.
  static let least = 300.0
  /// Both ways when the lesser is this part of all turning.
  static let mixedShare = 0.2
  /// Circles that climb so long, s, and then go down for so long and so deep, m, are two runs.
  static let part = 30.0
  static let descent = 30.0

  /// Positions in the path.
  var first: Int
  var last: Int
  var turn: FlightPhase.Turn
  /// Degrees turned, both ways.
  var degrees: Double

  /// Every run between two moments, in order.
  static func all(in path: FlightPath, _ turning: Turning, _ span: ClosedRange<Int>) -> [Circling] {
    var found: [Circling] = []
    var first: Int?
    var last = span.lowerBound
    for position in span {
      if abs(turning.rates[position]) >= rate {
        first = first ?? position
        last = position
      } else if let begun = first, path.seconds(last, position) >= leaveAfter {
        found += runs(path, turning, begun, last)
        first = nil
      } else if let begun = first, path.seconds(begun, position) < enterAfter {
        first = nil
      }
    }
    if let first { found += runs(path, turning, first, last) }
    return found
  }

  /// One run, or the climb and the descent of one; none of a turn.
  private static func runs(
    _ path: FlightPath, _ turning: Turning, _ first: Int, _ last: Int
  ) -> [Circling] {
    let whole = run(path, turning, first, last)
    guard path.seconds(first, last) >= enterAfter, whole.degrees >= least else { return [] }
    let top = (first...last).max { path[$0].altitude < path[$1].altitude } ?? first
    guard path.seconds(first, top) >= part, path.seconds(top, last) >= part,
      path.rise(first, top) > 0, path.rise(top, last) <= -descent
    else { return [whole] }
    return [run(path, turning, first, top), run(path, turning, top, last)]
  }

  private static func run(
    _ path: FlightPath, _ turning: Turning, _ first: Int, _ last: Int
  ) -> Circling {
    var left = 0.0
    var right = 0.0
    for position in first..<last {
      let degrees = turning.rates[position] * path.seconds(position, position + 1)
      if degrees < 0 { left -= degrees } else { right += degrees }
    }
    let isMixed = min(left, right) >= (left + right) * mixedShare
    return Circling(
      first: first, last: last, turn: isMixed ? .mixed : left > right ? .left : .right,
      degrees: left + right)
  }
}

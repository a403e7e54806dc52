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
        if let run = run(path, turning, begun, last) { found.append(run) }
        first = nil
      } else if let begun = first, path.seconds(begun, position) < enterAfter {
        first = nil
      }
    }
    if let first, let run = run(path, turning, first, last) { found.append(run) }
    return found
  }

  private static func run(
    _ path: FlightPath, _ turning: Turning, _ first: Int, _ last: Int
  ) -> Circling? {
    guard path.seconds(first, last) >= enterAfter else { return nil }
    var left = 0.0
    var right = 0.0
    for position in first..<last {
      let degrees = turning.rates[position] * path.seconds(position, position + 1)
      if degrees < 0 { left -= degrees } else { right += degrees }
    }
    guard left + right >= least else { return nil }
    let isMixed = min(left, right) >= (left + right) * mixedShare
    return Circling(
      first: first, last: last, turn: isMixed ? .mixed : left > right ? .left : .right,
      degrees: left + right)
  }
}

/// Whether a span is the way to the launch or home by car, as far as height and speed tell.
///
/// A car stops on its way, and goes on; it turns no circles and climbs no steeper than a road. Some
/// flights are like that too, so a span is left out as a drive only beside a flight.
struct Drive {
  /// Slower than this a car stands, m/s, and so many times on its way.
  static let standing = 1.5
  static let stops = 2
  /// The beginning and the end are no stops, s.
  static let edge = 20.0
  /// Faster than this, m/s, for this part of the time.
  static let driving = 8.0
  static let drivingShare = 0.2
  /// A road rises less than this, m to a metre, but for noise, m; measured over so long, s.
  static let gradient = 0.2
  static let noise = 8.0
  static let window = 20.0

  let path: FlightPath

  /// The flights among the spans, with their circling.
  func leavingOutDrives(
    _ parts: [(span: FlownSpan, circling: [Circling])]
  ) -> [(span: FlownSpan, circling: [Circling])] {
    guard parts.count > 1 else { return parts }
    let flights = parts.filter { !$0.circling.isEmpty || !isDrive($0.span) }
    return flights.isEmpty ? parts : flights
  }

  private func isDrive(_ span: FlownSpan) -> Bool {
    path.hasAltitude && stops(span) >= Self.stops && isFast(span) && !isSteep(span)
  }

  private func stops(_ span: FlownSpan) -> Int {
    var count = 0
    var moves = false
    for position in span.first...span.last {
      let isEdge =
        path.seconds(span.first, position) < Self.edge
        || path.seconds(position, span.last) < Self.edge
      if path[position].speed < Self.standing, moves, !isEdge {
        count += 1
        moves = false
      } else if path[position].speed >= Movement.moving {
        moves = true
      }
    }
    return count
  }

  private func isFast(_ span: FlownSpan) -> Bool {
    let seconds = (span.first..<span.last).reduce(0.0) { sum, position in
      path[position].speed >= Self.driving ? sum + path.seconds(position, position + 1) : sum
    }
    return seconds >= path.seconds(span.first, span.last) * Self.drivingShare
  }

  private func isSteep(_ span: FlownSpan) -> Bool {
    var later = span.first
    var way = 0.0
    for position in span.first...span.last {
      while later < span.last, path.seconds(position, later) < Self.window {
        way += path[later].distance(to: path[later + 1])
        later += 1
      }
      if abs(path.rise(position, later)) > Self.noise + Self.gradient * way { return true }
      if position < later { way -= path[position].distance(to: path[position + 1]) }
    }
    return false
  }
}

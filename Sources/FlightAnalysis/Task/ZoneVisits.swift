import Waypoints

/// When a flight was in the zone of a task's point.
struct ZoneVisits: Sendable {
  /// From the first instant in the zone to the last; of a line, both are its crossing.
  struct Visit: Equatable, Sendable {
    var entry: TaskTrack.Instant
    var exit: TaskTrack.Instant
  }

  /// In the order of time; they do not touch.
  private(set) var visits: [Visit] = []

  /// What reaching the zone means.
  enum Role { case start, turnpoint, finish }

  init(_ zone: TaskZone, _ role: Role, _ track: TaskTrack) {
    let points = track.projected(zone.plane)
    if zone.zone.isLine {
      cross(zone, role, points)
    } else {
      enter(zone, points)
      // A start is made by leaving the zone, so it is there that the height counts.
      if role != .start { limitHeight(zone.zone, track) }
    }
    if zone.zone.isLine || role == .start {
      visits.removeAll { !Self.isAllowed(track.altitude($0.exit), zone.zone) }
    }
    // Whoever stays to the end has not started.
    if role == .start, !zone.zone.isLine, let last = visits.last?.exit,
      last >= Double(track.count - 1)
    {
      visits.removeLast()
    }
  }

  /// The first instant in the zone that is not before `instant`.
  func first(from instant: TaskTrack.Instant) -> TaskTrack.Instant? {
    var low = 0
    var high = visits.count
    while low < high {
      let middle = (low + high) / 2
      if visits[middle].exit < instant { low = middle + 1 } else { high = middle }
    }
    return low < visits.count ? max(visits[low].entry, instant) : nil
  }

  /// A start leaves the line, so of a fix on it the way that leads on counts, if the flight came from
  /// behind; everything else counts when the line is reached.
  private mutating func cross(_ zone: TaskZone, _ role: Role, _ points: [SIMD2<Double>]) {
    var cameFrom = -1.0
    for index in points.indices.dropLast() {
      let before = zone.side(points[index])
      let after = zone.side(points[index + 1])
      if before != 0 { cameFrom = before }
      let isMet =
        switch role {
        case .start: cameFrom < 0 && after > 0
        case .turnpoint: before != 0 && before * after <= 0
        case .finish: before < 0 && after >= 0
        }
      if isMet, let part = zone.crossing(from: points[index], to: points[index + 1]) {
        add(Double(index) + part)
      }
    }
  }

  private mutating func enter(_ zone: TaskZone, _ points: [SIMD2<Double>]) {
    for index in points.indices {
      if zone.contains(points[index]) { add(Double(index)) }
      guard index + 1 < points.count, !zone.isFar(points[index], points[index + 1]) else {
        continue
      }
      let way = points[index + 1] - points[index]
      var begin = 0.0
      for end in zone.edges(from: points[index], to: points[index + 1]) + [1] {
        if zone.contains(points[index] + way * ((begin + end) / 2)) {
          add(Double(index) + begin, Double(index) + end)
        }
        begin = end
      }
    }
  }

  /// Keeps the parts of the visits that are between the zone's lowest and highest altitude.
  private mutating func limitHeight(_ zone: ObservationZone, _ track: TaskTrack) {
    guard zone.lowestM != nil || zone.highestM != nil else { return }
    let whole = visits
    visits = []
    for visit in whole {
      var begin = visit.entry
      while begin <= visit.exit {
        let end = min(visit.exit, begin.rounded(.down) + 1)
        limitHeight(zone, track, begin, end)
        if end >= visit.exit { break }
        begin = end
      }
    }
  }

  /// Of the way between two fixes, where the height changes evenly.
  private mutating func limitHeight(
    _ zone: ObservationZone, _ track: TaskTrack, _ begin: Double, _ end: Double
  ) {
    let low = track.altitude(begin)
    let high = track.altitude(end)
    if Self.isAllowed(low, zone) { add(begin) }
    guard let low, let high, low != high else {
      if Self.isAllowed(low, zone) { add(begin, end) }
      return
    }
    let limits = [zone.lowestM, zone.highestM].compactMap { $0 }.map { ($0 - low) / (high - low) }
    var from = 0.0
    for to in limits.filter({ $0 > 0 && $0 < 1 }).sorted() + [1] {
      if Self.isAllowed(low + (high - low) * (from + to) / 2, zone) {
        add(begin + (end - begin) * from, begin + (end - begin) * to)
      }
      from = to
    }
    if Self.isAllowed(high, zone) { add(end) }
  }

  private static func isAllowed(_ altitude: Double?, _ zone: ObservationZone) -> Bool {
    guard let altitude else { return true }
    // The centimetre is for rounding.
    return altitude >= (zone.lowestM ?? -.infinity) - 0.01
      && altitude <= (zone.highestM ?? .infinity) + 0.01
  }

  private mutating func add(_ entry: Double, _ exit: Double? = nil) {
    let exit = exit ?? entry
    if let last = visits.indices.last, entry - visits[last].exit <= 1e-9 {
      visits[last].exit = max(visits[last].exit, exit)
    } else {
      visits.append(Visit(entry: entry, exit: exit))
    }
  }
}

package import FlightModel

/// A fix that has passed both guards.
package struct JudgedFix: Equatable, Sendable {
  package var fix: Fix
  package var time: UTCInstant
  /// Nil for a void fix: no position, or none that can be believed.
  package var position: Coordinate?
}

/// Tells positions that can be from those that cannot. A lone spike becomes a void fix; a jump that
/// three fixes in a row agree on is a new place, for example after a long loss.
package struct PositionGuard: Sendable {
  /// Nothing that carries this recorder is faster, m/s.
  static let fastestMps = 400.0
  /// Noise that any pair of fixes may have between them, m.
  static let noiseM = 150.0
  /// Fixes that prove a new place.
  static let relocationRun = 3
  /// Nearer to 0/0 than this in both directions, 1e-7 degrees (11 m), is no place.
  static let nullIslandE7: Int32 = 1_000

  private struct Place {
    var time: UTCInstant
    var position: Coordinate
  }

  private var last: Place?
  private var run: [JudgedFix] = []

  package init() {}

  /// Judges the next fix in increasing time and passes on those that are settled, in their order.
  package mutating func take(
    _ dated: DatedFix, _ counters: inout PositionCounters, _ pass: (JudgedFix) -> Void
  ) {
    let judged = JudgedFix(fix: dated.fix, time: dated.time, position: nil)
    guard let position = plausiblePosition(of: dated.fix, &counters) else {
      flush(&counters, pass)
      pass(judged)
      return
    }
    var placed = judged
    placed.position = position
    if last == nil || isReachable(placed, from: last!) {
      flush(&counters, pass)
      settle(placed, pass)
    } else if let previous = run.last, let place = previous.position,
      isReachable(placed, from: Place(time: previous.time, position: place))
    {
      run.append(placed)
      if run.count >= Self.relocationRun { settleRun(pass) }
    } else {
      flush(&counters, pass)
      run.append(placed)
    }
  }

  /// Passes what waits as void fixes.
  package mutating func flush(
    _ counters: inout PositionCounters, _ pass: (JudgedFix) -> Void
  ) {
    guard !run.isEmpty else { return }
    counters.teleports += run.count
    for var fix in run {
      fix.position = nil
      pass(fix)
    }
    run.removeAll(keepingCapacity: true)
  }

  /// Forgets where the last fix was: the clock was rewound.
  package mutating func reset() { last = nil }

  private mutating func settle(_ fix: JudgedFix, _ pass: (JudgedFix) -> Void) {
    last = Place(time: fix.time, position: fix.position!)
    pass(fix)
  }

  private mutating func settleRun(_ pass: (JudgedFix) -> Void) {
    for fix in run { settle(fix, pass) }
    run.removeAll(keepingCapacity: true)
  }

  private func plausiblePosition(
    of fix: Fix, _ counters: inout PositionCounters
  ) -> Coordinate? {
    guard fix.mode >= .twoDimensional, let position = fix.position else { return nil }
    guard (-900_000_000...900_000_000).contains(position.latitudeE7),
      (-1_800_000_000...1_800_000_000).contains(position.longitudeE7)
    else {
      counters.outOfRange += 1
      return nil
    }
    let nearNull = -Self.nullIslandE7...Self.nullIslandE7
    if nearNull.contains(position.latitudeE7), nearNull.contains(position.longitudeE7) {
      counters.zero += 1
      return nil
    }
    return position
  }

  private func isReachable(_ fix: JudgedFix, from place: Place) -> Bool {
    let seconds = Double(fix.time.milliseconds(since: place.time)) / 1000
    let reach = Self.fastestMps * seconds + Self.noiseM
    // A degree of latitude is 111 km: most fixes need no trigonometry.
    let north = Double(fix.position!.latitudeE7) - Double(place.position.latitudeE7)
    let east = Double(fix.position!.longitudeE7) - Double(place.position.longitudeE7)
    if (abs(north) + abs(east)) * 0.011_132 <= reach { return true }
    return place.position.distance(to: fix.position!) <= reach
  }
}

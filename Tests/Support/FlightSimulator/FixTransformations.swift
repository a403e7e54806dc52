package import FlightModel

/// Faults to lay over a flight's fixes. Ranges are of true time, so that they can be composed in any
/// order and named from the flight's truth.
extension Array where Element == SimulatedFix {
  private func changing(
    _ range: Range<UTCInstant>, _ change: (inout SimulatedFix) -> Void
  ) -> Self {
    map { fix in
      guard range.contains(fix.trueTime) else { return fix }
      var fix = fix
      change(&fix)
      return fix
    }
  }

  /// Without the fixes of a time: the box or the receiver was off.
  package func removing(_ range: Range<UTCInstant>) -> Self {
    filter { !range.contains($0.trueTime) }
  }

  /// The fixes in the pieces that are left between some times, in order: each is what one boot of the
  /// box sees. The clock that nothing sets starts anew at `bootMs` in each.
  package func pieces(
    without ranges: [Range<UTCInstant>], bootMs: Int64 = 12_000
  ) -> [[SimulatedFix]] {
    var pieces: [[SimulatedFix]] = []
    var isCut = true
    for fix in self {
      if ranges.contains(where: { $0.contains(fix.trueTime) }) {
        isCut = true
        continue
      }
      if isCut { pieces.append([]) }
      isCut = false
      pieces[pieces.count - 1].append(fix)
    }
    return pieces.map { $0.rebooted(bootMs: bootMs) }
  }

  /// The same fixes on a clock that starts `bootMs` before the first.
  package func rebooted(bootMs: Int64 = 12_000) -> Self {
    guard let first else { return self }
    return map { fix in
      var fix = fix
      fix.elapsedMs += bootMs - first.elapsedMs
      return fix
    }
  }

  /// Only the fixes of a time.
  package func keeping(_ range: Range<UTCInstant>) -> Self {
    filter { range.contains($0.trueTime) }
  }

  /// The receiver has lost its position (mode none) for a time.
  package func void(_ range: Range<UTCInstant>) -> Self {
    changing(range) { $0.mode = .none }
  }

  /// The receiver has a position without altitude (mode 2) for a time.
  package func twoDimensional(_ range: Range<UTCInstant>) -> Self {
    changing(range) { $0.mode = .twoDimensional }
  }

  /// The receiver's clock is off by `milliseconds` for a time.
  package func withTimeStep(_ range: Range<UTCInstant>, milliseconds: Int64) -> Self {
    changing(range) { $0.time = $0.time.advanced(byMilliseconds: milliseconds) }
  }

  /// The receiver's clock is off by `milliseconds` in every fix.
  package func withTimeShift(milliseconds: Int64) -> Self {
    map { fix in
      var fix = fix
      fix.time = fix.time.advanced(byMilliseconds: milliseconds)
      return fix
    }
  }

  /// The receiver counts weeks modulo 1024 and is one round behind.
  package func withWeekRollover() -> Self {
    withTimeShift(milliseconds: -1024 * 7 * UTCInstant.millisecondsPerDay)
  }

  /// Another date with the right time of day, as a receiver reports before it knows the date.
  package func withDate(_ date: CivilDate, _ range: Range<UTCInstant>) -> Self {
    changing(range) { $0.time = UTCInstant(date, millisecondOfDay: $0.time.millisecondOfDay) }
  }

  /// The position reads 0/0 and height 0 for a time, though a fix is claimed.
  package func atNullIsland(_ range: Range<UTCInstant>) -> Self {
    changing(range) {
      $0.position = Coordinate(latitudeE7: 0, longitudeE7: 0)
      $0.ellipsoidAltitudeCm = 0
      $0.meanSeaAltitudeCm = 0
    }
  }

  /// The receiver repeats its position with no speed for a time, though the aircraft flies.
  package func frozen(_ range: Range<UTCInstant>) -> Self {
    guard let first = first(where: { range.contains($0.trueTime) }) else { return self }
    return changing(range) {
      $0.position = first.position
      $0.ellipsoidAltitudeCm = first.ellipsoidAltitudeCm
      $0.meanSeaAltitudeCm = first.meanSeaAltitudeCm
      $0.groundSpeedCmPerS = 0
      $0.climbCmPerS = 0
    }
  }

  /// Speed reads zero for a time while the position goes on.
  package func withZeroSpeed(_ range: Range<UTCInstant>) -> Self {
    changing(range) { $0.groundSpeedCmPerS = 0 }
  }

  /// The position jumps aside, in metres, for a time.
  package func displaced(_ range: Range<UTCInstant>, north: Double, east: Double) -> Self {
    changing(range) { $0.position = $0.position.moved(north: north, east: east) }
  }

  /// Each fix of a time is reported twice with the same time.
  package func duplicated(_ range: Range<UTCInstant>) -> Self {
    flatMap { range.contains($0.trueTime) ? [$0, $0] : [$0] }
  }

  /// The receiver's times lose their fraction of a second, so that a fast receiver repeats each.
  package func withWholeSeconds() -> Self {
    map { fix in
      var fix = fix
      let rest = (fix.time.milliseconds % 1000 + 1000) % 1000
      fix.time = fix.time.advanced(byMilliseconds: -rest)
      return fix
    }
  }

  /// Only every `count`th fix of a time: a receiver that sags to a lower rate.
  package func thinned(_ range: Range<UTCInstant>, to count: Int) -> Self {
    enumerated().filter { !range.contains($1.trueTime) || $0.isMultiple(of: count) }.map(\.1)
  }

  /// All fixes after a moment come `milliseconds` later on every clock but the position's: the
  /// aircraft waited.
  package func delayed(from moment: UTCInstant, milliseconds: Int64) -> Self {
    map { fix in
      guard fix.trueTime >= moment else { return fix }
      var fix = fix
      fix.trueTime = fix.trueTime.advanced(byMilliseconds: milliseconds)
      fix.time = fix.time.advanced(byMilliseconds: milliseconds)
      fix.elapsedMs += milliseconds
      return fix
    }
  }
}

extension UTCInstant {
  /// A range of `seconds` from this moment moved by `offset` seconds.
  package func range(after offset: Double = 0, seconds: Double) -> Range<UTCInstant> {
    let start = advanced(byMilliseconds: Int64((offset * 1000).rounded()))
    return start..<start.advanced(byMilliseconds: Int64((seconds * 1000).rounded()))
  }
}

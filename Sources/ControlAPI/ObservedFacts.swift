package import FlightModel

/// What is noticed by looking again and again.
package struct ObservedFacts: Sendable {
  package var databaseCheck = DatabaseCheck.waiting
  package private(set) var events = EventBook()
  package private(set) var clock = ClockSteps()

  package init() {}

  /// Compares with the look before; the steps of the clock are counted here and are events too.
  package mutating func note(
    _ seen: StatusFacts, at now: UTCInstant, sinceBoot: MonotonicInstant
  ) {
    var seen = seen
    clock.note(wall: now, sinceBoot: sinceBoot)
    seen.clock.systemSteps = clock.count
    events.note(seen, at: now)
  }
}

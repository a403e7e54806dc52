package import FlightModel

/// Steps of the box's clock: when it moves against the time since the boot, which only runs.
package struct ClockSteps: Equatable, Sendable {
  /// What counts as a step, ms: time services slew what is less.
  private static let leastMs: Int64 = 1000

  package private(set) var count: Int64 = 0
  /// The newest, by the clock after it.
  package private(set) var lastAt: UTCInstant?
  /// How far that one went, ahead positive, ms.
  package private(set) var lastMs: Int64?
  private var offsetMs: Int64?

  package init() {}

  /// Both clocks as they were read together.
  package mutating func note(wall: UTCInstant, sinceBoot: MonotonicInstant) {
    let new = wall.milliseconds - sinceBoot.milliseconds
    defer { offsetMs = new }
    guard let offsetMs, abs(new - offsetMs) >= Self.leastMs else { return }
    count += 1
    (lastAt, lastMs) = (wall, new - offsetMs)
  }
}

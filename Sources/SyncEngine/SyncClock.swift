package import FlightModel

/// The clocks and the one alarm of an engine. Tests have a clock of their own.
package protocol SyncClock: Sendable {
  func now() -> MonotonicInstant

  /// Milliseconds since 1970 UTC, right or wrong: for what people read, never for when something is
  /// done.
  func utcNowMs() -> Int64

  /// Calls `ring` once when `moment` has come, and forgets the alarm set before; nil forgets it only.
  /// Called on the engine's executor; `ring` may be called from anywhere and does not block.
  func arm(at moment: MonotonicInstant?, _ ring: @escaping @Sendable () -> Void)
}

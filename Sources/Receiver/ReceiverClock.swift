import FlightModel
import Linux

/// The clocks that the receiver reads; a test brings its own.
package struct ReceiverClock: Sendable {
  /// Milliseconds since 1970 UTC.
  package var wallMs: @Sendable () -> Int64
  /// Milliseconds of a clock that is never set.
  package var monotonicMs: @Sendable () -> Int64

  package init(
    wallMs: @escaping @Sendable () -> Int64, monotonicMs: @escaping @Sendable () -> Int64
  ) {
    self.wallMs = wallMs
    self.monotonicMs = monotonicMs
  }

  /// Those of this machine.
  package static let system = ReceiverClock(
    wallMs: { SystemClock.wall().milliseconds },
    monotonicMs: { SystemClock.monotonic().milliseconds })
}

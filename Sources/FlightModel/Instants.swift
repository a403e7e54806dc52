import Bytes

/// A moment in UTC, from GNSS or a synchronised clock: whole milliseconds since 1970-01-01T00:00Z,
/// without leap seconds.
package struct UTCInstant: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00Z; negative before.
  package var milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package static func < (left: Self, right: Self) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The time from `earlier` to this moment, in milliseconds; saturates.
  package func milliseconds(since earlier: UTCInstant) -> Int64 {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
    return overflow ? (milliseconds < 0 ? .min : .max) : difference
  }

  /// This moment moved by whole milliseconds; saturates.
  package func advanced(byMilliseconds delta: Int64) -> UTCInstant {
    let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
    return UTCInstant(milliseconds: overflow ? (delta < 0 ? .min : .max) : sum)
  }
}

/// A reading of the monotonic clock (CLOCK_MONOTONIC): nanoseconds since an unknown start, valid
/// within one boot. It measures intervals and never names a date.
package struct MonotonicInstant: Hashable, Comparable, Sendable {
  /// Nanoseconds since the clock's start.
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

  /// Whole milliseconds since the clock's start, as rows keep them.
  package var milliseconds: Int64 { nanoseconds / 1_000_000 }

  /// The time from `earlier` to this reading, in milliseconds.
  package func milliseconds(since earlier: MonotonicInstant) -> Int64 {
    (nanoseconds - earlier.nanoseconds) / 1_000_000
  }

  /// This reading moved by whole milliseconds.
  package func advanced(byMilliseconds delta: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: nanoseconds + delta * 1_000_000)
  }
}

import FlightModel
import Linux

/// How many requests or connections are under way, for an end that waits for them.
final class RunningCount: Sendable {
  private let count = Monitor(0)

  func add(_ change: Int) { count.change { $0 += change } }

  /// Blocks until none is under way, at most so many seconds; whether none is.
  func waitForNone(seconds: Int) -> Bool {
    let deadline = SystemClock.monotonic().advanced(byMilliseconds: Int64(seconds) * 1000)
    return count.wait { count in
      if count == 0 { return .done(true) }
      return SystemClock.monotonic() < deadline ? .wait(until: deadline) : .done(false)
    }
  }
}

import FlightModel

/// Notices holes between fixes that have a position, and why.
struct GapWatch: Sendable {
  enum Cause: String, Sendable {
    case noReceiver = "no receiver"
    case silent = "receiver silent"
    case noPosition = "no position"
    case implausible = "implausible positions"
    case restart
  }

  /// A hole longer than this, ms, and than three usual steps is marked.
  static let shortestMs: Int64 = 5_000

  private var last: UTCInstant?
  private var usualStepMs: Int64 = 1_000
  private var cause: Cause?

  /// Notes what happens between fixes; the first cause counts.
  mutating func note(_ cause: Cause) { if self.cause == nil { self.cause = cause } }

  /// The last fix before the process began.
  mutating func resume(after time: UTCInstant) {
    last = time
    cause = .restart
  }

  /// Takes a fix with a position; the hole that it ends, if there was one.
  mutating func take(_ time: UTCInstant) -> (from: UTCInstant, ms: Int64, cause: Cause)? {
    defer {
      last = time
      cause = nil
    }
    guard let last else { return nil }
    let step = time.milliseconds(since: last)
    guard cause == .restart || step > max(Self.shortestMs, 3 * usualStepMs) else {
      if step > 0 { usualStepMs = step }
      return nil
    }
    return (last, step, cause ?? .silent)
  }

  mutating func reset() { self = GapWatch() }
}

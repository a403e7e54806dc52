import FlightModel
import SyncPlan

/// When uploads last got on, by the monotonic clock.
struct Progress {
  /// The last commit, the last look that found nothing, or the start.
  private(set) var lastAt: MonotonicInstant
  private var successKeptAt: MonotonicInstant?
  /// A row whose blob the server says it misses, and how often it has said so in a row.
  private var missing: CursorAdvance?
  private var missingCount = 0

  /// Between two writes of the last success.
  private static let successMs: Int64 = 60_000
  private static let mostMissing = 3

  init(at now: MonotonicInstant) { lastAt = now }

  mutating func note(at now: MonotonicInstant) { lastAt = now }

  mutating func isSuccessDue(at now: MonotonicInstant) -> Bool {
    if let successKeptAt, now.milliseconds(since: successKeptAt) < Self.successMs { return false }
    successKeptAt = now
    return true
  }

  /// False when a server takes a blob and misses it again, three times: then it is permanent.
  mutating func maySendBlobAgain(_ row: CursorAdvance) -> Bool {
    missingCount = row == missing ? missingCount + 1 : 1
    missing = row
    return missingCount <= Self.mostMissing
  }
}

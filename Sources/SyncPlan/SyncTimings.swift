/// The numbers of the schedule, in milliseconds and bytes.
package enum SyncTimings {
  /// Between uploads while samples come: what a crash may cost.
  package static let rideMs: Int64 = 30_000
  /// How long after a sample was stored a ride goes on.
  package static let ridingMs: Int64 = 60_000
  /// Between looks for something to send.
  package static let idleMs: Int64 = 300_000
  /// Requests of one drain.
  package static let drainRequests = 50
  /// The rest between two drains, so that others get their turn.
  package static let yieldMs: Int64 = 250
  /// The first wait of back-off; each failure doubles it.
  package static let firstBackOffMs: Int64 = 30_000
  package static let longestBackOffMs: Int64 = 900_000
  /// A pause is told again after a day.
  package static let shoutMs: Int64 = 86_400_000
  /// The smallest ceiling that 413 and timeouts lead to.
  package static let floorBytes = 16_384
  /// What a scan or a commit may take before the round counts as lost.
  package static let localMs: Int64 = 60_000

  /// The wait after so many failures in a row.
  package static func backOffMs(failures: Int) -> Int64 {
    min(firstBackOffMs << Int64(min(max(failures - 1, 0), 16)), longestBackOffMs)
  }

  /// The time a request may take: 4 KiB a second, from 30 s to 180 s.
  package static func timeoutMs(bytes: Int) -> Int64 {
    min(max(30_000, Int64(min(bytes, 1 << 30)) * 1000 / 4096), 180_000)
  }
}

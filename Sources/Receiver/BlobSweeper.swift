package import Log

/// Removes the bytes of blobs that have been loose for a day: no row names them, or they never became
/// whole. Several receivers may sweep at once, and devices may send the same blobs meanwhile.
package struct BlobSweeper: Sendable {
  /// How long a blob is loose before its bytes go: longer than any request takes.
  package static let graceMs: Int64 = 86_400_000
  private static let batch = 20
  /// A sweep ends after this time, long before its claims lapse.
  private static let longestMs: Int64 = 10_000

  private let storage: any ReceiverStorage
  private let blobs: any BlobStorage
  private let clock: ReceiverClock
  private let log: Logger

  package init(
    storage: any ReceiverStorage, blobs: any BlobStorage, log: Logger,
    clock: ReceiverClock = .system
  ) {
    self.storage = storage
    self.blobs = blobs
    self.clock = clock
    self.log = log
  }

  /// One sweep, of some seconds; whether there may be more to do. What fails stays for another.
  @discardableResult
  package func sweep() -> Bool {
    let start = clock.monotonicMs()
    var removed = 0
    do throws(StorageFailure) {
      try blobs.tidy()
      let now = clock.wallMs()
      let claimed = try storage.claimLoose(
        before: now - Self.graceMs, nowMs: now, limit: Self.batch)
      for key in claimed where clock.monotonicMs() - start < Self.longestMs {
        try blobs.delete(key)
        try storage.settle(key)
        removed += 1
      }
      if removed > 0 { log.info("removed blobs of no use", [.removed: "\(removed)"]) }
      return claimed.count == Self.batch && removed > 0
    } catch {
      log.warning("cannot remove blobs of no use: \(error)", [.removed: "\(removed)"])
      return false
    }
  }
}

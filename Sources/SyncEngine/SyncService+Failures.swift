import FlightModel
import Log
import SyncContract
import SyncPlan

/// Why a round came to nothing and is tried again.
package enum FailureCause: String, CaseIterable, Sendable {
  case unreachable
  case timedOut = "timed-out"
  /// 5xx.
  case failing
  /// 429.
  case throttled
  /// The store, not the server.
  case database
}

/// Transient failures, counted into few events.
struct FailureLog {
  /// The last one since the last success; for people, holds no secret.
  var last: SyncFailure?
  private var counts: [FailureCause: Int] = [:]
  private var flushedAt: MonotonicInstant?

  mutating func add(_ failure: SyncFailure) {
    last = failure
    counts[failure.cause, default: 0] += 1
  }

  /// The counts since the last event, if it is time for one.
  mutating func take(at now: MonotonicInstant) -> [FailureCause: Int]? {
    guard !counts.isEmpty else { return nil }
    if let flushedAt, now.milliseconds(since: flushedAt) < EngineTimings.diagnosticMs {
      return nil
    }
    flushedAt = now
    defer { counts = [:] }
    return counts
  }
}

extension SyncService {
  func note(_ cause: FailureCause, _ text: String) {
    log.info("upload failed and is tried again: \(text)")
    failures.add(SyncFailure(cause: cause, text: text, atMs: clock.utcNowMs()))
  }

  /// At most one event an hour, and never one only for its own sake.
  func flushFailures() {
    guard life.isStarted, let counts = failures.take(at: clock.now()) else { return }
    var properties: [String: String] = [:]
    for (cause, count) in counts { properties[cause.rawValue] = "\(count)" }
    write(SyncDiagnostic("sync-failing", operation: "upload", properties: properties))
  }

  func notePause(_ pause: SyncPause) {
    var properties = ["version": pause.version]
    properties["table"] = pause.table?.rawValue
    properties["cursor"] = pause.cursor.map { "\($0)" }
    properties["field"] = pause.field
    properties["status"] = pause.status.map { "\($0)" }
    properties["slug"] = pause.slug
    write(
      SyncDiagnostic(
        "sync-paused", operation: "upload", phase: pause.reason.rawValue, properties: properties))
  }

  private func write(_ event: SyncDiagnostic) {
    guard !life.isHalted else { return }
    let epoch = life.epoch
    spawn { service in
      guard epoch == service.life.epoch else { return }
      try? await service.writing { await service.store.note(event) }
    }
  }
}

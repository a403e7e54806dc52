import FlightModel
import Recorder
import RecordingModel
import Telemetry

/// How the commits went since the start.
struct CommitFigures: Sendable {
  var stored = 0
  var failed = 0
  var consecutiveFailures = 0
  var slowestMs: Int64 = 0
  var lastDurableAt: MonotonicInstant?
  var lastFailure: String?
  var frames: Int64 = 0
  /// Minutes that have a bucket, each counted once although its row is written as it grows.
  private(set) var buckets: Int64 = 0
  private var newestBucketMs: Int64 = -1

  /// Counts a batch that is durable.
  mutating func note(_ batch: RecordingBatch, took milliseconds: Int64, at now: MonotonicInstant) {
    stored += 1
    consecutiveFailures = 0
    slowestMs = max(slowestMs, milliseconds)
    lastDurableAt = now
    frames += Int64(batch.frames.count)
    for bucket in batch.buckets where bucket.bucketStartMs > newestBucketMs {
      newestBucketMs = bucket.bucketStartMs
      buckets += 1
    }
  }

  /// Counts a batch that the store refused.
  mutating func note(failure reason: String) {
    failed += 1
    consecutiveFailures += 1
    lastFailure = reason
  }
}

/// Fixes a second that the recorder keeps, over the last ten seconds.
struct FixPace: Sendable {
  private var marks: [(at: MonotonicInstant, kept: Int)] = []

  /// About once a second.
  mutating func note(_ kept: Int, at now: MonotonicInstant) {
    marks.append((now, kept))
    if marks.count > 11 { marks.removeFirst() }
  }

  /// Nil while none comes.
  var perSecond: Double? {
    guard let first = marks.first, let last = marks.last, last.kept > first.kept else { return nil }
    let milliseconds = last.at.milliseconds(since: first.at)
    return milliseconds > 0 ? Double(last.kept - first.kept) * 1000 / Double(milliseconds) : nil
  }
}

/// The newest flight that was filed since the start.
struct FiledFlight: Sendable {
  var entry: FlightEntry
  var path: String
}

/// What the recorder and the store have done so far.
struct RecordingSnapshot: Sendable {
  var recorder: RecorderStatus
  var fixesOfRecording: Int
  /// Of the receiver that is recorded.
  var fixesPerSecond: Double?
  var commits: CommitFigures
  /// Files that are being written, and files that could not be.
  var filing: Int
  var failedFiles: Int
  var lastFiled: FiledFlight?
}

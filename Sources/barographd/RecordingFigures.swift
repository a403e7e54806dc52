import ControlAPI
import FlightModel
import Recorder
import RecordingModel
import Store
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
  private(set) var markers: Int64 = 0
  /// Rows of telemetry that the store left out.
  private(set) var refusedRows: Int64 = 0
  private(set) var durations = DurationHistogram()
  private var newestBucketMs: Int64 = -1

  /// Counts a batch that is durable.
  mutating func note(
    _ batch: RecordingBatch, _ outcome: CommitOutcome, took milliseconds: Int64,
    at now: MonotonicInstant
  ) {
    stored += 1
    if case .stored(let refused) = outcome { refusedRows += Int64(refused) }
    durations.note(milliseconds: milliseconds)
    markers += Int64(batch.markers.count)
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

/// Fixes a second that the recorder keeps, over ten seconds in which they came.
struct FixPace: Sendable {
  /// After it a new beginning is not averaged with what was before, ms.
  private static let longestPause: Int64 = 20_000
  private var marks: [(at: MonotonicInstant, kept: Int)] = []

  /// About once a second.
  mutating func note(_ kept: Int, at now: MonotonicInstant) {
    if let last = marks.last {
      if last.kept == kept { return }
      if now.milliseconds(since: last.at) > Self.longestPause { marks.removeAll() }
    }
    marks.append((now, kept))
    if marks.count > 11 { marks.removeFirst() }
  }

  /// Nil until it is known; silence does not change it.
  var perSecond: Double? {
    guard let first = marks.first, let last = marks.last, last.kept > first.kept else { return nil }
    let milliseconds = last.at.milliseconds(since: first.at)
    return milliseconds > 0 ? Double(last.kept - first.kept) * 1000 / Double(milliseconds) : nil
  }
}

extension FlightFiler.Outcome {
  /// As status counts it.
  var counted: OutcomeBook.Outcome {
    switch self {
    case .filed, .written: .kept
    case .empty: .empty
    case .failed: .failed
    }
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
  var outcomes: RecordingTally
  /// Files that are being written, and files that could not be.
  var filing: Int
  var failedFiles: Int
  var lastFiled: FiledFlight?
}

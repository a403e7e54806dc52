package import RecordingModel
package import Telemetry

/// The statistics of one board's judged samples: Minute Buckets, and the ranges left out of metrics.
package struct BoardStatistics: Sendable {
  private var judge = MotionJudge()
  private var builder: MinuteBucketBuilder
  private var runs: ExclusionRuns

  /// For one board; `stored` is the bucket that the database holds for the minute of the start.
  package init(boardID: String, resuming stored: MinuteBucket? = nil) {
    builder = MinuteBucketBuilder(boardID: boardID, resuming: stored)
    runs = ExclusionRuns(boardID: boardID)
  }

  /// The bucket of the running minute, so far.
  package var current: MinuteBucket? { builder.current }

  /// Counts a sample; the bucket and the ranges that it ends.
  package mutating func add(
    _ sample: TelemetrySample
  ) -> (closed: MinuteBucket?, exclusions: [MetricExclusionRange]) {
    guard let verdict = judge.judge(sample) else { return (nil, []) }
    var counted = sample
    counted.motion = verdict.counted
    return (builder.add(counted), runs.take(verdict.reasons, at: sample.capturedAtMs))
  }

  /// Ends the running ranges.
  package mutating func closeExclusions() -> [MetricExclusionRange] { runs.close() }
}

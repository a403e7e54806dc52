package import Telemetry

/// What the recorder wants made durable together: one transaction of the store, all or nothing.
package struct RecordingBatch: Equatable, Sendable {
  /// Its place among the batches of this box, rising. A store that has made this number durable
  /// takes the batch as done, so that one whose answer was lost can be offered again. Nil is never
  /// recognised.
  package var sequence: Int64?
  /// The recording as it stands after this batch; the store inserts or updates its row. Nil for a
  /// batch of events alone.
  package var recording: Recording?
  /// In the order of their arrival, to be appended.
  package var fixes: [FixRecord] = []
  package var frames: [TelemetryFrame] = []
  /// Whole buckets, each replacing the row of its key.
  package var buckets: [MinuteBucket] = []
  package var markers: [TelemetryMarker] = []
  package var events: [DiagnosticEvent] = []
  /// Runs of samples to leave out of a metric; the store joins one to those it goes on from.
  package var exclusions: [MetricExclusionRange] = []

  /// UTC less the monotonic clock, ms, once it is known: every frame of this boot without a time, those
  /// of this batch too, gets it, their buckets are built, and they belong to `recording`.
  package var timeOffsetMs: Int64?

  package init(recording: Recording? = nil) { self.recording = recording }

  package var isEmpty: Bool {
    recording == nil && fixes.isEmpty && frames.isEmpty && buckets.isEmpty && markers.isEmpty
      && events.isEmpty && exclusions.isEmpty && timeOffsetMs == nil
  }
}

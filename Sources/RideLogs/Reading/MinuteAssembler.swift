import FlightModel
package import RecordingModel
import Telemetry

/// Makes the minutes that a store takes in from the events of a log: frames, a bucket from every
/// sample, and markers for what is missing.
package struct MinuteAssembler: Sendable {
  /// A longer silence than this leaves a `gap` marker, ms; energy is not integrated across it.
  package static let longestSilenceMs: Int64 = 5000
  /// A silence of more than this is the time between two rides, ms.
  package static let rideSplitMs: Int64 = 30 * 60_000
  /// Markers of a minute; more are left out.
  package static let mostMarkers = 500
  private static let minuteMs = MinuteBucketBuilder.minuteMs

  private let boardID: String
  private var encoder: FrameEncoder
  private var buckets: MinuteBucketBuilder
  private var frames: [TelemetryFrame] = []
  private var markers: [TelemetryMarker] = []
  private var lastMs: Int64?

  package init(boardID: String) {
    self.boardID = boardID
    encoder = FrameEncoder(boardID: boardID)
    buckets = MinuteBucketBuilder(boardID: boardID)
  }

  /// Takes in an event; gives the minute that it ends. Samples that do not come later than their
  /// predecessor are left out.
  package mutating func add(_ event: RideLogEvent) -> ImportedMinute? {
    switch event {
    case .marker(let kind, let atMs, let elapsedMs):
      note(
        TelemetryMarker(
          occurredAtMs: atMs, elapsedRealtimeMs: elapsedMs, kind: kind, boardID: boardID))
      return nil
    case .sample(let sample): return add(sample)
    }
  }

  /// The last minute; nil without a sample.
  package mutating func finish() -> ImportedMinute? {
    buckets.current.map { minute($0) }
  }

  private mutating func add(_ sample: TelemetrySample) -> ImportedMinute? {
    if let lastMs, sample.capturedAtMs <= lastMs { return nil }
    let closed = buckets.add(sample).map { minute($0) }
    if closed != nil { encoder.forceKeyframe() }
    noteSilence(before: sample)
    lastMs = sample.capturedAtMs
    if let frame = encoder.encode(sample) { frames.append(frame) }
    return closed
  }

  private mutating func noteSilence(before sample: TelemetrySample) {
    guard let lastMs else { return }
    let gapMs = sample.capturedAtMs - lastMs
    guard gapMs > Self.longestSilenceMs, gapMs <= Self.rideSplitMs else { return }
    note(
      TelemetryMarker(
        occurredAtMs: sample.capturedAtMs, elapsedRealtimeMs: sample.elapsedRealtimeMs, kind: .gap,
        boardID: boardID, message: "log", gapMs: gapMs))
  }

  private mutating func note(_ marker: TelemetryMarker) {
    if markers.count < Self.mostMarkers { markers.append(marker) }
  }

  /// What has gathered, with its bucket.
  private mutating func minute(_ bucket: MinuteBucket) -> ImportedMinute {
    defer { (frames, markers) = ([], []) }
    return ImportedMinute(bucket: bucket, frames: frames, markers: markers)
  }
}

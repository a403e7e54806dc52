import FlightModel
import RecordingModel
import Telemetry

/// The frames and minute buckets of a stream of kept fixes, each fix once.
struct TelemetryStream: Sendable {
  private let boardID: String
  private var encoder: FrameEncoder
  private var builder: MinuteBucketBuilder
  private var newest: UTCInstant?
  /// The bucket of the running minute was changed since it was last stored.
  private(set) var hasOpenBucket = false

  /// `stored` is the bucket of the minute in which an interrupted Recording stopped.
  init(boardID: String, resuming stored: MinuteBucket? = nil) {
    self.boardID = boardID
    encoder = FrameEncoder(boardID: boardID)
    builder = MinuteBucketBuilder(boardID: boardID, resuming: stored)
  }

  /// What a fix adds: a frame at most, and the bucket that it closes.
  mutating func take(_ fix: KeptFix) -> (frame: TelemetryFrame?, closed: MinuteBucket?) {
    let record = fix.record
    if let newest, record.recordedAt <= newest { return (nil, nil) }
    newest = record.recordedAt
    var sample = TelemetrySample(
      capturedAtMs: record.recordedAt.milliseconds,
      elapsedRealtimeMs: fix.receivedAt.milliseconds)
    sample.climbCmPerS = record.varioCmPerS
    if record.mode >= .twoDimensional {
      sample.location = LocationColumns(
        latitudeE7: record.position.latitudeE7, longitudeE7: record.position.longitudeE7,
        gpsSpeedCentiMps: record.groundSpeedCmPerS, bearingCentiDeg: record.bearingCentiDeg,
        accuracyCm: record.horizontalErrorCm, altitudeCm: record.gnssAltitudeCm,
        locationTimestampMs: record.recordedAt.milliseconds)
    }
    hasOpenBucket = true
    return (encoder.encode(sample), builder.add(sample))
  }

  /// The running minute so far, to be stored with the batch.
  mutating func takeOpenBucket() -> MinuteBucket? {
    guard hasOpenBucket else { return nil }
    hasOpenBucket = false
    return builder.current
  }

  /// A frame was given up before it was stored: the next one is a keyframe.
  mutating func noteDroppedFrames() { encoder.noteDroppedFrame() }

  /// The clock was rewound or a new stretch begins: everything starts anew.
  mutating func restart() { self = TelemetryStream(boardID: boardID) }
}

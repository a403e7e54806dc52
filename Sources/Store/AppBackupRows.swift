import SQLite
import Telemetry

extension AppBackup {
  /// A row of frames, in the order of their columns.
  static func frame(_ row: inout Row, _ boardID: String) -> TelemetryFrame {
    var frame = TelemetryFrame(
      boardID: boardID, capturedAtMs: row.int64(), elapsedRealtimeMs: row.number(),
      canID: row.int32())
    frame.flags = TelemetryFrame.Flags(rawValue: row.int32() ?? 0)
    frame.changedMask1 = row.int32() ?? 0
    frame.changedMask2 = row.int32() ?? 0
    frame.motion = StoreContents.motion(&row)
    frame.location = StoreContents.location(&row)
    return frame
  }

  /// A row of minute buckets, in the order of their columns.
  static func bucket(_ row: inout Row, _ boardID: String) -> MinuteBucket {
    let start = row.number()
    let count = row.int32() ?? 0
    var bucket = MinuteBucket(
      boardID: boardID, bucketStartMs: start, firstSampleAtMs: row.number(),
      lastSampleAtMs: row.number())
    bucket.sampleCount = count
    StoreContents.fillMotion(&bucket, from: &row)
    StoreContents.fillLocation(&bucket, from: &row)
    return bucket
  }
}

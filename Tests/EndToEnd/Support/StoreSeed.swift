import FlightModel
import Linux
import RecordingModel
import Store
import Telemetry

extension Box {
  /// Puts rows into the database through the store, before the daemon starts.
  func seed(_ body: (StoreDatabase) throws -> Void) throws {
    try Files.makeFolder(state)
    let store = try StoreDatabase(
      StoreSettings(
        path: databasePath, bootID: try SystemClock.bootID(), wallClock: SystemClock.wall,
        monotonicClock: SystemClock.monotonic))
    try body(store)
    try store.close()
  }
}

/// A ride of a board: some minutes of buckets, with a frame each.
struct SeededRide {
  var board: String
  /// A whole minute.
  var start: UTCInstant
  var minutes: Int64

  var batch: RecordingBatch {
    var batch = RecordingBatch()
    for minute in 0..<minutes {
      let at = start.milliseconds + minute * 60_000
      var bucket = MinuteBucket(
        boardID: board, bucketStartMs: at, firstSampleAtMs: at, lastSampleAtMs: at + 59_000)
      bucket.sampleCount = 60
      bucket.movingSpeedSampleCount = 60
      bucket.sumMovingAbsSpeedCentiKmh = 60 * 2000
      bucket.maxAbsSpeedCentiKmh = 2500 + Int32(minute)
      bucket.gpsDistanceCm = 33_300
      bucket.batteryUsedWhMilli = 5000
      batch.buckets.append(bucket)
      batch.frames.append(
        TelemetryFrame(
          boardID: board, capturedAtMs: at, elapsedRealtimeMs: at - start.milliseconds,
          flags: [.keyframe, .hasLocation], changedMask2: 1,
          location: LocationColumns(
            latitudeE7: 481_234_567, longitudeE7: 115_000_000, gpsSpeedCentiMps: 555,
            bearingCentiDeg: 0, accuracyCm: 300, altitudeCm: 50_000, locationTimestampMs: at)))
    }
    return batch
  }
}

import RecordingModel
import SeededRandom
import SyncContract
import SyncPlan
import Telemetry
import TestSupport
import Testing

@testable import Store

@Suite struct ContractCheckTests {
  private static let edges: [Int64] = [
    .min, -9_007_199_254_740_992, -9_007_199_254_740_991, -60_000, -1, 0, 1, 59_999, 60_000,
    9_007_199_254_740_991, 9_007_199_254_740_992, .max,
  ]
  private static let edges32: [Int32] = [.min, -1, 0, 1, .max]

  @Test func framesAreJudgedAsTheContractDoes() {
    var random = SeededGenerator(seed: 11)
    var verdicts: Set<Bool> = []
    for _ in 0..<3000 {
      // Mostly sound, so that each rule decides often enough.
      func edge(_ sound: Int64) -> Int64 {
        Int.random(in: 0..<8, using: &random) > 0
          ? sound : Self.edges.randomElement(using: &random) ?? 0
      }
      func edge32() -> Int32 {
        Int.random(in: 0..<8, using: &random) > 0
          ? 3 : Self.edges32.randomElement(using: &random) ?? 0
      }
      var frame = TelemetryFrame(
        boardID: "b", capturedAtMs: edge(5), elapsedRealtimeMs: edge(6),
        flags: TelemetryFrame.Flags(rawValue: edge32()), changedMask1: edge32(),
        changedMask2: edge32())
      frame.canID = edge32()
      frame.motion.odometerCm = edge(7)
      frame.motion.erpm = edge32()
      frame.location = LocationColumns(
        latitudeE7: edge32(), longitudeE7: edge32(), gpsSpeedCentiMps: edge32(),
        bearingCentiDeg: nil, accuracyCm: nil, altitudeCm: nil, locationTimestampMs: edge(8))
      let verdict = ContractRow(frame)?.isSendable ?? false
      #expect(frame.isWithinContract == verdict, "\(frame)")
      verdicts.insert(verdict)
    }
    #expect(verdicts.count == 2)
  }

  @Test func bucketsAreJudgedAsTheContractDoes() {
    var random = SeededGenerator(seed: 12)
    var verdicts: Set<Bool> = []
    for _ in 0..<3000 {
      func edge(_ sound: Int64) -> Int64 {
        Int.random(in: 0..<16, using: &random) > 0
          ? sound : Self.edges.randomElement(using: &random) ?? 0
      }
      func edge32() -> Int32 {
        Int.random(in: 0..<16, using: &random) > 0
          ? 3 : Self.edges32.randomElement(using: &random) ?? 0
      }
      var bucket = MinuteBucket(
        boardID: "b", bucketStartMs: edge(120_000), firstSampleAtMs: edge(1),
        lastSampleAtMs: edge(2))
      bucket.sampleCount = edge32()
      bucket.sumAbsSpeedCentiKmh = edge(3)
      bucket.movingSpeedSampleCount = edge32()
      bucket.sumMovingAbsSpeedCentiKmh = edge(4)
      bucket.batteryUsedWhMilli = edge(5)
      bucket.batteryRegenWhMilli = edge(6)
      bucket.faultCount = edge32()
      bucket.firstOdometerCm = edge(7)
      bucket.lastOdometerCm = edge(8)
      bucket.gpsPointCount = edge32()
      bucket.preciseGpsPointCount = edge32()
      bucket.gpsDistanceCm = edge(9)
      bucket.firstMovingAtMs = edge(10)
      bucket.lastMovingAtMs = edge(11)
      let verdict = ContractRow(bucket, updatedAtMs: 0).isSendable
      #expect(bucket.isWithinContract == verdict, "\(bucket)")
      verdicts.insert(verdict)
    }
    #expect(verdicts.count == 2)
  }

  /// One bad row of each kind costs itself alone, and everything that is stored can be sent.
  @Test func badRowsOfABatchAreCountedAndTheFixesStay() throws {
    let store = try StoreFixture().open()
    var batch = BatchStream().firstOfCopy()
    let board = "glider:D\0-1234"
    batch.recording?.boardID = board
    for index in batch.frames.indices { batch.frames[index].boardID = board }
    batch.frames[0].elapsedRealtimeMs = -1
    batch.buckets[0].boardID = board
    var bucket = batch.buckets[0]
    bucket.gpsDistanceCm = .max
    batch.buckets.append(bucket)
    batch.markers = [
      TelemetryMarker(occurredAtMs: 1, elapsedRealtimeMs: 2, kind: .gap, message: "a\0b"),
      TelemetryMarker(occurredAtMs: 1, elapsedRealtimeMs: 2, kind: .gap, message: "ab"),
    ]
    batch.events = [
      DiagnosticEvent(occurredAtMs: 1, elapsedRealtimeMs: 2, eventName: ""),
      DiagnosticEvent(
        occurredAtMs: 1, elapsedRealtimeMs: 2, eventName: "e",
        message: String(repeating: "x", count: 1 << 20)),
    ]
    #expect(try store.commit(batch) == .stored(refusedRows: 5))
    #expect(try store.contents.allFixes(of: RecordingID(1)) == batch.fixes)
    #expect(try store.contents.board("glider:D-1234") != nil)
    let counts: [(ContractTable, Int)] = [
      (.telemetryFrames, batch.frames.count - 1), (.telemetryMinuteBuckets, 1),
      (.telemetryMarkers, 1), (.diagnosticEvents, 1), (.boards, 1),
    ]
    for (table, count) in counts { #expect(try store.rows(of: table).count == count) }
    for table in ContractTable.allCases {
      for row in try store.rows(of: table) { try row.validate(in: .extended) }
    }
  }
}

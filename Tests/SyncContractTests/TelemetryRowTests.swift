import SeededRandom
import SyncContract
import Telemetry
import Testing

@Suite struct TelemetryRowTests {
  @Test func whatTheFrameEncoderWritesCanBeSentAndComesBack() throws {
    var generator = SeededGenerator(seed: 5)
    var encoder = FrameEncoder(boardID: "board-1")
    var frames = 0
    for step in 0..<2000 {
      guard let frame = encoder.encode(sample(step, &generator)) else { continue }
      frames += 1
      let row = try #require(ContractRow(frame))
      let bytes = try ContractEncoder(dialect: .strict).encode(ContractBatch(rows: [row]))
      let read = try ContractDecoder(dialect: .strict).decode(bytes).rows[0]
      #expect(read == row)
      #expect(TelemetryFrame(read) == frame)
    }
    #expect(frames > 500)
  }

  @Test func whatTheBucketBuilderWritesCanBeSentAndComesBack() throws {
    var random = RandomRows(seed: 6)
    for _ in 0..<200 {
      let row = random.row(.telemetryMinuteBuckets, in: .strict)
      let bucket = try #require(MinuteBucket(row))
      let updatedAt = try #require(row["updatedAt"]?.integer)
      #expect(ContractRow(bucket, updatedAtMs: updatedAt) == row)
    }
  }

  @Test func everyFieldOfARandomFrameComesBack() throws {
    var random = RandomRows(seed: 8)
    var whole = 0
    for _ in 0..<400 {
      let row = random.row(.telemetryFrames, in: .strict)
      guard let frame = TelemetryFrame(row) else { continue }
      whole += 1
      // A part of a location has no place in a frame; all of one, or none, comes back.
      #expect(ContractRow(frame) == row)
    }
    #expect(whole > 50)
  }

  @Test func otherRowsAreNoTelemetry() {
    var random = RandomRows(seed: 9)
    #expect(TelemetryFrame(random.row(.boards, in: .strict)) == nil)
    #expect(MinuteBucket(random.row(.boards, in: .strict)) == nil)
    #expect(TelemetryFrame(ContractRow(.telemetryFrames, [])) == nil)
    let untimed = TelemetryFrame(boardID: "b", capturedAtMs: nil, elapsedRealtimeMs: 1)
    #expect(ContractRow(untimed) == nil)
  }

  @Test func rowsWithoutABoardCannotBeSent() throws {
    let frame = TelemetryFrame(boardID: "", capturedAtMs: 1, elapsedRealtimeMs: 1)
    let row = try #require(ContractRow(frame))
    #expect(throws: ContractError(.keyLength, table: .telemetryFrames, field: "boardId")) {
      try row.validate(in: .strict)
    }
  }

  private func sample(_ step: Int, _ generator: inout SeededGenerator) -> TelemetrySample {
    var motion = MotionColumns()
    motion.speedCentiKmh = .random(in: .min ... .max, using: &generator)
    motion.batteryVoltageMv = Bool.random(using: &generator) ? 80_000 : nil
    motion.erpm = .random(in: -9...9, using: &generator)
    motion.odometerCm = .random(in: .min ... .max, using: &generator)
    motion.faultCode = step % 50 == 0 ? 3 : 0
    let atMs = 1_784_030_400_000 + Int64(step) * 500
    let location = LocationColumns(
      latitudeE7: .random(in: -900_000_000...900_000_000, using: &generator), longitudeE7: 1,
      accuracyCm: 300, locationTimestampMs: atMs)
    return TelemetrySample(
      capturedAtMs: atMs, elapsedRealtimeMs: Int64(step) * 500, motion: motion,
      location: Bool.random(using: &generator) ? location : nil)
  }
}

import Telemetry
import Testing

/// What a restart, a repeated sample and a clock that steps do to buckets.
@Suite struct MinuteBucketRestartTests {
  static let start: Int64 = 1_783_155_600_000

  private func sample(_ ms: Int64) -> TelemetrySample {
    var sample = TelemetrySample(capturedAtMs: Self.start + ms, elapsedRealtimeMs: 1_000 + ms)
    sample.motion.speedCentiKmh = Int32(ms / 10)
    sample.motion.odometerCm = ms
    sample.location = LocationColumns(
      latitudeE7: 500_000_000 + Int32(ms), longitudeE7: 80_000_000, gpsSpeedCentiMps: 1_000,
      accuracyCm: 300, locationTimestampMs: Self.start + ms)
    return sample
  }

  /// The bucket of minute 0 after a restart at `cut`, where the start feeds again what was counted.
  @Test(arguments: [Int64(0), 1_000, 29_000, 58_000]) func aRestartNeitherLosesNorCountsTwice(
    cut: Int64
  ) throws {
    let times = Array(stride(from: Int64(0), to: 60_000, by: 1_000))
    var whole = MinuteBucketBuilder(boardID: "b")
    for ms in times { _ = whole.add(sample(ms)) }
    var before = MinuteBucketBuilder(boardID: "b")
    for ms in times where ms <= cut { _ = before.add(sample(ms)) }
    var after = MinuteBucketBuilder(boardID: "b", resuming: before.current)
    for ms in times where ms >= cut - 5_000 { _ = after.add(sample(ms)) }
    var resumed = try #require(after.current)
    let expected = try #require(whole.current)
    // The leg across the restart has no beginning any more.
    #expect(resumed.gpsDistanceCm <= expected.gpsDistanceCm)
    #expect(expected.gpsDistanceCm - resumed.gpsDistanceCm < 2_500)
    resumed.gpsDistanceCm = expected.gpsDistanceCm
    #expect(resumed == expected)
  }

  @Test func aResumedBucketToWhichNothingCameIsNotGivenAgain() {
    var before = MinuteBucketBuilder(boardID: "b")
    _ = before.add(sample(0))
    var after = MinuteBucketBuilder(boardID: "b", resuming: before.current)
    #expect(after.add(sample(60_000)) == nil)
    #expect(after.add(sample(120_000))?.sampleCount == 1)
  }

  @Test func repeatedAndBackwardSamplesAreCountedOnce() {
    var builder = MinuteBucketBuilder(boardID: "b")
    for ms in [Int64(0), 1_000, 1_000, 500, 2_000] { _ = builder.add(sample(ms)) }
    #expect(builder.current?.sampleCount == 3 && builder.ignoredSamples == 2)
  }

  @Test func aSingleWrongTimeAheadDoesNotReplaceTheMinute() {
    var builder = MinuteBucketBuilder(boardID: "b")
    let times = [0, 1_000, 7_200_000, 2_000, 3_000, 60_000].map(Int64.init)
    let closed = times.compactMap { builder.add(sample($0)) }
    #expect(closed.map(\.sampleCount) == [2, 1, 4])
    #expect(closed.map(\.bucketStartMs) == [0, 7_200_000, 0].map { Self.start + $0 })
  }

  @Test func anotherBoardClosesTheMinute() {
    var builder = MinuteBucketBuilder(boardID: "b")
    _ = builder.add(sample(0))
    #expect(builder.changeBoard(to: "c")?.boardID == "b")
    _ = builder.add(sample(1_000))
    #expect(builder.current?.boardID == "c" && builder.current?.sampleCount == 1)
  }

  @Test func timesThatNoRowCanHoldAreIgnored() {
    var builder = MinuteBucketBuilder(boardID: "b")
    for ms in [Int64.min, -1, .max] {
      _ = builder.add(TelemetrySample(capturedAtMs: ms, elapsedRealtimeMs: 0))
    }
    #expect(builder.current == nil && builder.ignoredSamples == 3)
  }

  @Test(arguments: Array(1...100) as [UInt64]) func anySequenceGivesSoundBuckets(seed: UInt64) {
    var generator = SampleGenerator(seed: seed)
    var builder = MinuteBucketBuilder(boardID: "b")
    for _ in 0..<400 {
      guard let bucket = builder.add(generator.next()) else { continue }
      #expect(bucket.bucketStartMs % 60_000 == 0 && bucket.sampleCount > 0)
      #expect(bucket.bucketStartMs <= bucket.firstSampleAtMs)
      #expect(bucket.firstSampleAtMs <= bucket.lastSampleAtMs)
      #expect(bucket.lastSampleAtMs < bucket.bucketStartMs + 60_000)
      #expect(bucket.preciseGpsPointCount <= bucket.gpsPointCount)
      #expect((bucket.movingSpeedSampleCount ?? 0) <= bucket.sampleCount)
      #expect(bucket.gpsDistanceCm >= 0 && bucket.batteryUsedWhMilli >= 0)
    }
  }
}

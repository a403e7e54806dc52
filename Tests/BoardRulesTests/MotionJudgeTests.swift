import BoardRules
import RecordingModel
import Telemetry
import Testing

@Suite("What of a sample counts")
struct MotionJudgeTests {
  private func sample(
    _ ms: Int64 = 1_000_000, ground: Int32? = nil, error: Int32? = 300, age: Int64 = 0,
    _ change: (inout MotionColumns) -> Void
  ) -> TelemetrySample {
    var sample = TelemetrySample(capturedAtMs: ms, elapsedRealtimeMs: ms)
    sample.motion.batteryVoltageMv = 60_000
    sample.motion.batteryCurrentMa = 5_000
    change(&sample.motion)
    if let ground {
      sample.location = LocationColumns(
        latitudeE7: 1, longitudeE7: 1, gpsSpeedCentiMps: ground, accuracyCm: error,
        locationTimestampMs: ms - age)
    }
    return sample
  }

  private func judge(_ sample: TelemetrySample) -> MotionJudge.Verdict? {
    var judge = MotionJudge()
    return judge.judge(sample)
  }

  @Test("931 km/h and the like do not count", arguments: [20_001, 93_100, -93_100, Int32.min])
  func peaks(speed: Int32) {
    let verdict = judge(sample { $0.speedCentiKmh = speed })
    #expect(verdict?.counted.speedCentiKmh == nil)
    #expect(verdict?.counted.batteryVoltageMv == 60_000)
    #expect(verdict?.reasons == [])
  }

  @Test("the fastest that counts") func fastest() {
    #expect(judge(sample { $0.speedCentiKmh = -20_000 })?.counted.speedCentiKmh == -20_000)
  }

  @Test("a sample of zeros measures nothing; one of unknowns is no such sample")
  func zeros() {
    let empty = sample {
      $0 = MotionColumns()
      $0.batteryVoltageMv = 0
      $0.speedCentiKmh = 0
      $0.faultCode = 0
    }
    #expect(judge(empty) == nil)
    #expect(judge(sample { $0 = MotionColumns() }) != nil)
    #expect(judge(sample { $0.speedCentiKmh = 0 }) != nil)
  }

  @Test(
    "a wheel that spins: slow ground and more than 15 km/h, or 12 km/h faster than the ground",
    arguments: [
      // Wheel in 1/100 km/h, ground in cm/s, error in cm, age in ms.
      (1_501, 190, 2_000, 10_000, true), (1_500, 194, 300, 0, false), (1_501, 190, 2_001, 0, false),
      (1_501, 190, 300, 10_001, false), (3_900, 749, 300, 0, true), (3_800, 750, 300, 0, false),
      (-3_901, 750, 300, 0, true),
    ] as [(Int32, Int32, Int32, Int64, Bool)])
  func spin(wheel: Int32, ground: Int32, error: Int32, age: Int64, spins: Bool) {
    let verdict = judge(
      sample(ground: ground, error: error, age: age) {
        $0.speedCentiKmh = wheel
        $0.dutyPermille = 900
      })
    #expect(verdict?.reasons == (spins ? [.freeSpin] : []))
    #expect((verdict?.counted.speedCentiKmh == nil) == spins)
    #expect((verdict?.counted.dutyPermille == nil) == spins)
  }

  @Test("below 3 km/h is left out of averages") func slow() {
    #expect(judge(sample { $0.speedCentiKmh = 299 })?.reasons == [.lowSpeed])
    #expect(judge(sample { $0.speedCentiKmh = 300 })?.reasons == [])
    #expect(judge(sample { _ in })?.reasons == [])
  }

  @Test("the fall of the voltage at power-off is no minimum, a sag under load is")
  func sag() {
    var statistics = BoardStatistics(boardID: "b")
    func add(_ step: Int64, volts: Int32, amperes: Int32) {
      _ = statistics.add(
        sample(600_000 + step * 50) {
          $0.batteryVoltageMv = volts
          $0.batteryCurrentMa = amperes
        })
    }
    for step in 0..<40 { add(Int64(step), volts: 60_000, amperes: 5_000) }
    add(40, volts: 51_000, amperes: 60_000)
    for step in 0..<60 { add(Int64(41 + step), volts: 60_000 - Int32(step) * 950, amperes: 100) }
    #expect(statistics.current?.minBatteryVoltageMv == 51_000)
  }

  @Test("raw peaks stay in the frames, and out of the bucket's maxima; the ground stands in")
  func bucket() {
    var statistics = BoardStatistics(boardID: "b")
    _ = statistics.add(sample(600_000) { $0.speedCentiKmh = 2_500 })
    _ = statistics.add(sample(600_050) { $0.speedCentiKmh = 93_100 })
    _ = statistics.add(sample(600_100, ground: 500) { $0.speedCentiKmh = 4_500 })
    #expect(statistics.current?.maxAbsSpeedCentiKmh == 2_500)
    #expect(statistics.current?.sampleCount == 3)
    #expect(statistics.current?.movingSpeedSampleCount == 2)
  }
}

@Suite("Ranges left out of metrics")
struct ExclusionRunTests {
  @Test("samples at most 2 s apart make one range") func joins() {
    var runs = ExclusionRuns(boardID: "b")
    var ranges: [MetricExclusionRange] = []
    for ms: Int64 in [0, 500, 2_500, 4_501] { ranges += runs.take([.lowSpeed], at: ms) }
    #expect(ranges.map(\.endMs) == [2_500])
    #expect(ranges.first?.sampleCount == 3)
    #expect(runs.close().map(\.startMs) == [4_501])
    #expect(runs.close().isEmpty)
  }

  @Test("a range ends when 2 s passed without such a sample") func ends() {
    var runs = ExclusionRuns(boardID: "b")
    #expect(runs.take([.freeSpin], at: 1_000).isEmpty)
    #expect(runs.take([], at: 3_000).isEmpty)
    let range = MetricExclusionRange(
      boardID: "b", reason: .freeSpin, startMs: 1_000, endMs: 1_000, sampleCount: 1)
    #expect(runs.take([], at: 3_001) == [range])
  }

  @Test("reasons run apart, and long runs come in pieces that touch") func pieces() {
    var runs = ExclusionRuns(boardID: "b")
    var ranges: [MetricExclusionRange] = []
    for step in 0...1_300 {
      ranges += runs.take(step == 7 ? [.lowSpeed, .freeSpin] : [.lowSpeed], at: Int64(step) * 100)
    }
    ranges += runs.close()
    #expect(ranges.count { $0.reason == .freeSpin } == 1)
    let slow = ranges.filter { $0.reason == .lowSpeed }
    #expect(slow.count == 3)
    #expect(slow.reduce(0) { $0 + $1.sampleCount } == 1_301)
    #expect(zip(slow, slow.dropFirst()).allSatisfy { $1.startMs - $0.endMs <= 2_000 })
  }
}

import SeededRandom
import Telemetry
import Testing

@Suite struct MinuteBucketTests {
  static let start: Int64 = 1_783_155_600_000

  private func sample(_ ms: Int64, _ change: (inout TelemetrySample) -> Void = { _ in })
    -> TelemetrySample
  {
    var sample = TelemetrySample(capturedAtMs: Self.start + ms, elapsedRealtimeMs: 1_000 + ms)
    change(&sample)
    return sample
  }

  /// A fix `north` metres north of a fixed place.
  private func fix(
    _ ms: Int64, north: Double, speed: Int32? = nil, accuracyCm: Int32? = 500
  ) -> LocationColumns {
    LocationColumns(
      latitudeE7: 500_000_000 + Int32((north * 89.932).rounded()), longitudeE7: 80_000_000,
      gpsSpeedCentiMps: speed, accuracyCm: accuracyCm, locationTimestampMs: Self.start + ms)
  }

  private func bucket(of samples: [TelemetrySample]) -> MinuteBucket? {
    var builder = MinuteBucketBuilder(boardID: "b")
    for sample in samples { _ = builder.add(sample) }
    return builder.current
  }

  @Test func aMinuteClosesWhenTheNextOneOpens() {
    var builder = MinuteBucketBuilder(boardID: "b")
    let closed = stride(from: Int64(0), to: 150_000, by: 1_000).compactMap {
      builder.add(sample($0))
    }
    #expect(closed.map(\.bucketStartMs) == [Self.start, Self.start + 60_000])
    #expect(closed.map(\.sampleCount) == [60, 60])
    #expect(closed[1].firstSampleAtMs == Self.start + 60_000)
    #expect(closed[1].lastSampleAtMs == Self.start + 119_000)
    #expect(builder.current?.sampleCount == 30)
  }

  @Test func speedIsTheWheelsElseTheReceiversAndUnknownStaysUnknown() throws {
    let wheel = try #require(
      bucket(of: [
        sample(0) { $0.motion.speedCentiKmh = -299 },
        sample(50) { $0.motion.speedCentiKmh = 300 },
        sample(100) {
          $0.motion.speedCentiKmh = 400
          $0.location = fix(100, north: 0, speed: 9_000)
        },
      ]))
    #expect(wheel.sumAbsSpeedCentiKmh == 999 && wheel.maxAbsSpeedCentiKmh == 400)
    #expect(wheel.movingSpeedSampleCount == 2 && wheel.sumMovingAbsSpeedCentiKmh == 700)
    #expect(wheel.firstMovingAtMs == Self.start + 50 && wheel.lastMovingAtMs == Self.start + 100)
    #expect(wheel.maxGpsSpeedCentiMps == 9_000)
    let gnss = try #require(
      bucket(of: [sample(0) { $0.location = fix(0, north: 0, speed: 2_500) }]))
    #expect(gnss.maxAbsSpeedCentiKmh == 9_000 && gnss.movingSpeedSampleCount == 1)
    let none = try #require(bucket(of: [sample(0)]))
    #expect(none.movingSpeedSampleCount == nil && none.sumMovingAbsSpeedCentiKmh == nil)
    #expect(none.firstMovingAtMs == nil && none.maxGpsSpeedCentiMps == nil)
  }

  @Test func anUnknownValueErasesNothing() throws {
    let built = try #require(
      bucket(of: [
        sample(0),
        sample(50) {
          $0.motion.batteryVoltageMv = 70_000
          $0.motion.tempMosfetDeciC = -50
          $0.motion.tempMotorDeciC = 300
          $0.motion.odometerCm = 1_000
          $0.motion.faultCode = 3
        },
        sample(100) { $0.motion.batteryVoltageMv = 69_000 },
        sample(150) { $0.motion.batteryVoltageMv = 0 },
        sample(200),
      ]))
    #expect(built.minBatteryVoltageMv == 69_000)
    #expect(built.maxTempMosfetDeciC == -50 && built.maxTempMotorDeciC == 300)
    #expect(built.firstOdometerCm == 1_000 && built.lastOdometerCm == 1_000)
    #expect(built.faultCount == 1 && built.sampleCount == 5)
  }

  @Test func extremesOfEveryColumnKeepTheBounds() throws {
    let built = try #require(
      bucket(
        of: (0..<2_000).map { index in
          sample(Int64(index)) {
            $0.motion.speedCentiKmh = .min
            $0.motion.batteryVoltageMv = .max
            $0.motion.motorCurrentMa = .min
            $0.motion.batteryCurrentMa = .min
            $0.motion.dutyPermille = .min
            $0.motion.odometerCm = .min
          }
        }))
    #expect(built.maxMotorCurrentAbsMa == .max && built.maxDutyAbsPermille == .max)
    #expect(built.maxAbsSpeedCentiKmh == .max && built.firstOdometerCm == nil)
    #expect(built.batteryRegenWhMilli <= 9_007_199_254_740_991)
    #expect(built.sumAbsSpeedCentiKmh == Int64(Int32.max) * 2_000)
  }

  @Test func energyIsIntegratedAcrossGapsOfAtMostFiveSeconds() throws {
    // 50 V · 72 A = 3600 W, which is 1000 mWh a second.
    func at(_ ms: Int64, _ amperes: Int32) -> TelemetrySample {
      sample(ms) {
        $0.motion.batteryVoltageMv = 50_000
        $0.motion.batteryCurrentMa = amperes * 1_000
      }
    }
    let drawn = try #require(
      bucket(of: stride(from: 0, through: 10_000, by: 50).map { at($0, 72) }))
    #expect(abs(drawn.batteryUsedWhMilli - 10_000) <= 1 && drawn.batteryRegenWhMilli == 0)
    let back = try #require(bucket(of: [at(0, -72), at(5_000, -72), at(10_001, -72)]))
    #expect(back.batteryRegenWhMilli == 5_000 && back.batteryUsedWhMilli == 0)
    let broken = try #require(bucket(of: [at(0, 72), sample(1_000), at(2_000, 72)]))
    #expect(broken.batteryUsedWhMilli == 0)
  }

  @Test func distanceIsTheSumOfLegsThatMove() throws {
    let ridden = try #require(
      bucket(
        of: (0...500).map { index in
          let ms = Int64(index) * 100
          return sample(ms) { $0.location = fix(ms, north: Double(index), speed: 1_000) }
        }))
    #expect(ridden.gpsPointCount == 501 && ridden.preciseGpsPointCount == 501)
    #expect(abs(ridden.gpsDistanceCm - 50_000) < 400)
  }

  @Test(arguments: [nil, Int32(20)]) func aReceiverThatStandsAddsUpNoDistance(speed: Int32?)
    throws
  {
    var random = SeededGenerator(seed: 7)
    let stood = try #require(
      bucket(
        of: (0..<590).map { index in
          let ms = Int64(index) * 100
          let drift = Double(index) * 0.01 + Double.random(in: -0.3...0.3, using: &random)
          return sample(ms) { $0.location = fix(ms, north: drift, speed: speed) }
        }))
    #expect(stood.gpsDistanceCm == 0)
  }

  @Test func aStartAfterStandingIsMeasuredWithoutSpeeds() throws {
    let built = try #require(
      bucket(
        of: (0..<59).map { second in
          let ms = Int64(second) * 1_000
          return sample(ms) { $0.location = fix(ms, north: Double(max(0, second - 40)) * 8) }
        }))
    #expect(abs(built.gpsDistanceCm - 14_400) < 2_000)
  }

  @Test func jumpsGapsAndPoorFixesAreNoDistance() throws {
    func distance(_ fixes: [LocationColumns]) throws -> Int64 {
      try #require(
        bucket(
          of: fixes.map { fix in sample(fix.locationTimestampMs - Self.start) { $0.location = fix }
          })
      ).gpsDistanceCm
    }
    let fast: Int32 = 2_000
    let jump = [
      fix(0, north: 0, speed: fast), fix(1_000, north: 5_000, speed: fast),
      fix(2_000, north: 40, speed: fast),
    ]
    #expect(try distance(jump) == 0)
    let gap = [fix(0, north: 0, speed: fast), fix(10_001, north: 200, speed: fast)]
    #expect(try distance(gap) == 0)
    let poor = [
      fix(0, north: 0, speed: fast), fix(1_000, north: 20, speed: fast, accuracyCm: 5_001),
      fix(2_000, north: 40, speed: fast), fix(3_000, north: 60, speed: fast, accuracyCm: nil),
    ]
    #expect(try abs(distance(poor) - 4_000) < 10)
  }

  @Test func aFixThatSeveralSamplesCarryIsOnePoint() throws {
    let repeated = (0..<20).map { index in
      sample(Int64(index) * 50) { $0.location = fix(0, north: 0, accuracyCm: 2_001) }
    }
    let built = try #require(bucket(of: repeated))
    #expect(built.gpsPointCount == 1 && built.preciseGpsPointCount == 0)
    #expect(built.firstLatitudeE7 == 500_000_000 && built.firstLongitudeE7 == 80_000_000)
  }
}

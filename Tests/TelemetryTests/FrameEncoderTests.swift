import Telemetry
import Testing

@Suite struct FrameEncoderTests {
  static let start: Int64 = 1_783_155_600_000

  private func sample(_ ms: Int64, _ change: (inout TelemetrySample) -> Void = { _ in })
    -> TelemetrySample
  {
    var sample = TelemetrySample(capturedAtMs: Self.start + ms, elapsedRealtimeMs: 1_000 + ms)
    change(&sample)
    return sample
  }

  private func fix(_ ms: Int64, altitudeCm: Int32? = 100_000) -> LocationColumns {
    LocationColumns(
      latitudeE7: 501_000_000, longitudeE7: 81_000_000, gpsSpeedCentiMps: 20,
      bearingCentiDeg: 27_000, accuracyCm: 300, altitudeCm: altitudeCm,
      locationTimestampMs: Self.start + ms)
  }

  private func require(_ frame: TelemetryFrame?) throws -> TelemetryFrame {
    try #require(frame)
  }

  @Test func theGateLetsOneFrameThroughEachHalfSecond() {
    var encoder = FrameEncoder(boardID: "b")
    let kept = stride(from: Int64(0), to: 3_000, by: 50).filter {
      encoder.encode(sample($0)) != nil
    }
    #expect(kept == [0, 500, 1_000, 1_500, 2_000, 2_500])
  }

  @Test func aChangeOfTheFaultPassesTheGate() throws {
    var encoder = FrameEncoder(boardID: "b")
    _ = encoder.encode(sample(0) { $0.motion.faultCode = 0 })
    let raised = try require(encoder.encode(sample(50) { $0.motion.faultCode = 4 }))
    #expect(raised.flags == [.hasFault])
    #expect(raised.changedMask1 == 1 << 17)
    #expect(encoder.encode(sample(100) { $0.motion.faultCode = 4 }) == nil)
    let still = try require(encoder.encode(sample(550) { $0.motion.faultCode = 4 }))
    #expect(still.flags == [.hasFault] && still.changedMask1 == 0)
    let unknown = try require(encoder.encode(sample(600)))
    #expect(unknown.flags == [] && unknown.changedMask1 == 1 << 17)
    #expect(unknown.motion.faultCode == nil)
  }

  @Test func anUnchangedInstantIsAFrameWithEmptyMasks() throws {
    var encoder = FrameEncoder(boardID: "b")
    _ = encoder.encode(sample(0) { $0.motion.erpm = 7 })
    let frame = try require(encoder.encode(sample(500) { $0.motion.erpm = 7 }))
    #expect(frame.changedMask1 == 0 && frame.changedMask2 == 0 && frame.flags == [])
    #expect(frame.motion == MotionColumns())
  }

  @Test func keyframesComeFirstEachMinuteAndAfterAGap() {
    var encoder = FrameEncoder(boardID: "b")
    var keyframes: [Int64] = []
    for ms in Array(stride(from: Int64(0), through: 130_000, by: 1_000)) + [220_001, 220_600] {
      if encoder.encode(sample(ms))?.flags.contains(.keyframe) == true { keyframes.append(ms) }
    }
    #expect(keyframes == [0, 60_000, 120_000, 220_001])
  }

  @Test func aForcedKeyframePassesTheGateButNotTheSameInstant() throws {
    var encoder = FrameEncoder(boardID: "b")
    _ = encoder.encode(sample(0))
    encoder.forceKeyframe()
    #expect(encoder.encode(sample(0)) == nil)
    let frame = try require(encoder.encode(sample(50)))
    #expect(frame.flags.contains(.keyframe))
  }

  @Test func timeThatStepsBackAndAnotherBoardBeginWithAKeyframe() {
    var encoder = FrameEncoder(boardID: "b")
    _ = encoder.encode(sample(10_000))
    #expect(encoder.encode(sample(9_900))?.flags.contains(.keyframe) == true)
    var rebooted = sample(10_500)
    rebooted.elapsedRealtimeMs = 5
    #expect(encoder.encode(rebooted)?.flags.contains(.keyframe) == true)
    encoder.changeBoard(to: "c")
    rebooted.elapsedRealtimeMs = 6
    let frame = encoder.encode(rebooted)
    #expect(frame?.flags.contains(.keyframe) == true && frame?.boardID == "c")
  }

  @Test func aRampOfStepsBelowTheThresholdIsFollowed() {
    var encoder = FrameEncoder(boardID: "b")
    var decoder = FrameDecoder()
    for step in 0..<100 {
      let original = sample(Int64(step) * 500) {
        $0.motion.tempMotorDeciC = 200 + Int32(step)
        $0.motion.batteryVoltageMv = 80_000 - Int32(step) * 7
      }
      let decoded = encoder.encode(original).flatMap { decoder.decode($0) }
      #expect(abs((decoded?.motion.tempMotorDeciC ?? 0) - original.motion.tempMotorDeciC!) < 5)
      #expect(
        abs((decoded?.motion.batteryVoltageMv ?? 0) - original.motion.batteryVoltageMv!) < 20)
    }
  }

  @Test func aWaveClimbedHoveringIsKept() {
    var encoder = FrameEncoder(boardID: "b")
    var decoder = FrameDecoder()
    var written = 0
    for second in 0..<50 {
      let ms = Int64(second) * 1_000
      let altitude = 300_000 + Int32(second) * 40
      let original = sample(ms) { $0.location = fix(ms, altitudeCm: altitude) }
      let frame = encoder.encode(original)
      if frame?.location != nil { written += 1 }
      let decoded = frame.flatMap { decoder.decode($0) }
      #expect(abs((decoded?.location?.altitudeCm ?? 0) - altitude) < 100)
    }
    #expect(written == 17)  // 0.4 m/s: every third second is a metre or more
  }

  @Test func aChangeOfVerticalSpeedWritesTheLocation() throws {
    var encoder = FrameEncoder(boardID: "b")
    func at(_ ms: Int64, climb: Int32) -> TelemetryFrame? {
      encoder.encode(
        sample(ms) {
          $0.location = fix(ms)
          $0.climbCmPerS = climb
        })
    }
    _ = at(0, climb: 0)
    #expect(at(500, climb: 49)?.location == nil)
    #expect(at(1_000, climb: 50)?.location != nil)
    #expect(at(1_500, climb: 20)?.location == nil)
    #expect(at(6_000, climb: 20)?.location != nil)
  }

  @Test func aFixOlderThanTenSecondsBecomesUnknown() throws {
    var encoder = FrameEncoder(boardID: "b")
    let old = fix(0)
    _ = encoder.encode(sample(0) { $0.location = old })
    #expect(encoder.encode(sample(10_000) { $0.location = old })?.location == old)
    let frame = try require(encoder.encode(sample(10_500) { $0.location = old }))
    #expect(frame.changedMask2 == 1 && frame.location == nil && frame.flags == [])
    #expect(encoder.encode(sample(11_000) { $0.location = old })?.changedMask2 == 0)
  }

  @Test func whatTheContractCannotCarryIsUnknownOrRefused() throws {
    var encoder = FrameEncoder(boardID: String(repeating: "\u{1F6E9}", count: 65))
    #expect(encoder.boardID == "")
    #expect(encoder.encode(sample(-Self.start - 1)) == nil)
    #expect(encoder.refusedSamples == 1)
    let frame = try require(
      encoder.encode(
        sample(0) {
          $0.motion.odometerCm = 9_007_199_254_740_992
          $0.location = fix(0)
          $0.location?.latitudeE7 = 900_000_001
        }))
    #expect(frame.changedMask1 == 0 && frame.changedMask2 == 0 && frame.flags == [.keyframe])
  }
}

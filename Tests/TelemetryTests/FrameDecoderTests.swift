import Telemetry
import Testing

@Suite struct FrameDecoderTests {
  private func frames(_ count: Int, everyMs: Int64 = 500) -> [TelemetryFrame] {
    var encoder = FrameEncoder(boardID: "b")
    return (0..<count).compactMap { index in
      var sample = TelemetrySample(
        capturedAtMs: 1_000_000 + Int64(index) * everyMs,
        elapsedRealtimeMs: Int64(index) * everyMs)
      sample.motion.erpm = Int32(index)
      return encoder.encode(sample)
    }
  }

  @Test func aDeltaWithoutItsKeyframeGivesNothingUntilTheNextOne() {
    var decoder = FrameDecoder()
    let decoded = frames(130).dropFirst().compactMap { decoder.decode($0) }
    #expect(decoder.skipped.withoutKeyframe == 119)
    #expect(decoded.map(\.motion.erpm) == (120..<130).map { $0 })
  }

  @Test func exchangedFramesStopTheChain() {
    var decoder = FrameDecoder()
    var input = frames(5)
    input.swapAt(2, 3)
    let decoded = input.compactMap { decoder.decode($0) }
    #expect(decoded.count == 3)
    #expect(decoder.skipped.outOfOrder == 1 && decoder.skipped.withoutKeyframe == 1)
  }

  @Test func aRepeatedFrameIsSkippedAlone() {
    var decoder = FrameDecoder()
    let input = frames(3)
    let decoded = [input[0], input[1], input[1], input[2]].compactMap { decoder.decode($0) }
    #expect(decoded.map(\.motion.erpm) == [0, 1, 2])
    #expect(decoder.skipped.repeated == 1 && decoder.skipped.total == 1)
  }

  @Test func aDeltaThatMustHaveHadAKeyframeBeforeItIsRefused() {
    var decoder = FrameDecoder()
    let input = frames(140).filter { !$0.flags.contains(.keyframe) || $0.capturedAtMs == 1_000_000 }
    let decoded = input.compactMap { decoder.decode($0) }
    #expect(decoded.count == 120)
    #expect(decoder.skipped.unjustified == 1)
  }

  @Test func framesOfAnotherBoardNeedTheirKeyframe() {
    var decoder = FrameDecoder()
    var input = frames(3)
    input[1].boardID = "c"
    #expect(input.compactMap { decoder.decode($0) }.count == 1)
    #expect(decoder.skipped.unjustified == 1 && decoder.skipped.withoutKeyframe == 1)
  }

  @Test func contradictionsAreDamage() {
    let good = frames(1)[0]
    let harms: [(inout TelemetryFrame) -> Void] = [
      { $0.changedMask1 = 1 << 18 },
      { $0.changedMask2 = 2 },
      { $0.changedMask1 = 0 },
      { $0.flags.insert(.hasFault) },
      { $0.flags.insert(.hasLocation) },
      { $0.flags.rawValue |= 8 },
      { $0.capturedAtMs = nil },
      { $0.capturedAtMs = -1 },
      { $0.elapsedRealtimeMs = .max },
    ]
    for harm in harms {
      var frame = good
      harm(&frame)
      var decoder = FrameDecoder()
      #expect(decoder.decode(frame) == nil && decoder.skipped.damaged == 1, "\(frame)")
    }
  }
}

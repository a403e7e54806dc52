import FlightModel
import SeededRandom
import Telemetry
import Testing

/// What holds for any sequence of samples.
@Suite struct FramePropertyTests {
  static let seeds: [UInt64] = Array(1...200)
  static let length = 400

  @Test(arguments: seeds) func everyPersistedInstantDecodesWithinTheThresholds(seed: UInt64) throws
  {
    var generator = SampleGenerator(seed: seed)
    var encoder = FrameEncoder(boardID: "board")
    var decoder = FrameDecoder()
    var persisted = 0
    for _ in 0..<Self.length {
      let sample = generator.next()
      guard let frame = encoder.encode(sample) else { continue }
      persisted += 1
      let decoded = decoder.decode(frame)
      try #require(decoded.map { isNear($0, sample) } == true, "\(sample) \(frame)")
    }
    #expect(decoder.skipped.total == 0)
    #expect(persisted > 20)
  }

  @Test(arguments: seeds) func framesKeepTheContractsBounds(seed: UInt64) {
    var generator = SampleGenerator(seed: seed)
    var encoder = FrameEncoder(boardID: "board")
    for _ in 0..<Self.length {
      guard let frame = encoder.encode(generator.next()) else { continue }
      #expect((0...9_007_199_254_740_991).contains(frame.capturedAtMs!))
      #expect((0...9_007_199_254_740_991).contains(frame.elapsedRealtimeMs))
      #expect(abs(frame.motion.odometerCm ?? 0) <= 9_007_199_254_740_991)
      #expect((0..<(1 << 18)).contains(frame.changedMask1))
      #expect((0...1).contains(frame.changedMask2))
      if let location = frame.location {
        #expect(abs(location.latitudeE7) <= 900_000_000)
        #expect(frame.capturedAtMs! - location.locationTimestampMs <= 10_000)
      }
    }
  }

  @Test(arguments: seeds) func aLostFrameIsHealedByTheNextKeyframe(seed: UInt64) throws {
    var generator = SampleGenerator(seed: seed)
    var encoder = FrameEncoder(boardID: "board")
    var decoder = FrameDecoder()
    var isHealed = true
    for index in 0..<Self.length {
      let sample = generator.next()
      guard let frame = encoder.encode(sample) else { continue }
      if index % 37 == 36 {
        encoder.noteDroppedFrame()
        isHealed = false
        continue
      }
      if !isHealed { try #require(frame.flags.contains(.keyframe)) }
      isHealed = true
      let decoded = decoder.decode(frame)
      try #require(decoded.map { isNear($0, sample) } == true)
    }
  }

  /// Frames with one bit flipped, left out, repeated or exchanged never trap, and what comes out
  /// after the next keyframe is right again.
  @Test(arguments: seeds) func aDecoderSurvivesDamage(seed: UInt64) throws {
    var generator = SampleGenerator(seed: seed)
    var damage = SeededGenerator(seed: seed &+ 1_000)
    var encoder = FrameEncoder(boardID: "board")
    var decoder = FrameDecoder()
    var isHurt = false
    for _ in 0..<Self.length {
      let sample = generator.next()
      guard var frame = encoder.encode(sample) else { continue }
      if Int.random(in: 0..<20, using: &damage) == 0 {
        isHurt = true
        harm(&frame, &damage)
        _ = decoder.decode(frame)
        continue
      }
      let decoded = decoder.decode(frame)
      if frame.flags.contains(.keyframe) { isHurt = false }
      if !isHurt { try #require(decoded.map { isNear($0, sample) } == true) }
    }
  }

  private func harm(_ frame: inout TelemetryFrame, _ random: inout SeededGenerator) {
    let bit = Int32.random(in: 0..<32, using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: frame.changedMask1 ^= Int32(truncatingIfNeeded: UInt32(1) << UInt32(bit))
    case 1: frame.changedMask2 ^= Int32(truncatingIfNeeded: UInt32(1) << UInt32(bit))
    case 2: frame.flags.rawValue ^= Int32(truncatingIfNeeded: UInt32(1) << UInt32(bit))
    case 3: frame.capturedAtMs = [nil, .min, .max, 0].randomElement(using: &random)!
    case 4: frame.elapsedRealtimeMs = [.min, .max, 0].randomElement(using: &random)!
    case 5: frame.motion.odometerCm = .max
    default: frame.location?.latitudeE7 = .min
    }
  }
}

/// Whether a decoded sample is what the thresholds promise of an original.
func isNear(_ decoded: TelemetrySample, _ original: TelemetrySample) -> Bool {
  decoded.capturedAtMs == original.capturedAtMs
    && decoded.elapsedRealtimeMs == original.elapsedRealtimeMs
    && decoded.canID == original.canID
    && isNear(decoded.motion, original.motion)
    && isNear(decoded.location, original.location, atMs: original.capturedAtMs)
}

private func isNear(_ left: MotionColumns, _ right: MotionColumns) -> Bool {
  let bounds: [(KeyPath<MotionColumns, Int32?>, Int64)] = [
    (\.speedCentiKmh, 5), (\.batteryVoltageMv, 20), (\.motorCurrentMa, 100),
    (\.batteryCurrentMa, 100), (\.dutyPermille, 2), (\.pitchCentiDeg, 5), (\.rollCentiDeg, 5),
    (\.balancePitchCentiDeg, 5), (\.balanceCurrentMa, 100), (\.erpm, 1), (\.state, 1),
    (\.switchState, 1), (\.adc1Milli, 10), (\.adc2Milli, 10), (\.tempMosfetDeciC, 5),
    (\.tempMotorDeciC, 5), (\.faultCode, 1),
  ]
  let odometer = right.odometerCm.flatMap { $0.magnitude > 9_007_199_254_740_991 ? nil : $0 }
  return isNear(left.odometerCm, odometer, 25)
    && bounds.allSatisfy { column, bound in
      isNear(left[keyPath: column].map(Int64.init), right[keyPath: column].map(Int64.init), bound)
    }
}

private func isNear(_ left: Int64?, _ right: Int64?, _ bound: Int64) -> Bool {
  guard let left, let right else { return left == nil && right == nil }
  return abs(left - right) < bound
}

private func isNear(_ left: LocationColumns?, _ right: LocationColumns?, atMs: Int64) -> Bool {
  let usable = right.flatMap { fix in
    fix.latitudeE7 == .max || atMs - fix.locationTimestampMs > 10_000 ? nil : fix
  }
  guard let left, let usable else { return left == nil && usable == nil }
  let distance = Coordinate(latitudeE7: left.latitudeE7, longitudeE7: left.longitudeE7)
    .distance(to: Coordinate(latitudeE7: usable.latitudeE7, longitudeE7: usable.longitudeE7))
  return distance <= 2.0
    && isNear(left.altitudeCm.map(Int64.init), usable.altitudeCm.map(Int64.init), 100)
    && isNear(left.accuracyCm.map(Int64.init), usable.accuracyCm.map(Int64.init), 200)
}

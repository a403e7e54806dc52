import FuzzDriver
import Telemetry

/// Rows of `telemetry_frames` as a damaged or foreign database may hold them, and what the encoder
/// makes of the samples that come out.
@main
enum FrameDecoderFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      var input = Input(bytes: bytes)
      var decoder = FrameDecoder()
      var frames = 0
      var samples: [TelemetrySample] = []
      while !input.isEmpty {
        frames += 1
        if let sample = decoder.decode(frame(from: &input)) { samples.append(sample) }
      }
      Fuzzer.expect(samples.count + decoder.skipped.total == frames, "a frame vanished")
      var text: [UInt8] = []
      for sample in samples {
        TelemetryText.appendCSV(sample, to: &text)
        TelemetryText.appendJSONLine(sample, to: &text)
      }
      encode(samples)
    }
  }

  /// What the encoder wrote must all decode.
  private static func encode(_ samples: [TelemetrySample]) {
    var encoder = FrameEncoder(boardID: "board")
    var decoder = FrameDecoder()
    for sample in samples {
      guard let frame = encoder.encode(sample) else { continue }
      Fuzzer.expect(decoder.decode(frame) != nil, "an own frame was refused: \(decoder.skipped)")
    }
  }

  private static func frame(from input: inout Input) -> TelemetryFrame {
    var frame = TelemetryFrame(
      boardID: input.byte() & 7 == 7 ? "other" : "board", capturedAtMs: input.time(),
      elapsedRealtimeMs: input.time() ?? -1, flags: .init(rawValue: Int32(input.byte() & 15)),
      changedMask1: Int32(truncatingIfNeeded: input.number(3)),
      changedMask2: Int32(input.byte() & 3))
    let mask = frame.changedMask1
    if mask & 1 != 0 { frame.motion.speedCentiKmh = Int32(truncatingIfNeeded: input.number(4)) }
    if mask & 2 != 0 { frame.motion.batteryVoltageMv = Int32(truncatingIfNeeded: input.number(4)) }
    if mask & 1 << 14 != 0 { frame.motion.odometerCm = input.number(8) }
    if mask & 1 << 17 != 0 { frame.motion.faultCode = Int32(input.byte() & 1) }
    if frame.flags.contains(.hasLocation) {
      frame.location = LocationColumns(
        latitudeE7: Int32(truncatingIfNeeded: input.number(4)),
        longitudeE7: Int32(truncatingIfNeeded: input.number(4)),
        accuracyCm: Int32(truncatingIfNeeded: input.number(4)),
        altitudeCm: Int32(truncatingIfNeeded: input.number(4)),
        locationTimestampMs: input.time() ?? 0)
    }
    return frame
  }
}

/// Takes numbers from the front of an input; behind its end there are zeros.
private struct Input {
  private var rest: ArraySlice<UInt8>

  init(bytes: UnsafeBufferPointer<UInt8>) { rest = Array(bytes)[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func number(_ count: Int) -> Int64 {
    (0..<count).reduce(0) { value, _ in value << 8 | Int64(byte()) }
  }

  /// Mostly a time near 2026 or the start of a clock, at times anything or none.
  mutating func time() -> Int64? {
    switch byte() & 7 {
    case 0: nil
    case 1: number(8)
    default: 1_784_030_400_000 + number(2)
    }
  }
}

import Telemetry
import Testing

/// `Fixtures/telemetry/hover-and-ride`: samples and the frames that an independent script made.
@Suite struct GoldenFrameTests {
  @Test func samplesGiveExactlyTheFramesBesideThem() throws {
    var encoder = FrameEncoder(boardID: "board")
    let rows = try SampleTable("hover-and-ride/samples.csv").samples
      .compactMap { encoder.encode($0) }
    let expected = try SampleTable("hover-and-ride/frames.csv").lines
    #expect(rows.count == expected.count - 1)
    for (frame, line) in zip(rows, expected.dropFirst()) { #expect(text(of: frame) == line) }
  }

  @Test func theTextOfTheSamplesIsTheFixtureAgain() throws {
    let table = try SampleTable("hover-and-ride/samples.csv")
    var bytes = TelemetryText.csvHeader
    for sample in table.samples { TelemetryText.appendCSV(sample, to: &bytes) }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines == table.lines)
  }

  /// The frame as a row of the fixture: its columns are those of a sample with the flags and masks
  /// in between.
  private func text(of frame: TelemetryFrame) -> String {
    var bytes: [UInt8] = []
    TelemetryText.appendCSV(
      TelemetrySample(
        capturedAtMs: frame.capturedAtMs!, elapsedRealtimeMs: frame.elapsedRealtimeMs,
        canID: frame.canID, motion: frame.motion, location: frame.location), to: &bytes)
    var fields = String(decoding: bytes.dropLast(), as: UTF8.self)
      .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    fields.insert(
      contentsOf: [frame.flags.rawValue, frame.changedMask1, frame.changedMask2].map {
        String($0)
      }, at: 3)
    return fields.joined(separator: ",")
  }
}

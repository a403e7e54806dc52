import Telemetry
import Testing

@Suite struct TelemetryTextTests {
  private var sample: TelemetrySample {
    var sample = TelemetrySample(capturedAtMs: 1_000, elapsedRealtimeMs: 2, canID: 98)
    sample.motion.speedCentiKmh = -5
    sample.motion.odometerCm = 9_007_199_254_740_991
    sample.location = LocationColumns(
      latitudeE7: -1, longitudeE7: 2, altitudeCm: -300, locationTimestampMs: 999)
    return sample
  }

  @Test func aRowHasTheHeadersColumnsAndNothingForUnknown() {
    var bytes = TelemetryText.csvHeader
    TelemetryText.appendCSV(sample, to: &bytes)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines[0].hasPrefix("capturedAtMs,elapsedRealtimeMs,canId,speedCentiKmh,"))
    #expect(lines[0].hasSuffix(",altitudeCm,locationTimestampMs"))
    #expect(lines[1] == "1000,2,98,-5,,,,,,,,,,,,,,9007199254740991,,,,-1,2,,,,-300,999")
    #expect(lines[0].filter { $0 == "," }.count == lines[1].filter { $0 == "," }.count)
  }

  @Test func aJSONLineNamesEveryColumn() {
    var bytes: [UInt8] = []
    TelemetryText.appendJSONLine(sample, to: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix(#"{"capturedAtMs":1000,"elapsedRealtimeMs":2,"canId":98,"#))
    #expect(text.hasSuffix(#""altitudeCm":-300,"locationTimestampMs":999}"# + "\n"))
    #expect(text.contains(#","erpm":null,"state":null,"#))
    #expect(text.filter { $0 == ":" }.count == TelemetryText.columns.count)
  }
}

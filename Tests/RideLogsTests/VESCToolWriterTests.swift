import FlightModel
import RideLogs
import Telemetry
import Testing

@Suite struct VESCToolWriterTests {
  @Test func whatIsWrittenIsReadBack() throws {
    let fixture = RideLogFixture.all[0]
    let (events, _) = try events(try fixture.bytes(), fixture.facts)
    let samples = samples(events)
    var bytes = VESCToolWriter.header
    for sample in samples { VESCToolWriter.append(sample, to: &bytes) }
    let begin = UTCInstant(milliseconds: try #require(samples.first).capturedAtMs)
    let name = VESCToolWriter.fileName(begin)
    #expect(name == "2026-07-04_21-59-52.csv")
    let (again, reader) = try self.events(bytes, RideLogFacts(name: name))
    #expect(RideLogsTests.samples(again).map(line) == samples.map(line))
    #expect(reader.tally.brokenRows == 0)
  }

  private func events(
    _ bytes: [UInt8], _ facts: RideLogFacts
  ) throws -> (events: [RideLogEvent], reader: RideLogReader) {
    try RideLogsTests.events(bytes, facts)
  }

  @Test func whatIsUnknownStaysEmpty() {
    var bytes: [UInt8] = []
    let sample = TelemetrySample(capturedAtMs: 1_783_209_592_000, elapsedRealtimeMs: 0)
    VESCToolWriter.append(sample, to: &bytes)
    let fields = String(decoding: bytes, as: UTF8.self).split(
      separator: ";", omittingEmptySubsequences: false)
    // 55 columns and the line end behind the last separator.
    #expect(fields.count == 56)
    #expect(fields[0] == "86392000")
    #expect(fields[1] == "")
    #expect(fields[55] == "\n")
  }

  @Test func smallAndNegativeNumbersKeepTheirSign() throws {
    var sample = TelemetrySample(capturedAtMs: 1_783_209_592_000, elapsedRealtimeMs: 0)
    sample.motion.motorCurrentMa = -5
    sample.motion.speedCentiKmh = -1
    sample.motion.pitchCentiDeg = -1
    sample.location = LocationColumns(
      latitudeE7: -5, longitudeE7: 1, locationTimestampMs: 1_783_209_592_000)
    var bytes = VESCToolWriter.header
    VESCToolWriter.append(sample, to: &bytes)
    let (found, _) = try events(bytes, RideLogFacts(name: "2026-07-04_23-59-52.csv"))
    #expect(samples(found).map(line) == [line(sample)])
  }
}

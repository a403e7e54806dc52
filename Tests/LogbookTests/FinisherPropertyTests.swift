import FlightModel
import FlightSimulator
import IGC
import Logbook
import RecordingModel
import SeededRandom
import Testing

/// Any rows that a database could hold give a good file or none.
@Suite struct FinisherPropertyTests {
  @Test(arguments: 0..<40) func anyRecordingGivesAFileThatOurReaderAccepts(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let fixes = ChaosFixes.make(
      count: Int.random(in: 1...400, using: &generator), steps: ChaosFixes.anySteps, &generator)
    let rate = Int.random(in: 1...20, using: &generator)
    var bench = try FinisherBench(rate: rate)
    bench.recording.progress.takeoffAt = fixes.randomElement(using: &generator)?.recordedAt
    bench.recording.progress.landingAt = fixes.randomElement(using: &generator)?.recordedAt
    bench.markers = fixes.prefix(20).map {
      TelemetryMarker(
        occurredAtMs: $0.recordedAt.milliseconds, elapsedRealtimeMs: 0, kind: .gap,
        message: "*!$\r\nGXBG\u{0}ü", gapMs: $0.position.latitudeE7 > 0 ? .max : .min)
    }
    let (flight, bytes): (FinishedFlight, [UInt8])
    do { (flight, bytes) = try bench.finish(fixes) } catch {
      #expect((error as? LogbookError)?.cause == .noFixes && fixes.count < 20)
      return
    }
    let file = IGCFile(reading: bytes)
    #expect(file.counts.bad == 0)
    #expect(file.track.count == flight.entry.fixCount)
    #expect(file.date == flight.entry.firstFixAt.date)
    #expect(flight.entry.durationSeconds >= 0)
    #expect(flight.entry.heightGainedM >= 0)
    let lines = bytes.split(separator: 0x0A)
    #expect(lines.allSatisfy { $0.last == 0x0D && $0.count <= 100 })
  }
}

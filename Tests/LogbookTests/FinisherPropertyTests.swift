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
    let fixes = chaos(count: Int.random(in: 1...400, using: &generator), &generator)
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
    #expect(file.fixes.count == flight.entry.fixCount)
    #expect(file.date == flight.entry.firstFixAt.date)
    #expect(flight.entry.durationSeconds >= 0)
    #expect(flight.entry.heightGainedM >= 0)
    let lines = bytes.split(separator: 0x0A)
    #expect(lines.allSatisfy { $0.last == 0x0D && $0.count <= 100 })
  }

  /// Fixes whose every value is ordinary, missing, or as large as its type allows.
  private func chaos(count: Int, _ generator: inout SeededGenerator) -> [FixRecord] {
    var time = start.milliseconds
    let wild: [Int64] = [0, -1000, 70_000, -86_400_000, 86_400_000, 1 << 40, -(1 << 40)]
    return (0..<count).map { _ in
      let isWild = Int.random(in: 0..<25, using: &generator) == 0
      time &+= isWild ? wild.randomElement(using: &generator)! : 100
      var record = FixRecord(
        recordedAt: UTCInstant(milliseconds: time),
        mode: [.none, .twoDimensional, .threeDimensional].randomElement(using: &generator)!,
        position: Coordinate(
          latitudeE7: value(900_000_000, &generator) ?? 0,
          longitudeE7: value(1_800_000_000, &generator) ?? 0))
      record.gnssAltitudeCm = value(1_000_000, &generator)
      record.pressureAltitudeCm = value(1_000_000, &generator)
      record.groundSpeedCmPerS = value(10_000, &generator)
      record.varioCmPerS = value(1000, &generator)
      record.bearingCentiDeg = value(36_000, &generator)
      record.horizontalErrorCm = value(1000, &generator)
      record.satellitesUsed = value(20, &generator).map { Int($0) }
      record.heartRate = value(200, &generator).map { Int16(truncatingIfNeeded: $0) }
      record.oxygenSaturation = value(100, &generator).map { Int16(truncatingIfNeeded: $0) }
      record.isPilotEvent = Int.random(in: 0..<10, using: &generator) == 0
      return record
    }
  }

  private func value(_ limit: Int32, _ generator: inout SeededGenerator) -> Int32? {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0: nil
    case 1: [Int32.min, .max, 0, -1].randomElement(using: &generator)
    default: Int32.random(in: -limit...limit, using: &generator)
    }
  }
}

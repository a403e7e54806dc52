import Crypto
import FlightModel
import FlightSimulator
import IGC
import Logbook
import RecordingModel
import Testing

@Suite struct FlightFinisherTests {
  @Test(arguments: [false, true], [1, 10])
  func theFileTellsTheFlightAsItWas(hasPressure: Bool, rate: Int) throws {
    let simulated = SimulatedFlight(.shortFlight(seed: 4, rate: rate))
    let fixes = records(of: simulated.fixes, hasPressure: hasPressure)
    var bench = try FinisherBench(rate: rate)
    bench.recording.progress.takeoffAt = simulated.truth.takeoff
    bench.recording.progress.landingAt = simulated.truth.landing
    let (flight, bytes) = try bench.finish(fixes)
    let file = IGCFile(reading: bytes)
    #expect(file.track.count == fixes.count)
    #expect(flight.fixesRead == fixes.count)
    #expect(flight.fixesInFile == fixes.count)
    #expect(zip(file.track, fixes).allSatisfy { agrees($0, $1, withinMs: 0) })
    #expect(file.extensions.contains { $0.code == "TDS" } == (rate > 1))
    #expect(file.header("ALP") == (hasPressure ? "ISA" : "NIL"))
    #expect(file.header("PLT") == "Ada Glider")
    #expect(file.counts.bad == 0 && file.defects.isEmpty)
  }

  @Test func theEntryIsOfTheFile() throws {
    let simulated = SimulatedFlight(.shortFlight(seed: 9, rate: 1))
    var bench = try FinisherBench()
    bench.recording.progress.takeoffAt = simulated.truth.takeoff
    bench.recording.progress.landingAt = simulated.truth.landing
    bench.existingNames = [
      FileName(
        date: simulated.fixes[0].time.date, recorder: bench.finisher.box.recorder, flightOfDay: 1
      ).long
    ]
    let (flight, bytes) = try bench.finish(records(of: simulated.fixes))
    let entry = flight.entry
    #expect(entry.id.count == 64)
    #expect(
      NormalisedIGC.digest(of: bytes, using: SHA256()).map { String($0, radix: 16) }.joined()
        == pairs(entry.id).map { String($0, radix: 16) }.joined())
    #expect(entry.igcBytes == Int64(bytes.count))
    #expect(entry.recordingID == RecordingID(5))
    #expect(entry.filename.hasSuffix("-XBG-T01-02.IGC"))
    #expect(entry.firstFixAt == simulated.fixes.first?.time)
    #expect(entry.lastFixAt == simulated.fixes.last?.time)
    #expect(entry.fixCount == simulated.fixes.count)
    #expect(abs(entry.durationSeconds * 1000 - simulated.truth.durationMs) <= 500)
    #expect(abs(Int(entry.heightGainedM) * 100 - Int(simulated.truth.heightGainCm)) <= 50)
    #expect(entry.declaration == bench.recording.declaration)
  }

  @Test func theFileIsSignedByTheBox() throws {
    let (_, bytes) = try FinisherBench().finish((0..<300).map { fix(at: $0 * 1000) })
    var verifier = IGCVerifier(digest: SHA256()) {
      Ed25519.isValid(signature: $0, of: $1, publicKey: $2)
    }
    verifier.feed(bytes)
    guard case .valid(let signer, let links) = verifier.finish() else {
      Issue.record("not valid")
      return
    }
    #expect(signer.publicKey == (try FinisherBench().key.publicKeyBytes))
    #expect(links >= 5)
    let unsigned = try FinisherBench(isSigned: false).finish([fix(at: 0)])
    #expect(!String(decoding: unsigned.bytes, as: UTF8.self).contains("\nG"))
  }

  @Test func heartRateOxygenAndMarksAreInTheFile() throws {
    let simulated = SimulatedFlight(.shortFlight(seed: 2, rate: 1))
    var fixes = records(of: simulated.fixes, hasPressure: true, hasBody: true)
    fixes[50].isPilotEvent = true
    fixes[51].heartRate = nil
    let (_, bytes) = try FinisherBench().finish(fixes)
    let file = IGCFile(reading: bytes)
    #expect(file.text(of: "XXH", in: 50).flatMap { Int16($0) } == fixes[50].heartRate)
    #expect(
      file.text(of: "XXO", in: 50).flatMap { Int16($0) } == fixes[50].oxygenSaturation)
    #expect(file.text(of: "XXH", in: 51) == "---")
    #expect(file.events.map(\.code) == ["PEV"])
    #expect(file.events.first?.time == fixes[50].recordedAt)
    let plain = IGCFile(reading: try FinisherBench().finish([fix(at: 0)]).bytes)
    #expect(plain.extensions.isEmpty)
  }

  @Test func lostAndFlatFixesAreVoidAndPressureGoesOn() throws {
    let simulated = SimulatedFlight(.shortFlight(seed: 3, rate: 1)).with {
      let start = $0[0].trueTime
      return $0.void(start.range(after: 60, seconds: 20))
        .twoDimensional(start.range(after: 100, seconds: 10))
    }
    let fixes = records(of: simulated.fixes, hasPressure: true)
    let file = IGCFile(reading: try FinisherBench().finish(fixes).bytes)
    #expect(file.track.count == fixes.count)
    #expect(zip(file.track, fixes).allSatisfy { agrees($0, $1, withinMs: 0) })
    #expect(file.track.count { !$0.isValid } == 30)
    #expect(file.track[70].position == file.track[59].position)
  }

  @Test func twoMidnightsAreOneFile() throws {
    let evening = UTCInstant(
      CivilDate(year: 2026, month: 12, day: 30), millisecondOfDay: 86_390_000)
    let fixes = stride(from: Int64(0), to: 2 * 86_400_000 - 370_000, by: 10_000).map { offset in
      var record = fix(at: 0)
      record.recordedAt = evening.advanced(byMilliseconds: offset)
      record.gnssAltitudeCm = Int32(offset / 10_000)
      return record
    }
    let (flight, bytes) = try FinisherBench(startedAt: evening).finish(fixes)
    let file = IGCFile(reading: bytes)
    #expect(file.date == CivilDate(year: 2026, month: 12, day: 30))
    #expect(file.track.map(\.time) == fixes.map { $0.recordedAt })
    #expect(file.track.last?.time.date == CivilDate(year: 2027, month: 1, day: 1))
    #expect(flight.entry.filename == "2026-12-30-XBG-T01-01.IGC")
  }

  @Test func aFastReceiverAtOneHertzLeavesOneFixASecond() throws {
    let simulated = SimulatedFlight(.shortFlight(seed: 4, rate: 10))
    let fixes = records(of: simulated.fixes)
    let file = IGCFile(reading: try FinisherBench().finish(fixes).bytes)
    let whole = fixes.filter { $0.recordedAt.milliseconds % 1000 == 0 }
    #expect(zip(file.track, whole).allSatisfy { agrees($0, $1, withinMs: 0) })
    #expect(abs(file.track.count - whole.count) <= 1)
    #expect(!file.extensions.contains { $0.code == "TDS" })
  }

  @Test func gapsAreToldWithTheirCause() throws {
    var bench = try FinisherBench()
    bench.markers = [
      TelemetryMarker(
        occurredAtMs: start.milliseconds + 3000, elapsedRealtimeMs: 0, kind: .gap,
        message: "power", gapMs: 16_400),
      TelemetryMarker(occurredAtMs: start.milliseconds, elapsedRealtimeMs: 0, kind: .connected),
    ]
    let fixes = [0, 1000, 2000, 19_000, 20_000].map { fix(at: $0) }
    let file = IGCFile(reading: try bench.finish(fixes).bytes)
    #expect(file.comments.contains { $0.hasSuffix("gap of 16 s: power") })
    #expect(file.track.count == 5)
  }

  @Test func oneFixIsAFlightAndNoneIsAnError() throws {
    let bench = try FinisherBench()
    let (flight, _) = try bench.finish([fix(at: 0)])
    #expect(flight.fixesInFile == 1)
    #expect(flight.entry.durationSeconds == 0)
    #expect(flight.entry.heightGainedM == 0)
    var writes = 0
    #expect(throws: LogbookError(recording: RecordingID(5), cause: .noFixes)) {
      try bench.finisher.finish(
        bench.recording, existingNames: [], importedAt: start, fixes: { _ in },
        write: { _ in writes += 1 }, reread: { _ in })
    }
    #expect(writes == 0)
    var old = fix(at: 0)
    old.recordedAt = UTCInstant(milliseconds: 0)
    #expect(bench.failure([old]) == .noFixes)
  }

  @Test func aDayAtTenHertzIsHandedOnInPieces() throws {
    let bench = try FinisherBench(rate: 10)
    var largest = 0
    var bytes: [UInt8] = []
    let count: Int64 = 20_000
    let flight = try bench.finisher.finish(
      bench.recording, existingNames: [], importedAt: start,
      fixes: { body in for index in 0..<count { try body(fix(at: index * 100)) } },
      write: {
        largest = max(largest, $0.count)
        bytes += $0
      },
      reread: { body in
        for start in stride(from: 0, to: bytes.count, by: 777) {
          try body(Array(bytes[start..<min(start + 777, bytes.count)]))
        }
      })
    #expect(flight.fixesInFile == Int(count))
    #expect(largest < 32_768)
  }

  private func pairs(_ text: String) -> [UInt8] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)
    }
  }
}

import FlightModel
import FlightSimulator
import Glibc
import IGC
import Logbook
import RecordingModel
import SeededRandom
import TestSupport
import Testing

/// Any recording gives a file that our reader and other people's accept alike.
@Suite(
  .enabled(
    if: getenv("BAROGRAPH_FOREIGN_PYTHON") != nil,
    "set BAROGRAPH_FOREIGN_PYTHON to a Python with the packages of Tests/Foreign/requirements.txt"))
struct ForeignPropertyTests {
  /// A flight from a seed: anywhere, at any hour and height, with losses of reception.
  private struct AnyFlight {
    var fixes: [FixRecord]
    var rate: Int

    init(seed: UInt64) {
      var chance = SeededGenerator(seed: seed)
      let rate = [1, 1, 2, 5, 10].randomElement(using: &chance)!
      var plan = FlightPlan.generated(
        seed: seed, climbs: Int.random(in: 1...2, using: &chance),
        launch: Bool.random(using: &chance) ? .winch : .aerotow, rate: rate)
      // Every third is in the air at midnight.
      let isLate = seed.isMultiple(of: 3)
      plan.start = UTCInstant(
        CivilDate(
          year: .random(in: 2026...2069, using: &chance),
          month: .random(in: 1...12, using: &chance),
          day: .random(in: 1...28, using: &chance)),
        millisecondOfDay: isLate
          ? 86_100_000 : Int64.random(in: 0..<86_400, using: &chance) * 1000)
      plan.field = Coordinate(
        latitudeE7: .random(in: -700_000_000...700_000_000, using: &chance),
        longitudeE7: .random(in: -1_799_000_000...1_799_000_000, using: &chance))
      plan.fieldElevation = .random(in: -350...2500, using: &chance)
      // One loss only: void fixes have the altitude 0, as the format wants it, and libigc complains
      // of more than three great changes of altitude.
      let lostAfter = Double.random(in: 120...300, using: &chance)
      let lost = plan.start.range(after: lostAfter, seconds: 4)
      let flat = plan.start.range(after: lostAfter + 4, seconds: 3)
      let gone = plan.start.range(
        after: .random(in: 410...420, using: &chance), seconds: .random(in: 2...40, using: &chance))
      let simulated = SimulatedFlight(plan).with { fixes in
        fixes.void(lost).twoDimensional(flat).filter { !gone.contains($0.trueTime) }
      }
      fixes = records(
        of: simulated.fixes, hasPressure: seed % 4 != 0, hasBody: Bool.random(using: &chance))
      self.rate = Bool.random(using: &chance) ? 1 : rate
    }
  }

  /// Finishes recordings into a folder; the arguments for the foreign readers: each file and what
  /// our own reader found in it.
  private func finish(
    _ recordings: [(fixes: [FixRecord], rate: Int)], in folder: TemporaryFolder
  ) throws -> [String] {
    try recordings.enumerated().flatMap { index, recording in
      let (flight, bytes) = try FinisherBench(
        rate: recording.rate, startedAt: recording.fixes[0].recordedAt
      ).finish(recording.fixes)
      let file = IGCFile(reading: bytes)
      #expect(file.counts.bad == 0)
      #expect(file.track.count == flight.entry.fixCount)
      let paths = [folder.file("\(index).igc"), folder.file("\(index).csv")]
      try write(bytes, to: paths[0])
      try write(Array(expectation(file).utf8), to: paths[1])
      return paths
    }
  }

  private func expectation(_ file: IGCFile) -> String {
    var text = "time_s,latitude,longitude,pressure_m,gnss_m,validity\n"
    for fix in file.track {
      let columns = [
        String(Double(fix.time.milliseconds) / 1000), String(fix.position.latitude),
        String(fix.position.longitude), fix.pressureAltitudeM.map { String($0) } ?? "",
        String(fix.gnssAltitudeM ?? 0), fix.isValid ? "A" : "V",
      ]
      text += columns.joined(separator: ",") + "\n"
    }
    return text
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"))
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    #expect(fclose(file) == 0)
  }

  private func readers(_ arguments: [String]) async throws -> [String] {
    let outcome = try await ChildProcess.run(
      [
        String(cString: try #require(getenv("BAROGRAPH_FOREIGN_PYTHON"))),
        PackageFolder.root + "/Tests/Foreign/igc-readers.py",
      ] + arguments)
    #expect(outcome.ending == .exit(0), "\(outcome.output.filter { !$0.contains("agree") })")
    return outcome.output
  }

  @Test func anyFlightIsReadAlikeByAll() async throws {
    let folder = TemporaryFolder()
    let flights = (1...30).map { AnyFlight(seed: $0) }
    let output = try await readers(
      try finish(flights.map { ($0.fixes, $0.rate) }, in: folder))
    #expect(output.count { $0.hasPrefix("aerofiles: ") } == 30)
    #expect(output.count { $0.hasPrefix("libigc: ") } >= 10)
  }

  @Test func anyRowsAreReadAlikeByAll() async throws {
    let folder = TemporaryFolder()
    var chance = SeededGenerator(seed: 41)
    let recordings = (0..<40).map { _ in
      let count = Int.random(in: 60...400, using: &chance)
      return (
        ChaosFixes.make(count: count, steps: ChaosFixes.steps, &chance),
        Int.random(in: 1...20, using: &chance)
      )
    }
    let output = try await readers(["--form-only"] + finish(recordings, in: folder))
    #expect(output.count { $0.hasPrefix("aerofiles: ") } == 40)
  }
}

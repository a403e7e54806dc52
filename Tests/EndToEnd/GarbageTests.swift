import ControlAPI
import FlightModel
import FlightSimulator
import IGC
import Linux
import SeededRandom
import TestSupport
import Testing

extension EndToEnd {
  /// Whatever a gpsd sends, the daemon lives, counts it, and no file has it.
  @Suite(.timeLimit(.minutes(10)))
  struct GarbageTests {
    @Test("half lines, megabytes, NaN, 0/0, 1980 and 2099 are counted and never reach a file")
    func garbage() async throws {
      let flight = SimulatedFlight(.shortFlight(seed: 9))
      let gpsd = try FakeGPSD()
      let box = try Box(port: gpsd.port)
      try box.begin()
      try gpsd.greet()
      var random = SeededGenerator(seed: 4)
      var noise = Noise()
      for (index, fix) in flight.fixes.enumerated() {
        try gpsd.say(FakeGPSD.position(fix))
        if index % 5 == 0 { try gpsd.send(noise.next(after: fix, &random)) }
      }
      try await box.stored(upTo: flight.fixes.last!.time)
      let facts = try #require(try box.status().facts)
      expectCounted(facts, noise)
      #expect(try await box.command("record", "stop").code == 0)
      let sent = Set(flight.fixes.map(\.time))
      let times = try box.rows().fixTimes()
      #expect(Set(times).isSubset(of: sent))
      #expect(times.count == Set(times).count)
      #expect(flight.fixes.due(in: flight.truth).allSatisfy { times.contains($0.time) })
      try expectTrue(try box.file(box.files[0]).track.map(\.position), flight)
      #expect(box.files.count == 1)
      #expect(await box.stop() == .exit(0))
    }

    private func expectCounted(_ facts: StatusFacts, _ noise: Noise) {
      let errors = facts.sources[0].errors
      #expect((errors["overlong"] ?? 0) >= 1)
      #expect((errors["not-a-report"] ?? 0) > 0)
      #expect((errors["malformed"] ?? 0) > 0)
      let rejected = facts.counters.fixesRejected
      #expect((rejected["position-zero"] ?? 0) == noise.count[.nullIsland])
      #expect((rejected["implausible-date"] ?? 0) >= noise.count[.year2099] ?? 0)
      #expect(rejected.values.reduce(0, +) > 0)
    }

    /// Every position lies where the flight was.
    private func expectTrue(_ positions: [Coordinate], _ flight: SimulatedFlight) throws {
      let field = flight.plan.field
      for position in positions { #expect(field.distance(to: position) < 20_000) }
    }

    /// Random bytes in the middle of everything, for as long as a fix lasts.
    @Test("random bytes between the reports of a flight change nothing of it")
    func randomBytes() async throws {
      let flight = SimulatedFlight(.minute)
      let gpsd = try FakeGPSD()
      let box = try Box(port: gpsd.port, policy: "always")
      try box.begin()
      try gpsd.greet()
      var random = SeededGenerator(seed: 12)
      for fix in flight.fixes {
        let count = Int.random(in: 0...3000, using: &random)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        try gpsd.send(bytes.filter { $0 != 0x7B } + [0x0A])
        try gpsd.say(FakeGPSD.position(fix))
      }
      try await box.stored(upTo: flight.fixes.last!.time)
      #expect(try box.rows().fixTimes() == flight.fixes.map(\.time))
      #expect(await box.stop() == .exit(0))
    }
  }
}

/// What stands between good reports.
private struct Noise {
  enum Kind: CaseIterable {
    case halfLine, megabytes, notANumber, nullIsland, year1980, year2099, wrongTypes, deep, binary
  }

  var count: [Kind: Int64] = [:]

  mutating func next(after fix: SimulatedFix, _ random: inout SeededGenerator)
    -> [UInt8]
  {
    // The long line is dear: two are enough.
    let kinds = Kind.allCases.filter { $0 != .megabytes || count[.megabytes, default: 0] < 2 }
    let kind = kinds.randomElement(using: &random)!
    count[kind, default: 0] += 1
    return text(kind, fix) + [0x0D, 0x0A]
  }

  private func text(_ kind: Kind, _ fix: SimulatedFix) -> [UInt8] {
    // Between two seconds, so that no good report is its duplicate.
    var between = fix
    between.time = fix.time.advanced(byMilliseconds: 500)
    func report(_ changes: [String: String]) -> [UInt8] {
      Array(FakeGPSD.position(between, changes).utf8)
    }
    return switch kind {
    case .halfLine: Array(report([:]).prefix(60))
    case .megabytes: Array(repeating: UInt8(ascii: "x"), count: 2 << 20)
    case .notANumber: report(["lat": "NaN", "lon": "nan", "altHAE": "NaN"])
    case .nullIsland: report(["lat": "0.0", "lon": "0.0"])
    case .year1980: report(["time": "\"1980-01-06T00:00:12.000Z\""])
    case .year2099: report(["time": "\"2099-07-04T11:00:00.000Z\""])
    case .wrongTypes: report(["lat": "\"north\"", "mode": "[3]", "time": "17"])
    case .deep: Array(#"{"class":"TPV","device":"#.utf8) + Array(repeating: 0x7B, count: 4000)
    case .binary: (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37) }.filter { $0 != 0x0A }
    }
  }
}

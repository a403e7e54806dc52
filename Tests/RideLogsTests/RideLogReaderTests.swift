import FlightModel
import RecordingModel
import RideLogs
import Telemetry
import Testing

@Suite struct RideLogReaderTests {
  @Test(arguments: RideLogFixture.all)
  func everySampleComesOutAsExpected(fixture: RideLogFixture) throws {
    let (found, reader) = try events(try fixture.bytes(), fixture.facts)
    let lines = samples(found).map(line)
    let expected = try fixture.expected()
    #expect(lines.count == expected.count)
    for (index, (line, due)) in zip(lines, expected).enumerated() where line != due {
      Issue.record("sample \(index): \(line), due \(due)")
      break
    }
    #expect(reader.tally.firstBroken.map(\.line) == fixture.brokenLines)
    #expect(reader.tally.brokenRows == fixture.brokenLines.count)
    #expect(reader.tally.samples == expected.count)
  }

  @Test(arguments: RideLogFixture.all, [1, 7, 1000])
  func cutAnywhereGivesTheSame(fixture: RideLogFixture, piece: Int) throws {
    let bytes = try fixture.bytes()
    let whole = try events(bytes, fixture.facts)
    let cut = try events(bytes, fixture.facts, piece: piece)
    #expect(cut.events == whole.events)
    #expect(cut.reader.tally == whole.reader.tally)
  }

  @Test func aRecordingNamesItsBoardAndItsConnections() throws {
    let fixture = RideLogFixture.all[3]
    let (found, reader) = try events(try fixture.bytes(), fixture.facts)
    #expect(reader.boardSource == "C8:DF:84:00:00:01")
    let kinds = found.compactMap { if case .marker(let kind, _, _) = $0 { kind } else { nil } }
    #expect(kinds == [.connected, .disconnected])
  }

  @Test(arguments: [
    ("a;b;c\n1;2;3\n", RideLogError.unknownLayout),
    ("\u{0}\u{1}\u{2}", .unknownLayout),
    ("", .unknownLayout),
    ("ms_today;input_voltage\n1000;80\n", .noDate),
    ("Time(s),Voltage\n1,80\n", .noDate),
    ("v_in:Voltage:V:2:0:0;x:x:x:2:0:0\n80;1\n", .noTimeColumn),
    ("{\"t\":0,\"kind\":\"meta\"}\n", .nothing(rows: 1, broken: 1)),
    ("{\"t\":0,\"kind\":\"meta\",\"startedAt\":1783209592000}\n", .nothing(rows: 1, broken: 0)),
  ])
  func whatGivesNothingSaysWhy(text: String, error: RideLogError) {
    #expect(throws: error) { try events(Array(text.utf8), RideLogFacts(name: "log.csv")) }
    #expect(!error.description.isEmpty)
  }

  @Test func aGivenBeginOutranksTheName() throws {
    let text = "Time(s),Voltage\n2,80\n3.5,79\n"
    let begin = UTCInstant(milliseconds: 1_700_000_000_000)
    let facts = RideLogFacts(name: "2020-01-01 00.00.00.csv", startedAt: begin)
    let (found, _) = try events(Array(text.utf8), facts)
    #expect(samples(found).map(\.capturedAtMs) == [1_700_000_000_000, 1_700_000_001_500])
  }

  @Test(arguments: [
    // Past midnight; twice.
    ([86_399_000, 500, 86_399_900, 1000], [0, 1500, 86_400_900, 86_402_000]),
    // Summer time ends: the same hour once more.
    ([10_799_000, 7_200_000, 7_201_000], [0, 1000, 2000]),
  ])
  func theDayOfTheClockGoesOn(local: [Int64], elapsed: [Int64]) throws {
    let rows = local.map { "\($0);80\n" }.joined()
    let facts = RideLogFacts(name: "2026-10-25_00-00-00.csv")
    let (found, reader) = try events(
      Array(("ms_today;input_voltage\n" + rows).utf8), facts)
    #expect(samples(found).map(\.elapsedRealtimeMs) == elapsed)
    #expect(reader.tally.brokenRows == 0)
  }

  @Test func aRowThatGoesBackIsBroken() throws {
    let text = "ms_today;input_voltage\n5000;80\n4000;80\n6000;80\n"
    let (found, reader) = try events(
      Array(text.utf8), RideLogFacts(name: "2026-07-04_00-00-05.csv"))
    #expect(samples(found).count == 2)
    #expect(reader.tally.firstBroken.map(\.line) == [3])
    #expect(reader.tally.firstBroken.map(\.cause) == ["the time goes back"])
  }

  @Test func aFirstRowPastMidnightBelongsToTheNextDay() throws {
    let text = Array("ms_today;input_voltage\n100;80\n".utf8)
    let (found, _) = try events(text, RideLogFacts(name: "2026-07-04_23-59-59.csv"))
    let day = UTCInstant(CivilDate(year: 2026, month: 7, day: 5))
    #expect(samples(found).map(\.capturedAtMs) == [day.milliseconds + 100])
  }

  @Test func longLinesAndManyBrokenOnesAreBounded() throws {
    let long = [UInt8](repeating: 0x31, count: 200_000)
    var bytes = Array("ms_today;input_voltage\n1000;80\n".utf8) + long + [0x0A]
    for _ in 0..<50 { bytes += Array("x;80\n".utf8) }
    let (found, reader) = try events(bytes, RideLogFacts(name: "2026-07-04_00-00-05.csv"))
    #expect(samples(found).count == 1)
    #expect(reader.tally.brokenRows == 51)
    #expect(reader.tally.firstBroken.count == RideLogTally.mostListed)
    #expect(reader.tally.firstBroken[0].cause == "the line is too long")
  }

  @Test func oneControllersCurrentsStandWhereTheBusHasOne() throws {
    let header = "ms_today;input_voltage;current_motor;current_motor_setup;num_vescs\n"
    let rows = "1000;80;10;25;1\n2000;80;10;25;2\n3000;80;10;;2\n"
    let (found, _) = try events(
      Array((header + rows).utf8), RideLogFacts(name: "2026-07-04_00-00-01.csv"))
    #expect(samples(found).map(\.motion.motorCurrentMa) == [10_000, 25_000, 10_000])
  }
}

import FlightModel
import SeededRandom
import TestSupport
import Testing

@testable import Devices

@Suite("Report reader")
struct ReportReaderTests {
  private func onlyFix(_ line: String) throws -> Fix {
    var reader = ReportReader()
    var events = reader.take(line)
    reader.flush(&events)
    let fixes = events.fixes
    try #require(fixes.count == 1)
    return fixes[0]
  }

  @Test func mapsAReportWithEveryUnit() throws {
    let fix = try onlyFix(Lines.tpv(second: 2))
    #expect(fix.receiver == ReceiverID("/dev/ttyS9"))
    #expect(fix.time == .noon(plus: 2))
    #expect(fix.mode == .threeDimensional)
    #expect(fix.position == Coordinate(latitudeE7: 473_772_200, longitudeE7: 85_416_933))
    #expect(fix.ellipsoidAltitudeCm == 154_700)
    #expect(fix.meanSeaAltitudeCm == 150_000)
    #expect(fix.groundSpeedCmPerS == 2696)
    #expect(fix.trackCentiDeg == 27_130)
    #expect(fix.climbCmPerS == -150)
    #expect(fix.horizontalErrorCm == 1710)
    #expect(fix.verticalErrorCm == 2760)
  }

  @Test func leavesUnknownWhatIsNotSaid() throws {
    let bare = "{\"class\":\"TPV\",\"device\":\"/dev/ttyS9\",\"mode\":2,\"lat\":47.0,\"lon\":8.0}"
    let fix = try onlyFix(bare)
    #expect(fix.time == nil)
    #expect(fix.mode == .twoDimensional)
    #expect(fix.ellipsoidAltitudeCm == nil)
    #expect(fix.groundSpeedCmPerS == nil)
    #expect(fix.trackCentiDeg == nil)
    #expect(fix.climbCmPerS == nil)
  }

  @Test(
    "numbers that are none",
    arguments: ["NaN", "nan", "null", "1e999", "-1e999", "999999999999", "-91.0", "x"])
  func neverInventsAPosition(_ latitude: String) throws {
    var reader = ReportReader()
    let line =
      "{\"class\":\"TPV\",\"device\":\"/dev/ttyS9\",\"mode\":3,\"lat\":\(latitude),"
      + "\"lon\":8.0,\"altHAE\":\(latitude == "-91.0" ? "NaN" : latitude)}"
    var events = reader.take(line)
    reader.flush(&events)
    for fix in events.fixes {
      #expect(fix.position == nil)
      #expect(fix.ellipsoidAltitudeCm == nil)
    }
  }

  @Test func passesOddDatesOnForTheRecorderToJudge() throws {
    for (year, expected) in [("1980", 1980), ("2099", 2099)] {
      let line =
        "{\"class\":\"TPV\",\"device\":\"/dev/ttyS9\",\"mode\":3,"
        + "\"time\":\"\(year)-01-06T00:00:12.000Z\",\"lat\":0.0,\"lon\":0.0}"
      let fix = try onlyFix(line)
      #expect(fix.time?.date.year == expected)
      #expect(fix.position == Coordinate(latitudeE7: 0, longitudeE7: 0))
    }
  }

  @Test func countsReportsWithoutFix() {
    var reader = ReportReader()
    let line = "{\"class\":\"TPV\",\"device\":\"/dev/ttyS9\",\"mode\":1}"
    #expect(reader.take(line).fixes.map(\.mode) == [.none])
    #expect(reader.counters.reportsWithoutFix == 1)
    #expect(reader.counters.fixes == 0)
  }

  @Test func mergesTheFirstReportsOfAnInstant() {
    var reader = ReportReader()
    let bare = "\"ept\":0.005,"
    #expect(reader.take(Lines.tpv(second: 1, mode: 2, heights: bare)).fixes.isEmpty)
    #expect(reader.take(Lines.tpv(second: 1)).fixes.isEmpty)
    #expect(reader.take(Lines.tpv(second: 1)).fixes.isEmpty)
    let complete = reader.take(Lines.tpv(second: 2)).fixes
    #expect(complete.map(\.time) == [.noon(plus: 1)])
    #expect(complete.first?.mode == .threeDimensional)
    #expect(complete.first?.ellipsoidAltitudeCm == 154_700)
    #expect(reader.counters.duplicates == 2)
  }

  @Test func holdsNothingOnceInstantsComeSingly() {
    var reader = ReportReader()
    for second in 1...FixMerger.singlesToSettle + 1 {
      _ = reader.take(Lines.tpv(second: second))
    }
    var waited: [SourceEvent] = []
    reader.flush(&waited)
    #expect(waited.fixes.map(\.time) == [.noon(plus: FixMerger.singlesToSettle + 1)])
    let last = FixMerger.singlesToSettle + 2
    let times = (last...last + 20).map { reader.take(Lines.tpv(second: $0)).fixes.last?.time }
    #expect(times == (last...last + 20).map { .noon(plus: $0) })
    #expect(!reader.isHolding)
    #expect(reader.counters.fixes == last + 20)
  }

  @Test func deliversEachInstantOfEachReceiverOnce() {
    var reader = ReportReader()
    var random = SeededGenerator(seed: 5)
    var fixes: [Fix] = []
    for second in 0..<200 {
      if second.isMultiple(of: 25) {
        var waited: [SourceEvent] = []
        reader.flush(&waited)
        fixes += waited.fixes
      }
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        for device in ["/dev/a", "/dev/b"] {
          fixes += reader.take(Lines.tpv(second: second, device: device)).fixes
        }
      }
    }
    var rest: [SourceEvent] = []
    reader.flush(&rest)
    fixes += rest.fixes
    for device in ["/dev/a", "/dev/b"] {
      let times = fixes.filter { $0.receiver.name == device }.map(\.time)
      #expect(times == (0..<200).map { .noon(plus: $0) })
    }
  }

  @Test func readsTheSatelliteCountOfSkyReports() {
    var reader = ReportReader()
    for second in 0..<6 { _ = reader.take(Lines.tpv(second: second)) }
    _ = reader.take(Lines.sky(used: 9))
    _ = reader.take(Lines.sky(used: 4, device: "/dev/other"))
    #expect(reader.take(Lines.tpv(second: 7)).fixes.last?.satellitesUsed == 9)
    #expect(reader.counters.skyReports == 2)
  }

  @Test func readsWhatElseSkyReportsTellOfAReceiver() {
    var reader = ReportReader()
    _ = reader.take(Lines.tpv(second: 1))
    _ = reader.take(Lines.sky(used: 9))
    #expect(reader.receivers.first?.satellitesVisible == 12)
    #expect(reader.receivers.first?.hdop == 0.9)
    let unknown = #"{"class":"SKY","device":"/dev/ttyS9","hdop":99.99,"satellites":[]}"#
    _ = reader.take(unknown)
    #expect(reader.receivers.first?.hdop == nil)
    #expect(reader.receivers.first?.satellitesVisible == 12)
  }

  @Test func followsReceivers() {
    var reader = ReportReader()
    let a = ReceiverID("/dev/a")
    let b = ReceiverID("/dev/b")
    #expect(reader.take(Lines.version).isEmpty)
    #expect(reader.release == "3.22")
    let both: [SourceEvent] = [.receiverAppeared(a), .receiverAppeared(b)]
    #expect(reader.take(Lines.devices("/dev/a", "/dev/b")) == both)
    #expect(reader.take(Lines.devices("/dev/a", "/dev/b")).isEmpty)
    let gone = "{\"class\":\"DEVICE\",\"path\":\"/dev/a\",\"activated\":0}"
    #expect(reader.take(gone) == [.receiverGone(a)])
    var events: [SourceEvent] = []
    reader.linkClosed(&events)
    #expect(events == [.receiverGone(b)])
  }

  /// libgps's own reading of such a list never returns.
  @Test func followsMoreDevicesThanLibgpsKnows() {
    var reader = ReportReader()
    let events = reader.take(Lines.devices("/dev/a", "/dev/b", "/dev/c", "/dev/d", "/dev/e"))
    #expect(events.count == 5)
  }

  @Test func keepsAFixOfAServerThatNamesNoDevice() throws {
    let fix = try onlyFix("{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lon\":1}")
    #expect(fix.receiver == PositionDecoder.unnamed)
    #expect(fix.position == Coordinate(latitudeE7: 10_000_000, longitudeE7: 10_000_000))
  }

  @Test func boundsTheNumberOfReceivers() {
    var reader = ReportReader()
    for number in 0..<1000 {
      _ = reader.take(Lines.tpv(second: number % 3000, device: "/dev/pts/\(number)"))
    }
    #expect(reader.counters.garbage.withoutDevice > 900)
  }

  @Test(
    "garbage",
    arguments: [
      "", "{", "}", "hello", "{\"class\":\"TPV\"", "{\"class\":\"TPV\",\"mode\":3",
      "{\"class\":\"TPV\"}{\"class\":\"TPV\"}",
      "{\"class\":\"TPV\",\"device\":\"a\",\"mode\":9}",
      "[]", "{\"class\":\"DEVICES\"",
      "{\"class\":\"DEVICES\",\"devices\":[{\"class\":\"DEVICE\",\"path\":\"",
    ])
  func countsGarbage(_ line: String) {
    var reader = ReportReader()
    let events = reader.take(line)
    #expect(events.isEmpty)
  }

  @Test func survivesDamagedReports() {
    var random = SeededGenerator(seed: 17)
    let seeds = [
      Lines.tpv(second: 5), Lines.devices("/dev/a", "/dev/b"), Lines.version, Lines.sky(used: 7),
      Lines.devices("/dev/a"),
    ].map { Array($0.utf8) }
    let marks = Array("{}[]\",:\\u0-9eE.tfn\0\u{1}".utf8)
    var reader = ReportReader()
    for _ in 0..<60_000 {
      var line = seeds.randomElement(using: &random)!
      for _ in 0..<Int.random(in: 0...6, using: &random) where !line.isEmpty {
        let place = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: line[place] = UInt8.random(in: 0...255, using: &random)
        case 1: line[place] = marks.randomElement(using: &random)!
        case 2: line.remove(at: place)
        case 3: line.removeSubrange(place..<min(line.count, place + 40))
        case 4: line.insert(contentsOf: seeds.randomElement(using: &random)!, at: place)
        default:
          let mark = marks.randomElement(using: &random)!
          line.insert(contentsOf: Array(repeating: mark, count: 150), at: place)
        }
      }
      for fix in reader.take(line).fixes {
        #expect(fix.trackCentiDeg.map { (0..<36_000).contains($0) } ?? true)
        #expect((fix.groundSpeedCmPerS ?? 0) >= 0)
      }
    }
    #expect(reader.counters.lines == 60_000)
    #expect(reader.counters.garbage.malformed > 100)
    #expect(reader.counters.positionReports > 1000)
  }
}

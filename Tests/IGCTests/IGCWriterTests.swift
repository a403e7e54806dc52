import Crypto
import FlightModel
import IGC
import SeededRandom
import Testing

@Suite struct IGCWriterTests {
  private func records(_ fix: IGCFix, _ header: FileHeader = SampleFlight.header()) -> String {
    lines(SampleFlight.file([fix], header: header, isSigned: false)).last { $0.hasPrefix("B") }
      ?? ""
  }

  private func fix(_ latitudeE7: Int32, _ longitudeE7: Int32) -> IGCFix {
    IGCFix(
      time: SampleFlight.morning, quality: .threeDimensional,
      position: Coordinate(latitudeE7: latitudeE7, longitudeE7: longitudeE7),
      pressureAltitudeCm: 0, ellipsoidAltitudeCm: 0)
  }

  @Test func headerStandsInTheOrderOfTheSpecification() {
    let declaration = Declaration(
      pilot: "Jürgen Groß", crew: "Zoë*Łukasz", gliderType: "ASK 21", registration: "D-1234",
      competitionID: "JG", competitionClass: "Club")
    let header = SampleFlight.header(
      extensions: Set(FixExtension.allCases), declaration: declaration)
    let written = lines(SampleFlight.file(SampleFlight.calm(fixes: 1), header: header))
    let expected = [
      "AXBGT35", "HFDTEDATE:040726,01", "HFPLTPILOTINCHARGE:Jurgen Gross",
      "HFCM2CREW2:Zoe Lukasz", "HFGTYGLIDERTYPE:ASK 21", "HFGIDGLIDERID:D-1234",
      "HFDTMGPSDATUM:WGS84", "HFRFWFIRMWAREVERSION:0.1", "HFRHWHARDWAREVERSION:test bench",
      "HFFTYFRTYPE:Barograph,Barograph", "HFGPSRECEIVER:u-blox M10",
      "HFPRSPRESSALTSENSOR:Bosch BMP390",
      "HFFRSSECURITY:digest chain in G records, not FAI approved", "HFCIDCOMPETITIONID:JG",
      "HFCCLCOMPETITIONCLASS:Club", "HFALGALTGPS:ELL", "HFALPALTPRESSURE:ISA",
      "I073638FXA3940SIU4143GSP4446TRT4751VAT5254XXH5557XXO",
      "LXBGVAT is vertical speed in signed cm/s",
      "LXBGXXH is heart rate in beats a minute",
      "LXBGXXO is oxygen saturation (SpO2) in percent",
      "B0900004700000N01100000EA0060000650-----------" + "-----------",
    ]
    #expect(Array(written.prefix(expected.count)) == expected)
  }

  /// Position in, fields out: carry into degrees, all hemispheres, the poles and the date line.
  @Test(arguments: [
    (Int32(0), Int32(0), "0000000N00000000E"),
    (479_999_999, 109_999_999, "4800000N01100000E"),
    (-335_083_333, -706_500_000, "3330500S07039000W"),
    (-1, -1, "0000000S00000000W"),
    (900_000_000, 1_800_000_000, "9000000N18000000E"),
    (-900_000_000, -1_800_000_000, "9000000S18000000W"),
    (479_916_583, 1_799_916_667, "4759499N17959500E"),
  ])
  func positions(latitude: Int32, longitude: Int32, expected: String) {
    #expect(records(fix(latitude, longitude)).dropFirst(7).prefix(17) == expected)
  }

  /// Altitudes in cm, fields out; void fixes have no GNSS altitude.
  @Test(arguments: [
    (Int32(-4100), Int32(-4149), "-0041-0041"), (-49, -50, "00000-0001"),
    (123_450, 123_449, "0123501234"), (Int32.min, Int32.max, "-999999999"),
    (10_000_000, -1_000_000, "99999-9999"),
  ])
  func altitudes(pressure: Int32, gnss: Int32, expected: String) {
    var fix = fix(470_000_000, 110_000_000)
    fix.pressureAltitudeCm = pressure
    fix.ellipsoidAltitudeCm = gnss
    #expect(records(fix).dropFirst(25).prefix(10) == expected)
  }

  @Test func extensionsAreScaledAndClamped() {
    var fix = fix(0, 0)
    fix.horizontalErrorCm = 249
    fix.satellitesUsed = 123
    fix.groundSpeedCmPerS = 3000
    fix.trackCentiDeg = 35_960
    fix.varioCmPerS = -250
    fix.heartRate = 72
    fix.oxygenSaturation = 97
    let header = SampleFlight.header(extensions: Set(FixExtension.allCases))
    #expect(records(fix, header).dropFirst(35) == "00299108000-0250072097")
    fix.horizontalErrorCm = Int32.max
    fix.groundSpeedCmPerS = Int32.max
    fix.trackCentiDeg = -9000
    fix.varioCmPerS = Int32.min
    fix.heartRate = -1
    fix.oxygenSaturation = nil
    #expect(records(fix, header).dropFirst(35) == "99999999270-9999000---")
  }

  @Test func aLostFixRepeatsThePositionAndKeepsThePressure() {
    var fixes = SampleFlight.calm(fixes: 3)
    fixes[1].quality = .none
    fixes[1].position = Coordinate(latitudeE7: 0, longitudeE7: 0)
    fixes[2].quality = .twoDimensional
    let records = lines(SampleFlight.file(fixes)).filter { $0.hasPrefix("B") }
    #expect(records[0] == "B0900004700000N01100000EA0060000650")
    #expect(records[1] == "B0900014700000N01100000EV0060100000")
    #expect(records[2] == "B0900024700024N01100018EV0060200000")
  }

  @Test func aPositionWithoutHeightIsVoid() {
    var fix = fix(470_000_000, 110_000_000)
    fix.ellipsoidAltitudeCm = nil
    #expect(records(fix).hasSuffix("V0000000000"))
  }

  @Test func withoutSensorThereIsNoPressureAltitude() {
    let header = SampleFlight.header(pressureSensor: nil)
    let written = lines(SampleFlight.file(SampleFlight.calm(fixes: 1), header: header))
    #expect(written.contains("HFALPALTPRESSURE:NIL"))
    #expect(written.contains("B0900004700000N01100000EA0000000650"))
  }

  @Test func aPilotEventComesBeforeAFixOfTheSameSecond() {
    var fixes = SampleFlight.calm(fixes: 3)
    fixes[1].isPilotEvent = true
    let written = lines(SampleFlight.file(fixes)).filter { "BE".contains($0.prefix(1)) }
    #expect(
      written.map { String($0.prefix(10)) } == [
        "B090000470", "E090001PEV", "B090001470", "B090002470",
      ])
  }

  @Test func theEventOfARefusedFixGoesWithTheNextAndOneAtTheEndIsKept() {
    var fixes = SampleFlight.calm(fixes: 2)
    var between = fixes[0]
    between.time = between.time.advanced(byMilliseconds: 400)
    between.isPilotEvent = true
    var after = fixes[1]
    after.time = after.time.advanced(byMilliseconds: 300)
    after.isPilotEvent = true
    fixes = [fixes[0], between, fixes[1], after]
    let written = lines(SampleFlight.file(fixes)).filter { "BE".contains($0.prefix(1)) }
    #expect(
      written.map { String($0.prefix(10)) } == [
        "B090000470", "E090001PEV", "B090001470", "E090001PEV",
      ])
  }

  @Test func eventsAreBoundedAndHaveACode() {
    var writer = IGCWriter(header: SampleFlight.header(), digest: SHA256(), key: nil)
    for _ in 0..<30 { writer.append(event: "PEV", text: "mark") }
    writer.append(event: "TOO LONG")
    writer.append(SampleFlight.calm(fixes: 1)[0])
    #expect(lines(writer.drain()).filter { $0 == "E090000PEVmark" }.count == 20)
    #expect(writer.counts.eventsDropped == 11)
  }

  @Test func refusesTimesThatAreNotLater() {
    let fixes = SampleFlight.calm(fixes: 3)
    var writer = IGCWriter(header: SampleFlight.header(), digest: SHA256(), key: nil)
    #expect(writer.append(fixes[1]) == nil)
    #expect(writer.append(fixes[1]) == .notLater)
    #expect(writer.append(fixes[0]) == .notLater)
    var sameSecond = fixes[1]
    sameSecond.time = sameSecond.time.advanced(byMilliseconds: 999)
    #expect(writer.append(sameSecond) == .notLater)
    #expect(writer.append(fixes[2]) == nil)
    #expect(writer.counts.written == 2)
    #expect(writer.counts.notLater == 3)
  }

  @Test func refusesWhatAFileCannotHold() {
    var writer = IGCWriter(header: SampleFlight.header(), digest: SHA256(), key: nil)
    for milliseconds in [Int64.min, -1, 0, 4_000_000_000_000, Int64.max] {
      var fix = fix(0, 0)
      fix.time = UTCInstant(milliseconds: milliseconds)
      #expect(writer.append(fix) == .impossibleTime)
    }
    #expect(writer.append(fix(900_000_001, 0)) == .impossiblePosition)
    #expect(writer.append(fix(0, Int32.min)) == .impossiblePosition)
    #expect(writer.counts.impossible == 7)
    writer.finish()
    #expect(writer.drain().isEmpty)
  }

  @Test func tellsFractionsAboveOneHertz() {
    let written = { (rate: Int, step: Int64) -> [String] in
      let fixes = (0..<4).map { index -> IGCFix in
        var fix = fix(0, 0)
        fix.time = fix.time.advanced(byMilliseconds: Int64(index) * step)
        return fix
      }
      let header = SampleFlight.header(rate: FixRate(perSecond: rate))
      return lines(SampleFlight.file(fixes, header: header)).filter { "BI".contains($0.prefix(1)) }
        .map { $0.hasPrefix("I") ? $0 : String($0.dropFirst(35)) }
    }
    #expect(written(10, 100) == ["I013636TDS", "0", "1", "2", "3"])
    #expect(written(10, 50) == ["I013636TDS", "0", "1"])
    #expect(written(20, 50) == ["I013637TDS", "00", "05", "10", "15"])
    #expect(written(4, 250) == ["I013637TDS", "00", "25", "50", "75"])
    #expect(FixRate(perSecond: 99) == FixRate(perSecond: 20))
  }

  @Test func timesWrapAtMidnight() {
    let start = UTCInstant(CivilDate(year: 2026, month: 12, day: 31), millisecondOfDay: 86_399_000)
    let written = lines(SampleFlight.file(SampleFlight.calm(fixes: 2, from: start)))
    #expect(written.contains("HFDTEDATE:311226,01"))
    #expect(written.filter { $0.hasPrefix("B") }.map { $0.prefix(7) } == ["B235959", "B000000"])
  }

  @Test func satellitesAreReportedOnceAndOnChange() {
    var writer = IGCWriter(header: SampleFlight.header(), digest: SHA256(), key: nil)
    writer.observe(satellites: [3, 14, 22, 120])
    for (index, fix) in SampleFlight.calm(fixes: 700).enumerated() {
      if index == 10 { writer.observe(satellites: [3, 14]) }
      writer.append(fix)
    }
    let reports = lines(writer.drain()).filter { $0.hasPrefix("F") }
    #expect(reports == ["F090000031422", "F0905000314"])
  }

  @Test func commentsAreCutIntoLinesUnderOurCode() {
    var writer = IGCWriter(header: SampleFlight.header(), digest: SHA256(), key: nil)
    writer.append(comment: "too early")
    writer.append(SampleFlight.calm(fixes: 1)[0])
    writer.append(comment: String(repeating: "0123456789", count: 10))
    let comments = lines(writer.drain()).filter { $0.hasPrefix("L") }
    #expect(comments.map(\.count) == [76, 32])
    #expect(comments.allSatisfy { $0.hasPrefix("LXBG") })
  }

  @Test func aTaskHasItsPointsAndFourMore() {
    let point = { (name: String, latitude: Int32) in
      TaskDeclaration.Point(
        position: Coordinate(latitudeE7: latitude, longitudeE7: 110_000_000), name: name)
    }
    let task = TaskDeclaration(
      declaredAt: SampleFlight.morning, start: point("Start", 470_000_000),
      turnpoints: [point("Wörgl", 475_000_000), point("Süd!", -10_000_000)],
      finish: point("Finish", 470_000_000), name: "Samstag")
    let written = lines(
      SampleFlight.file(SampleFlight.calm(fixes: 1), header: SampleFlight.header(task: task)))
    #expect(
      written.filter { $0.hasPrefix("C") } == [
        "C040726090000000000000102Samstag", "C0000000N00000000E",
        "C4700000N01100000EStart", "C4730000N01100000EWorgl", "C0100000S01100000ESud",
        "C4700000N01100000EFinish", "C0000000N00000000E",
      ])
  }

  @Test func everyByteIsPermittedAndNoLineTooLong() {
    var generator = SeededGenerator(seed: 7)
    let scalars = (0..<400).map { _ in
      Unicode.Scalar(UInt32.random(in: 1...0x2FF, using: &generator))
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.compactMap { $0 })
    let declaration = Declaration(pilot: String(text), crew: "\r\nB1234", registration: "👩‍✈️")
    let header = SampleFlight.header(declaration: declaration)
    for line in lines(SampleFlight.file(SampleFlight.calm(fixes: 70), header: header)) {
      #expect(line.count <= 76)
      #expect(line.utf8.allSatisfy { (0x20...0x7E).contains($0) })
      #expect(!line.contains { "$*!\\^~".contains($0) })
    }
  }

  @Test func memoryDoesNotGrowWithTheFlight() {
    var writer = IGCWriter(header: SampleFlight.header(), digest: SHA256(), key: SampleFlight.key)
    var largest = 0
    for fix in SampleFlight.calm(fixes: 2000) {
      writer.append(fix)
      largest = max(largest, writer.drain().count)
    }
    #expect(largest < 2000)
  }
}

@Suite struct FileNameTests {
  @Test(arguments: [
    (2012, 2, 10, "T", "ABC", 1, "22ATABC1.IGC"), (2010, 1, 1, "X", "234", 15, "011X234F.IGC"),
    (2009, 12, 1, "X", "234", 35, "9C1X234Z.IGC"),
  ])
  func shortNames(
    year: Int, month: Int, day: Int, letter: String, serial: String, flight: Int, expected: String
  ) throws {
    let recorder = try #require(RecorderIdentity(maker: "XYZ", makerLetter: letter, serial: serial))
    let date = CivilDate(year: year, month: month, day: day)
    #expect(FileName(date: date, recorder: recorder, flightOfDay: flight).short == expected)
  }

  @Test func longNameAndFlightsWithoutAShortOne() throws {
    let recorder = try #require(RecorderIdentity(maker: "XYZ", serial: "ABC"))
    let date = CivilDate(year: 2012, month: 2, day: 10)
    let name = FileName(date: date, recorder: recorder, flightOfDay: 1)
    #expect(name.long == "2012-02-10-XYZ-ABC-01.IGC")
    #expect(FileName(date: date, recorder: recorder, flightOfDay: 36).short == nil)
    #expect(FileName(date: date, recorder: recorder, flightOfDay: 0).short == nil)
  }

  @Test func identities() {
    #expect(RecorderIdentity(serial: "ab1") == nil)
    #expect(RecorderIdentity(serial: "ABCD") == nil)
    #expect(RecorderIdentity(serial: "Ä1") == nil)
    let drawn = RecorderIdentity(publicKey: SampleFlight.key.publicKeyBytes)
    #expect(RecorderIdentity(serial: drawn.serial) == drawn)
  }
}

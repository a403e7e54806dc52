import NMEA
import Testing

/// Makers whose sentences are not in the fixture.
@Suite("Instrument sentences")
struct InstrumentSentenceTests {
  private func read(_ body: String, by maker: InstrumentMaker) throws -> InstrumentReading {
    let found = try #require(reading(try checksummed(body)), "\(body)")
    #expect(found.maker == maker)
    return found.reading
  }

  @Test func cambridgeLoggerGivesPressureAltitude() throws {
    let low = try read("PCAID,N,-00084,000,128", by: .cambridge)
    #expect(low.altitude == InstrumentAltitude(metres: -84, reference: .standard))
    #expect(low.engineNoiseLevel == 0)
    #expect(try read("PCAID,L,01512", by: .cambridge).pressureAltitudeM == 1512)
  }

  @Test func cambridgeWindLineHasAnExclamationMark() throws {
    let body = "w,245,062,0004,500,02287,01020,02540,234,212,199,010,000,100"
    let sentence = try checksummed(body, first: "!")
    let (maker, it) = try #require(reading(sentence))
    #expect(maker == .cambridge)
    #expect(it.windDirectionDegrees == 245)
    #expect(it.windSpeedMPerS == 6.2)
    #expect(it.altitude == InstrumentAltitude(metres: 1287, reference: .qnh))
    #expect(it.pressureAltitudeM == nil)
    #expect(it.qnhHPa == 1020)
    #expect(it.trueAirspeedMPerS == 25.4)
    #expect(try #require(it.varioMPerS) / (1852.0 / 3600) - 3.4 < 1e-9)
    #expect(throws: SentenceFault.checksumMismatch) {
      try Sentence(checking: Array("!w,245,062*00".utf8)[...])
    }
    #expect(throws: SentenceFault.checksumMissing) {
      try Sentence(checking: Array("!w,245,062".utf8)[...])
    }
    #expect(throws: SentenceFault.notASentence) {
      try Sentence(checking: Array("!AIVDM,1*00".utf8)[...])
    }
  }

  @Test(
    arguments: [
      ("0010", 16.0), ("FFF9", -7), ("8000", -32_768), ("10000", nil), ("", nil), ("G", nil),
    ] as [(String, Double?)])
  func volksloggerWrapsNegative(hex: String, metres: Double?) throws {
    let it = try read("PGCS,1,0EC0,\(hex),0C6E,02", by: .volkslogger)
    #expect(it.pressureAltitudeM == metres)
    #expect(try read("PGCS,2,0EC0,\(hex),0C6E,02", by: .volkslogger).altitude == nil)
  }

  @Test func vegaSendsTenths() throws {
    let it = try read("PDVDV,-12,253,1062,762,9252", by: .vega)
    #expect(it.varioMPerS == -1.2)
    #expect(it.indicatedAirspeedMPerS == 25.3)
    #expect(it.trueAirspeedMPerS == 25.3 * 1062 / 1024)
    #expect(it.pressureAltitudeM == 762)
    #expect(try read("PDVDS,10,-98,0,2.1,7", by: .vega).nettoMPerS == 0.7)
    let air = try read("PDVVT,2931,45", by: .vega)
    #expect(abs((air.temperatureDegC ?? 0) - 19.95) < 1e-9)
    #expect(air.humidityPercent == 45)
    #expect(try read("PDSWC,15,1002000,100,124", by: .vega).voltageV == 12.4)
  }

  @Test func xcVarioGivesPressures() throws {
    let it = try read(
      "PXCV,1.2,2.5,5,,1,15.3,1020.1,898.75,312.4,-1.5,3.2,0.01,0.02,1.03", by: .xcVario)
    #expect(it.varioMPerS == 1.2)
    #expect(it.temperatureDegC == 15.3)
    #expect(it.qnhHPa == 1020.1)
    #expect(it.dynamicPressurePa == 312.4)
    #expect(it.rollDegrees == -1.5)
    #expect(abs((it.pressureAltitudeM ?? 0) - 1000) < 1)
    #expect(try read("PXCV,0.1", by: .xcVario).pressureAltitudeM == nil)
  }

  @Test func larusOldAndNew() throws {
    let old = try read("PLARV,1.46,2.98,2608,90", by: .larus)
    #expect(old.varioMPerS == 1.46)
    #expect(old.averageVarioMPerS == 2.98)
    #expect(old.pressureAltitudeM == 2608)
    #expect(abs((old.trueAirspeedMPerS ?? 0) - 25) < 1e-9)
    #expect(old.loadFactorG == nil)
    #expect(try read("PLARV,1.46,2.98,2608,90,002.23", by: .larus).loadFactorG == 2.23)
    #expect(try read("PLARB,12.33", by: .larus).temperatureDegC == nil)
    #expect(try read("PLARB,12.33,-23.8,75.0", by: .larus).humidityPercent == 75)
    #expect(try read("PLARA,27.5,4.0,69.2", by: .larus).headingDegrees == 69.2)
    #expect(try read("PLARD,922.54,M", by: .larus).airDensityGPerM3 == 922.54)
    #expect(try read("PLARW,288,29,I,A", by: .larus).windSpeedMPerS == nil)
    #expect(try read("PLARW,288,29,A,A", by: .larus).windDirectionDegrees == 288)
  }

  @Test func levilHasNoChecksum() throws {
    let attitude = try #require(reading(try line("$RPYL,82,-69,2021,83,14,1013,0,")))
    #expect(attitude.maker == .levil)
    #expect(attitude.reading.rollDegrees == 8.2)
    #expect(attitude.reading.pitchDegrees == -6.9)
    #expect(attitude.reading.headingDegrees == 202.1)
    #expect(attitude.reading.loadFactorG == 1.013)
    let air = try #require(reading(try line("$APENV1,60,5000,0,0,0,500,"))).reading
    #expect(air.altitude == InstrumentAltitude(metres: 1524, reference: .unknown))
    #expect(air.pressureAltitudeM == nil)
  }

  @Test(
    "a line cut off is not taken for whole",
    arguments: [
      "$APENV1,60,50", "$APENV1,60,5000,0,0,0", "$RPYL,82,69,2021,83,14,1", "$PGRMZ,93,F",
    ])
  func cutLinesNeedAChecksum(text: String) {
    #expect(throws: SentenceFault.checksumMissing) { try line(text) }
  }

  private func line(_ text: String) throws -> Sentence {
    try Sentence(checking: Array(text.utf8)[...])
  }

  @Test(
    "what may become pressure altitude",
    arguments: [
      ("PGRMZ,1000,F,3", nil), ("LXWP0,Y,,1421.7,1.2,,,,,,,,", nil),
      ("PLXVF,,1,0,0,0.1,30,1423.9", 1423.9), ("PLXVS,18,0,12,2310", 2310), ("PZAN1,01423", nil),
      ("PTAS1,234,212,06420,58", nil), ("LK8EX1,999999,-37,9999,99,999", -37),
      ("LK8EX1,101325,800,9999,99,999", 0), ("POV,P,1013.25", 0),
      ("XCTRC,2026,7,14,9,30,12,40,47.3,8.5,1523.4,26,271,1.8,,,,1013.25,77", 0),
      ("XCTRC,2026,7,14,9,30,12,40,47.3,8.5,1523.4,26,271,1.8,,,,,77", nil),
    ] as [(String, Double?)])
  func onlyStandardAltitudesCount(body: String, expected: Double?) throws {
    let altitude = try #require(reading(try checksummed(body))).reading.pressureAltitudeM
    #expect(altitude.map { ($0 * 100).rounded() / 100 } == expected)
  }

  @Test func smallLettersAreRead() throws {
    #expect(try checksummed("gprmc,093012.00,a").hasAddress("GPRMC"))
    let minimum = try #require(
      PositionSentence(
        try checksummed("gprmc,093012.00,a,4722.6132,n,00832.5016,e,52.4,271.3,140726,,,a")))
    guard case .recommendedMinimum(let it) = minimum else {
      Issue.record("not an RMC")
      return
    }
    #expect(it.isValid)
    #expect(try #require(it.latitudeDegrees) > 47)
    #expect(it.mode == UInt8(ascii: "A"))
  }
}

import FlightModel
import NMEA
import Testing

@Suite("Position assembler")
struct PositionAssemblerTests {
  /// Sentences with the milliseconds at which they come.
  private struct Line {
    var assembler = PositionAssembler(receiver: ReceiverID("line"))
    var fixes: [Fix] = []

    mutating func take(_ body: String, _ milliseconds: Int64 = 0) throws {
      let sentence = try #require(PositionSentence(try checksummed(body)), "\(body)")
      assembler.take(sentence, at: at(milliseconds), &fixes)
    }

    mutating func quiet() { assembler.flush(&fixes) }

    private func at(_ milliseconds: Int64) -> MonotonicInstant {
      MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
    }
  }

  private func rmc(_ time: String, date: String = "140726") -> String {
    "GPRMC,\(time),A,4722.6132,N,00832.5016,E,52.40,271.3,\(date),,,A"
  }

  private func gga(_ time: String, quality: Int = 1, altitude: String = "1500.0,M,47.0,M") -> String
  {
    "GPGGA,\(time),4722.6132,N,00832.5016,E,\(quality),09,0.9,\(altitude),,"
  }

  private func utc(_ hour: Int, _ minute: Int, _ second: Int, day: Int = 14) -> UTCInstant {
    UTCInstant(
      CivilDate(year: 2026, month: 7, day: day),
      millisecondOfDay: Int64((hour * 60 + minute) * 60 + second) * 1000)
  }

  @Test func joinsTheSentencesOfAnInstant() throws {
    var line = Line()
    try line.take(rmc("093012.00"), 10)
    try line.take(gga("093012.00"), 40)
    #expect(line.fixes.isEmpty)
    line.quiet()
    let fix = try #require(line.fixes.first)
    #expect(line.fixes.count == 1)
    #expect(fix.time == utc(9, 30, 12))
    #expect(fix.receivedAt == MonotonicInstant(nanoseconds: 10_000_000))
    #expect(fix.mode == .threeDimensional)
    #expect(fix.position == Coordinate(latitude: 47.376886667, longitude: 8.541693333))
    #expect(fix.ellipsoidAltitudeCm == 154_700)
    #expect(fix.meanSeaAltitudeCm == 150_000)
    #expect(fix.groundSpeedCmPerS == 2696)
    #expect(fix.trackCentiDeg == 27_130)
    #expect(fix.satellitesUsed == 9)
  }

  @Test func givesAFixWithItsLastSentenceOnceTheOrderIsKnown() throws {
    for order in [[0, 1], [1, 0]] {
      var line = Line()
      for second in 10..<20 {
        let bodies = [rmc("0930\(second).00"), gga("0930\(second).00")]
        let before = line.fixes.count
        try line.take(bodies[order[0]])
        if second > 12 { #expect(line.fixes.count == before) }
        try line.take(bodies[order[1]])
        if second > 12 { #expect(line.fixes.count == before + 1) }
      }
      #expect(line.fixes.map(\.time) == (10..<20).map { utc(9, 30, $0) })
      #expect(line.fixes.allSatisfy { $0.ellipsoidAltitudeCm == 154_700 })
      #expect(line.fixes.allSatisfy { $0.groundSpeedCmPerS == 2696 })
    }
  }

  @Test func aLostSentenceCostsOneFixItsHeightsOnly() throws {
    var line = Line()
    for second in 10..<20 {
      try line.take(rmc("0930\(second).00"))
      if second != 15 { try line.take(gga("0930\(second).00")) }
    }
    line.quiet()
    #expect(line.fixes.map(\.time) == (10..<20).map { utc(9, 30, $0) })
    #expect(line.fixes.filter { $0.ellipsoidAltitudeCm == nil }.map(\.time) == [utc(9, 30, 15)])
  }

  @Test func aSentenceThatCeasesIsNoLongerWaitedFor() throws {
    var line = Line()
    for second in 10..<12 {
      try line.take(rmc("0930\(second).00"))
      try line.take(gga("0930\(second).00"))
    }
    for second in 12..<20 { try line.take(rmc("0930\(second).00")) }
    #expect(line.fixes.last?.time == utc(9, 30, 19))
    #expect(!line.assembler.isHolding)
  }

  @Test func mergesReportsOfOneInstant() throws {
    var line = Line()
    for second in 10..<14 {
      try line.take(rmc("0930\(second).00"))
      try line.take(gga("0930\(second).00"))
      try line.take(rmc("0930\(second)"))
      try line.take(gga("0930\(second).000"))
    }
    line.quiet()
    #expect(line.fixes.map(\.time) == (10..<14).map { utc(9, 30, $0) })
    #expect(line.assembler.lateCount > 0)
  }

  @Test func thereIsNoFixWithoutADate() throws {
    var line = Line()
    for second in 10..<14 { try line.take(gga("0930\(second).00")) }
    line.quiet()
    #expect(line.fixes.isEmpty)
    #expect(line.assembler.undatedCount == 4)
    try line.take("GPZDA,093014.00,14,07,2026,00,00")
    try line.take(gga("093014.00"))
    try line.take(gga("093015.00"))
    line.quiet()
    #expect(line.fixes.map(\.time) == [utc(9, 30, 14), utc(9, 30, 15)])
  }

  @Test func anEarlierDateServesAcrossMidnight() throws {
    var line = Line()
    try line.take("GPZDA,235958.00,14,07,2026,00,00")
    for time in ["235959.00", "000000.00", "000001.00"] { try line.take(gga(time)) }
    line.quiet()
    #expect(
      line.fixes.map(\.time) == [
        utc(23, 59, 59), utc(0, 0, 0, day: 15), utc(0, 0, 1, day: 15),
      ])
  }

  @Test func anOldDateServesNoMore() throws {
    var line = Line()
    try line.take("GPZDA,093012.00,14,07,2026,00,00", 0)
    try line.take(gga("113012.00"), 7_200_000)
    line.quiet()
    #expect(line.fixes.isEmpty)
  }

  @Test(
    "what is no position",
    arguments: [
      "GPRMC,093013.00,V,4722.6132,N,00832.5016,E,,,140726,,,N",
      "GPRMC,093013.00,A,4722.6132,N,00832.5016,E,,,140726,,,E",
      "GPRMC,093013.00,A,4760.0000,N,00832.5016,E,,,140726,,,A",
      "GPRMC,093013.00,A,,,,,,,140726,,,A",
    ])
  func voidAndEstimatedAreNone(body: String) throws {
    var line = Line()
    try line.take(body)
    line.quiet()
    let fix = try #require(line.fixes.first)
    #expect(fix.mode == .none)
    #expect(fix.position == nil)
    #expect(fix.time == utc(9, 30, 13))
  }

  @Test(arguments: [0, 6, 7, 8, 99])
  func estimatedQualityIsNone(quality: Int) throws {
    var line = Line()
    try line.take(rmc("093012.00"))
    try line.take(gga("093012.00", quality: quality))
    line.quiet()
    #expect(line.fixes.first?.mode == Fix.Mode.none)
  }

  @Test func aColdReceiverTellsThatItHasNothing() throws {
    var line = Line()
    try line.take("GPRMC,,V,,,,,,,,,,N")
    try line.take("GPGGA,,,,,,0,00,99.9,,,,,,")
    #expect(line.fixes.map(\.mode) == [.none])
    #expect(line.fixes.map(\.time) == [nil])
  }

  @Test func satellitesTellTwoFromThreeDimensions() throws {
    var line = Line()
    try line.take(rmc("093012.00"))
    try line.take(gga("093012.00"))
    try line.take("GPGSA,A,2,02,05,07,,,,,,,,,,3.1,2.1,1.8")
    line.quiet()
    #expect(line.fixes.first?.mode == .twoDimensional)
    #expect(line.fixes.first?.ellipsoidAltitudeCm == nil)
    try line.take(rmc("093020.00"), 8000)
    try line.take(gga("093020.00"), 8000)
    line.quiet()
    #expect(line.fixes.last?.mode == .threeDimensional)
    try line.take(rmc("093021.00"), 9000)
    try line.take(gga("093021.00", altitude: ",M,,M"), 9000)
    line.quiet()
    #expect(line.fixes.last?.mode == .twoDimensional)
  }

  @Test func courseOfItsOwnSentenceServes() throws {
    var line = Line()
    try line.take("GPZDA,093012.00,14,07,2026,00,00")
    try line.take(gga("093012.00"))
    try line.take("GPVTG,90.5,T,,M,10.00,N,18.5,K,A")
    line.quiet()
    #expect(line.fixes.first?.groundSpeedCmPerS == 514)
    #expect(line.fixes.first?.trackCentiDeg == 9050)
  }

  @Test func withoutSeparationTheEllipsoidHeightIsUnknown() throws {
    var line = Line()
    try line.take(rmc("093012.00"))
    try line.take(gga("093012.00", altitude: "1500.0,M,,M"))
    line.quiet()
    #expect(line.fixes.first?.mode == .threeDimensional)
    #expect(line.fixes.first?.ellipsoidAltitudeCm == nil)
    #expect(line.fixes.first?.meanSeaAltitudeCm == 150_000)
  }
}

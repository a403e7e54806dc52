import FlightModel
import Testing

@Suite struct CivilTimeTests {
  @Test(arguments: [
    (CivilDate(year: 1970, month: 1, day: 1), 0),
    (CivilDate(year: 1969, month: 12, day: 31), -1),
    (CivilDate(year: 1980, month: 1, day: 6), 3657),
    (CivilDate(year: 2000, month: 2, day: 29), 11_016),
    (CivilDate(year: 2000, month: 3, day: 1), 11_017),
    (CivilDate(year: 2100, month: 3, day: 1), 47_541),
    (CivilDate(year: 1, month: 1, day: 1), -719_162),
  ])
  func knownDates(date: CivilDate, days: Int) {
    #expect(date.daysSince1970 == days)
    #expect(CivilDate(daysSince1970: days) == date)
  }

  @Test func everyDayOfEightCenturiesComesBack() {
    var previous = CivilDate(daysSince1970: -150_001)
    for days in -150_000...150_000 {
      let date = CivilDate(daysSince1970: days)
      #expect(date.daysSince1970 == days && previous < date)
      previous = date
    }
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (1_783_156_350_000, "2026-07-04T09:12:30Z"), (1_783_156_350_050, "2026-07-04T09:12:30.050Z"),
    ] as [(Int64, String)])
  func rfc3339(milliseconds: Int64, text: String) {
    #expect(UTCInstant(milliseconds: milliseconds).rfc3339 == text)
  }

  @Test func distancesInTimeSaturate() {
    let far = UTCInstant(milliseconds: .max)
    #expect(far.advanced(byMilliseconds: 1) == far)
    #expect(far.milliseconds(since: UTCInstant(milliseconds: -1)) == .max)
    #expect(UTCInstant(milliseconds: .min).milliseconds(since: far) == .min)
  }
}

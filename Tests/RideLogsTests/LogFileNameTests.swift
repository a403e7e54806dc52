import FlightModel
import RideLogs
import Testing

@Suite struct LogFileNameTests {
  @Test(
    arguments: [
      ("2026-07-04_09-12-30.csv", 2026, 7, 4, 33_150_000),
      ("/a/2020-01-01/2026-07-04_09:12:30.csv", 2026, 7, 4, 33_150_000),
      ("26-07-04 09-12-30.csv", 2026, 7, 4, 33_150_000),
      ("ride_20260704_091230.csv", 2026, 7, 4, 33_150_000),
      ("Log 2 of 2026.07.04.csv", 2026, 7, 4, nil),
      ("2026-07-04_25-00-00.csv", 2026, 7, 4, nil),
    ] as [(String, Int, Int, Int, Int64?)])
  func theDateIsFound(name: String, year: Int, month: Int, day: Int, time: Int64?) {
    let found = LogFileName(name)
    #expect(found?.date == CivilDate(year: year, month: month, day: day))
    #expect(found?.millisecondOfDay == time)
  }

  @Test(arguments: [
    "log.csv", "26-07-04.csv", "2026-02-30.csv", "1999-07-04.csv", "", "12345678.csv",
  ])
  func otherNumbersAreNoDate(name: String) {
    #expect(LogFileName(name) == nil)
  }
}

import FlightModel
import IGC
import Logbook
import Testing

@Suite struct FlightNumberTests {
  private let date = CivilDate(year: 2026, month: 7, day: 4)

  private func next(_ names: [String]) throws -> FileName {
    let recorder = try #require(RecorderIdentity(serial: "ABC"))
    return FlightNumber.nextName(on: date, by: recorder, existing: names)
  }

  @Test func countsOnFromTheHighest() throws {
    #expect(try next([]).long == "2026-07-04-XBG-ABC-01.IGC")
    #expect(try next(["2026-07-04-XBG-ABC-01.IGC"]).flightOfDay == 2)
    #expect(try next(["2026-07-04-xbg-abc-07.igc", "2026-07-04-XBG-ABC-02.IGC"]).flightOfDay == 8)
    #expect(try next(["674XABC9.IGC"]).flightOfDay == 10)
    #expect(try next(["674xabcz.igc"]).flightOfDay == 36)
    #expect(try next(["2026-07-04-XBG-ABC-03.IGC.part"]).flightOfDay == 4)
  }

  @Test func othersDoNotCount() throws {
    let others = [
      "2026-07-05-XBG-ABC-09.IGC", "2026-07-04-XBG-ABD-09.IGC", "2026-07-04-XCS-ABC-09.IGC",
      "2026-07-04-XBG-ABC-.IGC", "2026-07-04-XBG-ABC-x.IGC", "674XABDZ.IGC", "674XABC.IGC", "",
      "2026-07-04-XBG-ABC-99999999999999999999.IGC", "674XABC-.IGC",
    ]
    #expect(try next(others).flightOfDay == 1)
  }

  @Test func aBoxWhoseDayRepeatsNeverRepeatsAName() throws {
    var names: [String] = []
    for _ in 0..<250 {
      let name = try next(names.shuffled()).long
      #expect(!names.contains(name))
      names.append(name)
    }
    #expect(names.last == "2026-07-04-XBG-ABC-250.IGC")
  }
}

import FlightModel
import RecordingModel
import Store
import SyncContract
import TestSupport
import Testing

/// Choosing and ordering flights, and totals.
@Suite struct LogbookQueryTests {
  private static let start = UTCInstant(CivilDate(year: 2026, month: 7, day: 4))

  private func flight(
    _ digit: Character, on date: CivilDate, hours: Int64, gain: Int32 = 0, pilot: String = ""
  ) -> FlightEntry {
    let takeoff = UTCInstant(date, millisecondOfDay: 36_000_000)
    return FlightEntry(
      id: String(repeating: digit, count: 64), recordingID: nil, filename: "\(digit).IGC",
      igcBytes: 1000, importedAt: Self.start, declaration: Declaration(pilot: pilot),
      firstFixAt: takeoff, lastFixAt: takeoff.advanced(byMilliseconds: hours * 3_600_000),
      fixCount: 100, takeoffAt: takeoff, landingAt: nil, durationSeconds: hours * 3600,
      heightGainedM: gain)
  }

  /// Four flights: a and b of 2026, c of 2025, d of the first second of 2026.
  private func logbook() throws -> StoreDatabase {
    let store = try StoreFixture().open()
    let flights = [
      flight("a", on: CivilDate(year: 2026, month: 5, day: 1), hours: 5, gain: 900, pilot: "Ada"),
      flight("b", on: CivilDate(year: 2026, month: 6, day: 1), hours: 2, gain: 1800, pilot: "bo"),
      flight("c", on: CivilDate(year: 2025, month: 6, day: 1), hours: 8, gain: 300, pilot: "Cy"),
    ]
    for flight in flights { try store.insert(flight: flight) }
    var early = flight("d", on: CivilDate(year: 2026, month: 1, day: 1), hours: 1)
    early.takeoffAt = nil
    early.firstFixAt = UTCInstant(CivilDate(year: 2026, month: 1, day: 1))
    try store.insert(flight: early)
    store.note(fixAt: Self.start)
    return store
  }

  private func names(_ store: StoreDatabase, _ query: LogbookQuery) throws -> String {
    try store.contents.logbook(query).map { $0.entry.id.prefix(1) }.joined()
  }

  private func query(_ change: (inout LogbookQuery) -> Void) -> LogbookQuery {
    var query = LogbookQuery()
    change(&query)
    return query
  }

  @Test func theNewestComeFirst() throws {
    #expect(try names(try logbook(), LogbookQuery()) == "badc")
  }

  @Test(
    arguments: [
      (.date, "badc"), (.duration, "cabd"), (.gain, "bacd"), (.pilot, "cbad"),
    ] as [(LogbookQuery.Order, String)])
  func everyOrderHasTheGreatestFirst(order: LogbookQuery.Order, expected: String) throws {
    let store = try logbook()
    #expect(try names(store, query { $0.order = order }) == expected)
    for order in LogbookQuery.Order.allCases {
      #expect(try names(store, query { $0.order = order }).count == 4, "\(order)")
    }
  }

  @Test func aYearIsThatOfTheTakeOffInUTC() throws {
    let store = try logbook()
    #expect(try names(store, query { $0.year = 2026 }) == "bad")
    #expect(try names(store, query { $0.year = 2025 }) == "c")
    #expect(try names(store, query { $0.year = 2024 }) == "")
  }

  @Test func flagsAndWordsChoose() throws {
    let store = try logbook()
    let id = String(repeating: "a", count: 64)
    try store.put(.flights, ["id": .text(id), "isFavorite": .bool(true), "isRead": .bool(true)])
    try store.put(.flights, ["id": .text(id), "comments": .text("50% wave, 'big'")])
    #expect(try names(store, query { $0.isFavorite = true }) == "a")
    #expect(try names(store, query { $0.isUnread = true }) == "bdc")
    #expect(try names(store, query { $0.isRecordedHere = true }) == "")
    #expect(try names(store, query { $0.text = "ada" }) == "a")
    #expect(try names(store, query { $0.text = "50% WAVE, 'b" }) == "a")
    #expect(try names(store, query { $0.text = "%" }) == "a")
    let found = try #require(try store.contents.logbook(query { $0.text = "ada" }).first)
    #expect(found.notes.isFavorite && found.notes.isRead && !found.notes.isContest)
    #expect(found.results.analysisVersion == 0)
  }

  @Test func whatWasOnlyLookedAtIsLeftOut() throws {
    let store = try logbook()
    let id = String(repeating: "b", count: 64)
    try store.put(.flights, ["id": .text(id), "inLogbook": .bool(false)])
    #expect(try names(store, LogbookQuery()) == "adc")
    #expect(try names(store, query { $0.withOthers = true }) == "badc")
  }

  @Test func pagesMeetWithoutGapOrOverlap() throws {
    let store = try logbook()
    var pages = ""
    for offset in 0..<5 {
      pages += try names(
        store,
        query {
          $0.limit = 1
          $0.offset = offset
        })
    }
    #expect(pages == "badc")
  }

  @Test func totalsAreOfEachYear() throws {
    let years = try logbook().contents.logbookTotals(LogbookQuery())
    #expect(years.map(\.year) == [2026, 2025])
    #expect(years.map(\.flights) == [3, 1])
    #expect(years.map(\.durationS) == [8 * 3600, 8 * 3600])
    #expect(years.map(\.highestGainM) == [1800, 300])
    #expect(years.map(\.longestDurationS) == [5 * 3600, 8 * 3600])
  }
}

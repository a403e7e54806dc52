import FlightModel
import RecordingModel
import Settings
import Store
import SyncContract
import TestSupport
import Testing

/// Recents, and settings as they are read together.
@Suite struct OpenedRowsTests {
  private let fixture = StoreFixture()

  private func flight(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 64 - digits.count) + digits
  }

  private func store(flights: Int) throws -> StoreDatabase {
    let store = try fixture.open()
    let time = UTCInstant(milliseconds: 1_700_000_000_000)
    for number in 0..<flights {
      try store.insert(
        flight: FlightEntry(
          id: flight(number), recordingID: nil, filename: "\(number).IGC", igcBytes: 1000,
          importedAt: time, declaration: Declaration(), firstFixAt: time, lastFixAt: time,
          fixCount: 1, takeoffAt: time, landingAt: nil, durationSeconds: 1, heightGainedM: 0))
    }
    return store
  }

  private func opened(_ store: StoreDatabase) throws -> [String] {
    var query = LogbookQuery()
    query.isOpened = true
    query.order = .opened
    query.limit = 50
    return try store.contents.logbook(query).map(\.entry.filename)
  }

  @Test func whatWasOpenedLastComesFirst() throws {
    let store = try store(flights: 60)
    #expect(try opened(store).isEmpty)
    for number in [3, 1, 2] {
      fixture.clock.milliseconds += 100_000
      #expect(try store.noteOpened(.flights, flight(number)))
    }
    #expect(try opened(store) == ["2.IGC", "1.IGC", "3.IGC"])
    fixture.clock.milliseconds += 100_000
    #expect(try store.noteOpened(.flights, flight(3)))
    #expect(try opened(store) == ["3.IGC", "2.IGC", "1.IGC"])
    #expect(try !store.noteOpened(.flights, flight(99)))
    for number in 0..<60 {
      fixture.clock.milliseconds += 100_000
      try store.noteOpened(.flights, flight(number))
    }
    #expect(try opened(store) == (10..<60).reversed().map { "\($0).IGC" })
  }

  /// The row goes to the server again, and nothing but the time of opening has changed.
  @Test func openingChangesNothingElse() throws {
    let store = try store(flights: 1)
    let before = try #require(try store.contents.row(of: .flights, [flight(0)]))
    try store.noteOpened(.flights, flight(0))
    let after = try #require(try store.contents.row(of: .flights, [flight(0)]))
    let changed = zip(before.table.shape.fields, zip(before.values, after.values))
      .filter { $1.0 != $1.1 }.map(\.0.name)
    #expect(changed == ["lastOpenedAt", "updatedAt"])
    #expect(after["lastOpenedAt"] == .integer(fixture.clock.milliseconds))
    fixture.clock.milliseconds += 59_000
    #expect(try store.noteOpened(.flights, flight(0)))
    #expect(try store.contents.row(of: .flights, [flight(0)]) == after, "no news within a minute")
    fixture.clock.milliseconds -= 50_000
    #expect(try store.noteOpened(.flights, flight(0)))
    #expect(try store.contents.row(of: .flights, [flight(0)]) == after, "never an earlier time")
  }

  @Test func withoutTheTimeNothingIsOpened() throws {
    let store = try store(flights: 1)
    var stream = BatchStream()
    try store.commit(stream.next())
    try store.noteOpened(.flights, flight(0))
    fixture.clock.milliseconds -= 3_600_000
    let late = try fixture.open()
    #expect(throws: StoreError.noTimeYet) { try late.noteOpened(.flights, flight(0)) }
  }

  @Test func competitionsAreKeptByTheirOpening() throws {
    let store = try store(flights: 0)
    for number in 0..<50 {
      fixture.clock.milliseconds += 100_000
      try store.put(.recentCompetitions, ["id": .text("c\(number)"), "name": .text("C")])
    }
    fixture.clock.milliseconds += 100_000
    #expect(try store.noteOpened(.recentCompetitions, "c0"))
    fixture.clock.milliseconds += 100_000
    try store.put(.recentCompetitions, ["id": .text("new"), "name": .text("N")])
    let ids = try store.rows(of: .recentCompetitions).compactMap { $0["id"]?.text }
    #expect(ids.count == 50 && ids.contains("c0") && ids.contains("new") && !ids.contains("c1"))
  }

  @Test func settingsAreReadTogether() throws {
    let store = try store(flights: 0)
    #expect(try store.contents.settings() == StoredSettings())
    try store.put(
      .appSettings, ["key": .text("declarationPilot"), "valueJson": .text("\"Ada \\\"A\\\"\"")])
    try store.put(.appSettings, ["key": .text("flarmStealth"), "valueJson": .text("true")])
    let settings = try store.contents.settings()
    #expect(settings.declaration(over: Declaration()).pilot == "Ada \"A\"")
    #expect(settings.value(of: .flarmStealth) == .bool(true))
    #expect(throws: StoreError.self) {
      try store.put(
        .appSettings, ["key": .text("declarationPilot"), "valueJson": .text("\"A$\"")])
    }
  }
}

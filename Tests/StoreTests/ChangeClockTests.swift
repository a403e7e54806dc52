import FlightModel
import RecordingModel
import Store
import SyncContract
import SyncPlan
import TestSupport
import Testing

@Suite struct ChangeClockTests {
  private let fixture = StoreFixture()
  private static let start = BatchStream.start
  private static let years: Int64 = 315_576_000_000

  private func zone(_ store: StoreDatabase, _ name: String = "z") throws -> Int64? {
    try store.put(
      .privacyZones,
      [
        "id": .text("z"), "name": .text(name), "centerLatitudeE7": .integer(1),
        "centerLongitudeE7": .integer(2), "radiusMeters": .integer(300),
      ])["updatedAt"]?.integer
  }

  @Test func aBoxWithoutAClockStampsByItsFixes() throws {
    fixture.clock.milliseconds = 1000
    let store = try fixture.open()
    let batch = BatchStream().firstOfCopy()
    try store.commit(batch)
    let newest = try #require(batch.fixes.map(\.recordedAt.milliseconds).max())
    #expect(
      try store.rows(of: .telemetryMinuteBuckets).map { $0["updatedAt"] } == [.integer(newest)])
    #expect(try store.rows(of: .boards).map { $0["updatedAt"] } == [.integer(newest)])
    #expect(try zone(store) == newest)
  }

  @Test func anEditWaitsForTheFirstFixOfABoxThatIsBehind() throws {
    do {
      let store = try fixture.open()
      try store.commit(BatchStream().firstOfCopy())
      _ = try zone(store)
    }
    fixture.clock.milliseconds = Self.start - 3_600_000
    let store = try fixture.open()
    #expect(throws: StoreError.noTimeYet) { _ = try zone(store, "new") }
    #expect(throws: StoreError.noTimeYet) { try store.delete(.privacyZone, ["z"]) }
    #expect(StoreError.noTimeYet.isTransient)
    // What is no person's edit of the account's data goes on.
    try store.put(.appSettings, ["key": .text("syncEnabled"), "valueJson": .text("true")])
    try store.delete(.appSetting, ["syncEnabled"])
    let board = "glider:D-1234"
    try store.rename(board, to: "LS4")
    try store.put(
      .boardWarnings,
      ["boardId": .text(board), "kind": .text("k"), "severity": .text("warn")])
    try store.clearWarning(board: board, kind: "k")
    var batch = BatchStream().firstOfCopy()
    batch.sequence = 2
    try store.commit(batch)
    #expect(try #require(try zone(store, "new")) > Self.start)
  }

  @Test func aMinuteBehindIsNotWaitedFor() throws {
    let floor = try #require(BatchStream().firstOfCopy().fixes.last?.recordedAt.milliseconds)
    try fixture.open().commit(BatchStream().firstOfCopy())
    fixture.clock.milliseconds = floor - 60_000
    #expect(try zone(try fixture.open()) == floor)
    fixture.clock.milliseconds -= 1
    let store = try fixture.open()
    #expect(throws: StoreError.noTimeYet) { _ = try zone(store, "new") }
  }

  @Test func aClockTenYearsAheadBlocksNothingOnceItIsRight() throws {
    fixture.clock.milliseconds = Self.start + Self.years
    var store = try fixture.open()
    let wrong = try #require(try zone(store))
    #expect(wrong == Self.start + Self.years)
    try store.commit(BatchStream().firstOfCopy())
    fixture.clock.milliseconds = Self.start + 5000
    store = try fixture.open()
    #expect(try zone(store, "new") == wrong + 1)
    let fresh = try store.put(.recentCompetitions, ["id": .text("r"), "name": .text("R")])
    #expect(fresh["updatedAt"] == .integer(Self.start + 5000))
  }

  @Test func aSynchronisedClockRaisesTheFloorAndIsNeverWaitedFor() throws {
    var settings = fixture.settings()
    settings.isClockSynchronised = { true }
    do { _ = try zone(try StoreDatabase(settings)) }
    fixture.clock.milliseconds -= 3_600_000
    let behind = try fixture.open()
    #expect(throws: StoreError.noTimeYet) { _ = try zone(behind, "new") }
    #expect(try zone(try StoreDatabase(settings), "new") == Self.start + 1)
  }

  @Test func aDatabaseThatReplacesABrokenOneKnowsTheTime() throws {
    do {
      let store = try fixture.open()
      try store.commit(BatchStream().firstOfCopy())
      try store.setAside(because: "a test")
    }
    fixture.clock.milliseconds = 1000
    let store = try fixture.open()
    #expect(throws: StoreError.noTimeYet) { _ = try zone(store) }
  }

  @Test func timesAtTheContractsEndsBreakNothing() throws {
    for time in [Int64.min, -1, 0, Int64.max] {
      fixture.clock.milliseconds = time
      let store = try fixture.open()
      var batch = BatchStream().firstOfCopy()
      batch.sequence = nil
      batch.fixes[0].recordedAt = UTCInstant(milliseconds: time / 4)
      try store.commit(batch)
      _ = try zone(store, "\(time)")
      try store.delete(.privacyZone, ["z"])
      for table in ContractTable.allCases {
        for row in try store.rows(of: table) { try row.validate(in: .extended) }
      }
    }
  }
}

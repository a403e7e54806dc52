import Receiver
import SyncContract
import Testing

/// How rows of one natural key meet.
@Suite struct StorageConformanceRows {
  static func setting(
    _ value: String, at stamp: Int64, key: String = "theme"
  ) -> ContractRow {
    .sample(
      .appSettings,
      ["key": .text(key), "valueJson": .text(value), "updatedAt": .integer(stamp)])
  }

  @Test(arguments: StorageCase.all)
  func anIdenticalResendChangesNothing(place: StorageCase) throws {
    let bench = try place.open()
    let rows = [
      Self.setting("1", at: 5), .sample(.boards, ["id": "b", "updatedAt": 5]),
      .sample(.tuneProfiles, ["id": "p", "boardId": "b", "updatedAt": 5]),
      .sample(.tuneHistoryEntries, ["profileId": "p", "createdAt": 3]),
      .sample(.telemetryMarkers, ["type": "gap"]), .sample(.metricExclusionRanges),
      .sample(.diagnosticEvents), .sample(.telemetryFrames, ["boardId": "b"]),
      .sample(.telemetryMinuteBuckets, ["boardId": "b", "updatedAt": 5]),
      .sample(.favorites), .delete(.board, ["other"], atMs: 9),
    ]
    try bench.apply(rows)
    let before = try bench.everything()
    try bench.apply(rows)
    #expect(try bench.everything() == before)
    #expect(before.count == rows.count - 1)
  }

  @Test(arguments: StorageCase.all)
  func onlyAStrictlyNewerRowReplaces(place: StorageCase) throws {
    let bench = try place.open()
    try bench.apply(Self.setting("first", at: 10))
    try bench.apply(Self.setting("older", at: 9))
    try bench.apply(Self.setting("equal", at: 10))
    #expect(try bench.rows(of: .appSettings) == [Self.setting("first", at: 10)])
    try bench.apply(Self.setting("newer", at: 11))
    #expect(try bench.rows(of: .appSettings) == [Self.setting("newer", at: 11)])
  }

  /// A program that enters its defaults does so at stamp 0: they lose against whatever anybody set.
  @Test(arguments: StorageCase.all)
  func aSeedNeverReplacesAnEdit(place: StorageCase) throws {
    let bench = try place.open()
    try bench.apply(Self.setting("seed", at: 0))
    #expect(try bench.rows(of: .appSettings) == [Self.setting("seed", at: 0)])
    try bench.apply(Self.setting("other", at: 0))
    #expect(try bench.rows(of: .appSettings) == [Self.setting("seed", at: 0)])
    try bench.apply(Self.setting("edit", at: 1))
    try bench.apply(Self.setting("seed", at: 0))
    #expect(try bench.rows(of: .appSettings) == [Self.setting("edit", at: 1)])
  }

  @Test(arguments: StorageCase.all)
  func twoRowsOfOneKeyMeetInOneBatch(place: StorageCase) throws {
    let bench = try place.open()
    try bench.apply(
      Self.setting("a", at: 10), Self.setting("b", at: 12), Self.setting("c", at: 11),
      Self.setting("d", at: 12))
    #expect(try bench.rows(of: .appSettings) == [Self.setting("b", at: 12)])
  }

  @Test(arguments: StorageCase.all)
  func theSmallestNewerRowReplacesEveryMutableTable(place: StorageCase) throws {
    for table in ContractTable.allCases {
      guard let stamp = table.changeStamp(in: .extended), table != .flights else { continue }
      let bench = try place.open()
      try bench.apply(.sample(.boards, ["id": "x"]))
      try bench.apply(.sample(table, [stamp: 41]))
      try bench.apply(.sample(table, [stamp: 40]))
      #expect(try bench.rows(of: table).last?[stamp] == 41)
      try bench.apply(.sample(table, [stamp: 42]))
      #expect(try bench.rows(of: table).last?[stamp] == 42)
    }
  }

  @Test(arguments: StorageCase.all)
  func whatWasAppendedStays(place: StorageCase) throws {
    let bench = try place.open()
    func frame(_ speed: Int64) -> ContractRow {
      .sample(
        .telemetryFrames, ["boardId": "b", "capturedAtMs": 7, "speedCentiKmh": .integer(speed)])
    }
    try bench.apply(.sample(.boards, ["id": "b"]), frame(1), frame(2))
    try bench.apply(frame(3))
    #expect(try bench.rows(of: .telemetryFrames) == [frame(1)])
  }

  @Test(arguments: StorageCase.all)
  func nullIsAValueOfAKey(place: StorageCase) throws {
    let bench = try place.open()
    let markers: [ContractRow] = [.null, "", "=", "b"].map { board in
      .sample(.telemetryMarkers, ["type": "gap", "boardId": board])
    }
    let events: [ContractRow] = [.null, "", "b"].flatMap { operation in
      [.null, "", "b"].map { phase in
        .sample(.diagnosticEvents, ["operation": operation, "phase": phase, "boardId": .null])
      }
    }
    try bench.apply(markers + events)
    try bench.apply(markers + events)
    #expect(try bench.rows(of: .telemetryMarkers) == markers)
    #expect(try bench.rows(of: .diagnosticEvents, limit: 1) == events)
  }

  @Test(arguments: StorageCase.all)
  func anEventDiffersByItsKeyAlone(place: StorageCase) throws {
    let bench = try place.open()
    let event = ContractRow.sample(.diagnosticEvents, ["message": "first"])
    try bench.apply(event, .sample(.diagnosticEvents, ["message": "second"]))
    #expect(try bench.rows(of: .diagnosticEvents) == [event])
  }

  @Test(arguments: StorageCase.all)
  func rangesGrow(place: StorageCase) throws {
    let bench = try place.open()
    func range(_ end: Int64, _ count: Int64) -> ContractRow {
      .sample(
        .metricExclusionRanges,
        ["boardId": "b", "endMs": .integer(end), "sampleCount": .integer(count)])
    }
    try bench.apply(range(10, 5), range(12, 3))
    #expect(try bench.rows(of: .metricExclusionRanges) == [range(12, 5)])
    try bench.apply(range(11, 9))
    #expect(try bench.rows(of: .metricExclusionRanges) == [range(12, 9)])
    try bench.apply(range(1, 1))
    #expect(try bench.rows(of: .metricExclusionRanges) == [range(12, 9)])
  }

  @Test(arguments: StorageCase.all)
  func stampsFarAheadAreTakenAndCounted(place: StorageCase) throws {
    let bench = try place.open()
    let dayAhead = StorageBench.now + 86_400_000
    let applied = try bench.apply(
      Self.setting("1", at: dayAhead, key: "a"), Self.setting("1", at: dayAhead + 1, key: "b"),
      .delete(.favorite, ["f"], atMs: dayAhead + 1))
    #expect(applied.futureStamps == 2)
    #expect(try bench.rows(of: .appSettings).count == 2)
  }
}

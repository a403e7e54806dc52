import Receiver
import SyncContract
import Testing

/// Deletions, what they cover, and what they keep from coming back.
@Suite struct StorageConformanceActions {
  /// A row that an action of this target deletes.
  static func victim(_ target: DeleteTarget, at stamp: Int64) -> ContractRow {
    .sample(target.table, [target.table.changeStamp(in: .extended) ?? "": .integer(stamp)])
  }

  static func identity(of row: ContractRow) -> [String] {
    row.table.naturalKey.compactMap { row[$0]?.text }
  }

  private func bench(_ place: StorageCase, with row: ContractRow) throws -> StorageBench {
    let bench = try place.open()
    if row.table == .flights {
      let blob = BlobKey(accountID: "anna", kind: .igc, id: Self.identity(of: row)[0])
      try bench.storage.keep(blob)
    }
    if row.table != .boards { try bench.apply(.sample(.boards, ["id": "x"])) }
    try bench.apply(row)
    return bench
  }

  static let others = DeleteTarget.allCases.filter { $0 != .board }

  @Test(arguments: StorageCase.all, others)
  func anActionDeletesWhatIsNotNewer(place: StorageCase, target: DeleteTarget) throws {
    let row = Self.victim(target, at: 50)
    let bench = try bench(place, with: row)
    let identity = Self.identity(of: row)
    try bench.apply(.delete(target, identity, atMs: 49))
    #expect(try bench.rows(of: target.table).count == 1)
    try bench.apply(.delete(target, identity, atMs: 50))
    #expect(try bench.rows(of: target.table).isEmpty)
    try bench.apply(.delete(target, identity, atMs: 50))
    try bench.apply(row)
    #expect(try bench.rows(of: target.table).isEmpty, "an older row came back")
  }

  @Test(arguments: StorageCase.all, others)
  func aNewerRowComesBack(place: StorageCase, target: DeleteTarget) throws {
    let row = Self.victim(target, at: 51)
    let identity = Self.identity(of: row)
    let bench = try bench(place, with: row)
    try bench.apply(.delete(target, identity, atMs: 60), .delete(target, identity, atMs: 55))
    try bench.apply(Self.victim(target, at: 60))
    #expect(try bench.rows(of: target.table).isEmpty)
    if target == .flight {
      try bench.storage.keep(
        BlobKey(accountID: "anna", kind: .igc, id: identity[0]))
    }
    try bench.apply(Self.victim(target, at: 61))
    #expect(try bench.rows(of: target.table) == [Self.victim(target, at: 61)])
  }

  @Test(arguments: StorageCase.all, others)
  func anActionBeforeItsRowKeepsItOut(place: StorageCase, target: DeleteTarget) throws {
    let bench = try place.open()
    let row = Self.victim(target, at: 50)
    try bench.apply(.sample(.boards, ["id": "x"]))
    try bench.apply(.delete(target, Self.identity(of: row), atMs: 50))
    try bench.apply(row)
    #expect(try bench.rows(of: target.table).isEmpty)
  }

  @Test(arguments: StorageCase.all, others)
  func rowAndActionInOneBatchMayComeTwice(place: StorageCase, target: DeleteTarget) throws {
    let row = Self.victim(target, at: 50)
    let bench = try bench(place, with: row)
    let action = ContractRow.delete(target, Self.identity(of: row), atMs: 70)
    for _ in 0..<2 {
      try bench.apply(row, action)
      #expect(try bench.rows(of: target.table).isEmpty)
    }
  }

  @Test(arguments: StorageCase.all)
  func aDeletedBoardKeepsItsRidesAndLosesItsConfiguration(place: StorageCase) throws {
    let bench = try place.open()
    let kept: [ContractRow] = [
      .sample(.tuneProfiles, ["id": "p", "boardId": "b"]),
      .sample(.tuneHistoryEntries, ["profileId": "p"]),
      .sample(.telemetryFrames, ["boardId": "b"]),
      .sample(.telemetryMinuteBuckets, ["boardId": "b"]),
      .sample(.favorites, ["boardId": "b"]),
    ]
    let gone: [ContractTable] = [.boardSettings, .boardWarnings, .alerts]
    try bench.apply(
      [.sample(.boards, ["id": "b", "updatedAt": 50]), .sample(.boards, ["id": "c"])]
        + gone.flatMap { table in
          ["b", "c"].map { .sample(table, ["boardId": $0, "updatedAt": 90]) }
        } + kept)
    try bench.apply(.delete(.board, ["b"], atMs: 60))
    #expect(
      try bench.rows(of: .boards).first
        == .sample(.boards, ["id": "b", "updatedAt": 50, "deletedAt": 60]))
    for table in gone {
      #expect(try bench.rows(of: table).map { $0["boardId"] } == ["c"], "\(table)")
    }
    for row in kept { #expect(try bench.rows(of: row.table) == [row]) }
  }

  @Test(arguments: StorageCase.all)
  func aDeletedBoardIsStillAParent(place: StorageCase) throws {
    let bench = try place.open()
    try bench.apply(.sample(.boards, ["id": "b", "updatedAt": 50]))
    try bench.apply(.delete(.board, ["b"], atMs: 60), .delete(.board, ["never"], atMs: 60))
    try bench.apply(
      .sample(.telemetryFrames, ["boardId": "b"]), .sample(.telemetryFrames, ["boardId": "never"]))
    #expect(try bench.rows(of: .telemetryFrames).count == 2)
    try bench.apply(
      .sample(.boardSettings, ["boardId": "b", "key": "old", "updatedAt": 60]),
      .sample(.boardSettings, ["boardId": "b", "key": "new", "updatedAt": 61]))
    #expect(try bench.rows(of: .boardSettings).map { $0["key"] } == ["new"])
  }

  @Test(arguments: StorageCase.all)
  func aLateBoardArrivesAsDeleted(place: StorageCase) throws {
    let bench = try place.open()
    func board(_ name: String, _ stamp: Int64, _ deletedAt: Int64?) -> ContractRow {
      .sample(
        .boards,
        [
          "id": "b", "name": .text(name), "updatedAt": .integer(stamp),
          "deletedAt": ContractValue(deletedAt),
        ])
    }
    try bench.apply(.delete(.board, ["b"], atMs: 60))
    try bench.apply(.sample(.boards, ["id": "b", "updatedAt": 40], in: .strict), in: .strict)
    #expect(try bench.rows(of: .boards) == [board("x", 40, 60)])
    try bench.apply(board("named", 50, nil))
    #expect(try bench.rows(of: .boards) == [board("named", 50, 60)])
    try bench.apply(board("said so", 60, 55))
    #expect(try bench.rows(of: .boards) == [board("said so", 60, 55)])
    try bench.apply(board("again", 61, nil))
    try bench.apply(.delete(.board, ["b"], atMs: 60))
    #expect(try bench.rows(of: .boards) == [board("again", 61, nil)])
  }

  @Test(arguments: StorageCase.all)
  func aBoardsOwnWordOnItsDeletionIsFilledIn(place: StorageCase) throws {
    let bench = try place.open()
    try bench.apply(.sample(.boards, ["id": "b", "updatedAt": 50], in: .strict), in: .strict)
    try bench.apply(.delete(.board, ["b"], atMs: 60), in: .strict)
    let own = ContractRow.sample(.boards, ["id": "b", "updatedAt": 50, "deletedAt": 58])
    try bench.apply(own)
    #expect(try bench.rows(of: .boards) == [own])
  }

  @Test(arguments: StorageCase.all)
  func historyGoesWithItsProfile(place: StorageCase) throws {
    let bench = try place.open()
    let rows: [ContractRow] = [
      .sample(.boards, ["id": "b"]),
      .sample(.tuneProfiles, ["id": "p", "boardId": "b", "updatedAt": 50]),
      .sample(.tuneProfiles, ["id": "q", "boardId": "b", "updatedAt": 50]),
      .sample(.tuneHistoryEntries, ["profileId": "p", "createdAt": 40]),
      .sample(.tuneHistoryEntries, ["profileId": "q", "createdAt": 40]),
    ]
    try bench.apply(rows)
    try bench.apply(.delete(.tuneProfile, ["p"], atMs: 60))
    for _ in 0..<2 {
      #expect(try bench.rows(of: .tuneHistoryEntries).map { $0["profileId"] } == ["q"])
      try bench.apply(rows)
    }
  }

  @Test(arguments: StorageCase.all)
  func namesThatLookAlikeAreNotOne(place: StorageCase) throws {
    let bench = try place.open()
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    try bench.apply(
      .sample(.appSettings, ["key": .text(composed), "updatedAt": 5]),
      .sample(.appSettings, ["key": .text(decomposed), "updatedAt": 5]))
    #expect(try bench.rows(of: .appSettings).count == 2)
    try bench.apply(.delete(.appSetting, [composed], atMs: 5))
    let left = try #require(try bench.rows(of: .appSettings).first?["key"]?.text)
    #expect(Array(left.utf8) == Array(decomposed.utf8))
  }
}

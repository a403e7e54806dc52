import RecordingModel
import SQLite
import Store
import SyncContract
import SyncPlan
import TestSupport
import Testing

@Suite struct DeletionTests {
  private let fixture = StoreFixture()
  private let store: StoreDatabase
  private static let hash = String(repeating: "a", count: 64)
  private static let now: Int64 = 1_800_000_000_000

  init() throws {
    store = try fixture.open()
    try store.insert(Board(id: "b", name: "B", origin: .configured))
  }

  /// A row of each target, with its identity.
  private func enter(_ target: DeleteTarget) throws -> [String] {
    switch target {
    case .board: return ["b"]
    case .flight: try store.insert(flight: .sample(id: Self.hash))
    case .appSetting:
      try store.put(.appSettings, ["key": .text("syncWifiOnly"), "valueJson": .text("true")])
    case .boardSetting:
      try store.put(
        .boardSettings, ["boardId": .text("b"), "key": .text("k"), "valueJson": .text("1")])
    case .boardWarning:
      try store.put(
        .boardWarnings,
        ["boardId": .text("b"), "kind": .text("k"), "severity": .text("critical")])
    case .alert:
      try store.put(
        .alerts,
        [
          "boardId": .text("b"), "id": .text("k"), "controlId": .text("duty"),
          "threshold": .number(0.8),
        ])
    case .tuneProfile:
      try store.put(
        .tuneProfiles,
        [
          "id": .text("x"), "boardId": .text("b"), "name": .text("T"), "fieldsJson": .text("{}"),
        ])
    case .privacyZone:
      try store.put(
        .privacyZones,
        [
          "id": .text("x"), "centerLatitudeE7": .integer(1), "centerLongitudeE7": .integer(2),
          "radiusMeters": .integer(300),
        ])
    case .favorite:
      try store.put(
        .favorites,
        ["id": .text("x"), "boardId": .text("b"), "startMs": .integer(0), "endMs": .integer(1)])
    case .task:
      try store.put(
        .tasks, ["id": .text("x"), "name": .text("T"), "turnpointsJson": .text("[]")])
    case .mapFile:
      try store.put(
        .mapFiles,
        [
          "id": .text(Self.hash), "filename": .text("f"), "type": .text("airspace"),
          "source": .text("user"),
        ])
    case .homebase:
      try store.put(
        .homebases, ["name": .text("X"), "latitudeE7": .integer(1), "longitudeE7": .integer(2)])
    case .recentCompetition:
      try store.put(.recentCompetitions, ["id": .text("x"), "name": .text("R")])
    }
    switch target {
    case .flight, .mapFile: return [Self.hash]
    case .appSetting: return ["syncWifiOnly"]
    case .boardSetting, .boardWarning, .alert: return ["b", "k"]
    default: return ["x"]
    }
  }

  @Test(arguments: DeleteTarget.allCases)
  func aDeletionAndItsActionAreOne(target: DeleteTarget) throws {
    let identity = try enter(target)
    let row = try #require(try store.contents.row(of: target.table, identity))
    fixture.clock.milliseconds -= 10_000
    #expect(try store.delete(target, identity))
    // Not earlier than the row, whatever the clock says; a board's row stays and must be newer.
    let stamp = try #require(row["updatedAt"]?.integer) + (target == .board ? 1 : 0)
    let action = ContractRow.delete(target, identity, atMs: stamp)
    #expect(try store.rows(of: .deleteActions) == [action])
    try action.validate(in: .extended)
    if target == .board {
      #expect(try store.contents.row(of: .boards, identity)?["deletedAt"] == .integer(stamp))
    } else {
      #expect(try store.rows(of: target.table) == [])
    }
    #expect(try store.delete(target, identity) == false)
    #expect(try store.rows(of: .deleteActions).count == 1)
  }

  /// The server keeps a tombstone of the deletion's stamp: only what is newer can come back.
  @Test(arguments: DeleteTarget.allCases.filter { $0 != .board && $0 != .flight })
  func aRowThatComesBackIsNewerThanItsDeletion(target: DeleteTarget) throws {
    let identity = try enter(target)
    fixture.clock.milliseconds += 1_000_000
    try store.delete(target, identity)
    fixture.clock.milliseconds -= 2_000_000
    let other = try fixture.open()
    let stamp = try #require(try other.rows(of: .deleteActions).first?["deletedAt"]?.integer)
    _ = try enter(target)
    let row = try #require(try store.contents.row(of: target.table, identity))
    #expect(try #require(row["updatedAt"]?.integer) > stamp)
  }

  @Test func aMissingRowAndABadIdentityLeaveNoAction() throws {
    for target in DeleteTarget.allCases {
      let identity = target.identity.map { $0.kind == .hash ? Self.hash : "nowhere" }
      #expect(try store.delete(target, identity) == false)
      #expect(throws: StoreError.self) { try store.delete(target, []) }
      #expect(throws: StoreError.self) { try store.delete(target, identity + ["x"]) }
      #expect(throws: StoreError.self) { try store.delete(target, identity.map { _ in "" }) }
    }
    #expect(try store.rows(of: .deleteActions) == [])
  }

  @Test func aBoardTakesItsConfigurationAlongAndLeavesTheRest() throws {
    var stream = BatchStream()
    stream.board = "b"
    try store.commit(stream.next())
    for target in [
      DeleteTarget.boardSetting, .boardWarning, .alert, .tuneProfile, .favorite,
    ] { _ = try enter(target) }
    let frames = try store.rows(of: .telemetryFrames)
    #expect(try store.delete(.board, ["b"]))
    for table in [ContractTable.boardSettings, .boardWarnings, .alerts] {
      #expect(try store.rows(of: table) == [])
    }
    #expect(try store.rows(of: .deleteActions).count == 1)
    for table in [ContractTable.tuneProfiles, .tuneHistoryEntries, .favorites] {
      #expect(try store.rows(of: table).count == 1)
    }
    #expect(try store.rows(of: .telemetryFrames) == frames && frames.count == 2)
    #expect(try store.contents.board("b")?.name == "B")
  }

  @Test func aProfileTakesItsHistoryAlong() throws {
    _ = try enter(.tuneProfile)
    try store.delete(.tuneProfile, ["x"])
    #expect(try store.rows(of: .tuneHistoryEntries) == [])
  }

  @Test func aDeviceSettingIsForgottenWithoutAnAction() throws {
    try store.put(.appSettings, ["key": .text("syncEnabled"), "valueJson": .text("true")])
    #expect(try store.delete(.appSetting, ["syncEnabled"]))
    #expect(try store.contents.row(of: .appSettings, ["syncEnabled"]) == nil)
    #expect(try store.rows(of: .deleteActions) == [])
  }

  @Test func aWarningThatClearsIsADeletion() throws {
    _ = try enter(.boardWarning)
    #expect(try store.clearWarning(board: "b", kind: "k"))
    #expect(try store.clearWarning(board: "b", kind: "k") == false)
    #expect(try store.rows(of: .deleteActions).map(\.deleteTarget) == [.boardWarning])
  }

  @Test func aFullDiskLeavesRowAndActionsAsTheyWere() throws {
    let identity = try enter(.privacyZone)
    let connection = try Connection(path: fixture.path, access: .readWrite, busyTimeoutMs: 0)
    try connection.transaction { () throws(SQLiteError) in
      #expect(throws: StoreError.self) { try store.delete(.privacyZone, identity) }
      #expect(throws: StoreError.self) {
        try store.put(.privacyZones, ["id": .text("x"), "name": .text("N")])
      }
    }
    #expect(try store.rows(of: .deleteActions) == [])
    #expect(try store.delete(.privacyZone, identity))
  }

  @Test func rangesThatGoOnAreSentAgain() throws {
    func add(
      _ start: Int64, _ end: Int64, _ reason: MetricExclusionRange.Reason = .lowSpeed
    ) throws {
      var batch = RecordingBatch()
      batch.exclusions = [
        MetricExclusionRange(
          boardID: "b", reason: reason, startMs: start, endMs: end, sampleCount: 2)
      ]
      #expect(try store.commit(batch) == .stored(refusedRows: start > end ? 1 : 0))
    }
    func ranges() throws -> [String] {
      let rows = try store.contents.rows(of: .metricExclusionRanges)
      var found: [String] = []
      while let pending = try rows.next() {
        let numbers = ["startMs", "endMs", "sampleCount"].map {
          String(pending.row[$0]?.integer ?? -1)
        }
        found.append("\(pending.cursor): \(numbers.joined(separator: " "))")
      }
      return found
    }
    try add(10_000, 11_000)
    try add(13_000, 14_000)
    #expect(try ranges() == ["2: 10000 14000 4"])
    try add(16_001, 17_000)
    try add(16_001, 17_000, .freeSpin)
    try add(9, 8)
    #expect(try ranges() == ["2: 10000 14000 4", "3: 16001 17000 2", "4: 16001 17000 2"])
    try add(14_500, 15_500)
    #expect(try ranges() == ["4: 16001 17000 2", "5: 10000 17000 8"])
    #expect(try store.rows(of: .deleteActions) == [])
  }
}

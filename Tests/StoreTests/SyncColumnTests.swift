import FlightModel
import RecordingModel
import SQLite
import Store
import SyncContract
import Telemetry
import TestSupport
import Testing

@Suite struct SyncColumnTests {
  private let minute = UTCInstant(milliseconds: BatchStream.start)

  @Test func bucketStampsRiseWhateverTheClockDoes() throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    var stamps: [Int64] = []
    var counters: [Int64] = []
    var batch = RecordingBatch()
    batch.buckets = BatchStream().firstOfCopy().buckets
    for now in [1_000_000, 2_000_000, 500_000, -7, 2_000_000, 3_000_000] as [Int64] {
      fixture.clock.milliseconds = now
      batch.buckets[0].sampleCount += 1
      try store.commit(batch)
      let stored = try #require(try store.contents.bucket(board: "glider:D-1234", at: minute))
      #expect(stored.bucket == batch.buckets[0])
      stamps.append(stored.updatedAt.milliseconds)
      counters.append(stored.syncSequence)
    }
    #expect(stamps == [1_000_000, 2_000_000, 2_000_001, 2_000_002, 2_000_003, 3_000_000])
    #expect(counters == [1, 2, 3, 4, 5, 6])
  }

  @Test func countersGoOnAfterARestartAndARollback() throws {
    var fixture = StoreFixture()
    var batch = RecordingBatch()
    batch.buckets = BatchStream().firstOfCopy().buckets
    do {
      let store = try fixture.open()
      try store.commit(batch)
    }
    fixture.maximumPages = 1
    do {
      let store = try fixture.open()
      var stream = BatchStream()
      var failed = false
      for _ in 0..<200 where !failed {
        do { try store.commit(stream.next()) } catch { failed = true }
      }
      #expect(failed)
    }
    fixture.maximumPages = nil
    let store = try fixture.open()
    let before = try #require(try store.contents.bucket(board: "glider:D-1234", at: minute))
    try store.commit(batch)
    let after = try #require(try store.contents.bucket(board: "glider:D-1234", at: minute))
    #expect(after.syncSequence == before.syncSequence + 1)
    #expect(after.updatedAt > before.updatedAt)
  }

  @Test func oneBoardAGliderAndOneMintedForTheBox() throws {
    let fixture = StoreFixture()
    let glider = ConfiguredGlider(key: "D-1234", name: "LS4")
    var store = try fixture.open()
    let configured = try store.board(minting: glider)
    let box = try store.board(minting: nil)
    #expect(configured != box)
    store = try fixture.open()
    #expect(try store.board(minting: glider) == configured)
    #expect(try store.board(minting: nil) == box)
    #expect(try store.contents.boards().map(\.id) == [configured, box])
    let renamed = ConfiguredGlider(key: "D-1234", name: "LS4 neo")
    let before = try #require(try store.contents.board(configured))
    #expect(try store.board(minting: renamed) == configured)
    let after = try #require(try store.contents.board(configured))
    #expect(after.name == "LS4 neo")
    #expect(after.updatedAt > before.updatedAt && after.syncSequence > before.syncSequence)
    #expect(after.createdAt == before.createdAt)
  }

  @Test func aTombstonedBoardKeepsItsRidesAndIsNotRevived() throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    let glider = ConfiguredGlider(key: "D-1234", name: "LS4")
    let id = try store.board(minting: glider)
    var stream = BatchStream()
    stream.board = id
    try store.commit(stream.next())
    fixture.clock.milliseconds = 5
    #expect(try store.delete(.board, [id]))
    #expect(try store.delete(.board, [id]) == false)
    #expect(try store.rename(id, to: "x") == false)
    let board = try #require(try store.contents.board(id))
    #expect(board.name == "LS4")
    #expect(board.deletedAt == board.updatedAt)
    #expect(board.updatedAt > board.createdAt)
    #expect(try store.contents.allFrames(of: RecordingID(1)).count == 2)
    try store.commit(stream.next())
    #expect(try store.contents.recording(RecordingID(1))?.boardID == id)
    let next = try store.board(minting: glider)
    #expect(next != id)
    #expect(try store.board(minting: glider) == next)
    let reader = try Connection(path: fixture.path, access: .query)
    let actions = try reader.all("SELECT target, key, deleted_at FROM sync_actions") {
      "\($0.text() ?? "") \($0.text() ?? "") \($0.number())"
    }
    #expect(actions == ["board \(id) \(board.updatedAt.milliseconds)"])
  }

  @Test func aNewBoardOfARecordingIsEnteredOnce() throws {
    let store = try StoreFixture().open()
    var stream = BatchStream()
    stream.board = String(repeating: "é🪂", count: 100)
    try store.commit(stream.next())
    try store.commit(stream.next())
    let boards = try store.contents.boards()
    #expect(boards.count == 1)
    #expect(boards[0].id.utf16.count <= 128 && boards[0].id.utf16.count > 120)
    #expect(boards[0].origin == .met)
  }
}

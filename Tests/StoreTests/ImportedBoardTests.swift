import Store
import SyncContract
import TestSupport
import Testing

@Suite struct ImportedBoardTests {
  private let fixture = StoreFixture()
  private let store: StoreDatabase

  init() throws {
    store = try fixture.open()
    for (id, hardware) in [("b", "aa:bb"), ("a", "aa:bb"), ("c", "cc:dd")] {
      try store.insert(Board(id: id, name: id.uppercased(), bleID: hardware, origin: .met))
    }
  }

  @Test func aKnownBoardIsItself() throws {
    #expect(try store.board(ofImported: "b") == "b")
  }

  @Test func theLowestOfTheBoardsWithThatHardwareHasIt() throws {
    #expect(try store.board(ofImported: "aa:bb") == "a")
    try store.delete(.board, ["a"])
    #expect(try store.board(ofImported: "aa:bb") == "b")
  }

  @Test func anUnknownOneIsMintedOnceAndDeletedFromTheStart() throws {
    #expect(try store.board(ofImported: "old") == "orphan-old")
    #expect(try store.board(ofImported: "old") == "orphan-old")
    let board = try #require(try store.contents.board("orphan-old"))
    #expect(board.deletedAt == board.updatedAt)
    #expect(try store.contents.boards().count == 4)
    #expect(try store.contents.everyRow(of: .boards, limit: 10).count == 5, "with that of nobody")
  }

  @Test func itIsSentAsADeletedBoardWithoutAnAction() throws {
    _ = try store.board(ofImported: "old")
    let row = try #require(try store.contents.row(of: .boards, ["orphan-old"]))
    #expect(row["deletedAt"]?.integer != nil)
    #expect(try store.contents.rows(of: .deleteActions).next() == nil)
  }

  @Test func aLongNameIsCutToAKey() throws {
    let id = try store.board(ofImported: String(repeating: "x", count: 300))
    #expect(id.utf16.count == 128)
  }
}

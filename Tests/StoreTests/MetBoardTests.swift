import FlightModel
import RecordingModel
import Store
import SyncContract
import Testing

@Suite("Boards by what their controllers say")
struct MetBoardTests {
  private let wired = BoardIdentity(key: "vesc:0a0b", name: "Plank", transport: "serial")
  private let radio = BoardIdentity(
    key: "vesc:0a0b", name: "Plank", transport: "bluetooth", bluetoothAddress: "AA:BB:CC:DD:EE:FF")

  @Test("one controller is one board, whatever it comes through, and keeps the name it was given")
  func stable() throws {
    let store = try StoreFixture().open()
    let id = try store.board(of: wired)
    #expect(id == "vesc:0a0b")
    try store.rename(id, to: "My board")
    #expect(try store.board(of: radio) == id)
    let board = try #require(try store.contents.board(id))
    #expect(board.name == "My board")
    #expect(board.transport == "serial")
    #expect(board.bleID == "AA:BB:CC:DD:EE:FF")
    #expect(board.origin == .met)
    let sequence = board.syncSequence
    #expect(try store.board(of: wired) == id)
    #expect(try store.contents.board(id)?.syncSequence == sequence, "nothing new, nothing sent")
  }

  @Test("the controller of a deleted board gets a new one") func tombstone() throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    store.note(fixAt: UTCInstant(milliseconds: fixture.clock.milliseconds))
    let id = try store.board(of: radio)
    try store.delete(.board, [id])
    let second = try store.board(of: radio)
    #expect(second != id)
    #expect(try store.board(of: radio) == second)
    #expect(try store.contents.board(id)?.deletedAt != nil)
    #expect(try store.contents.board(second)?.name == "Plank")
  }

  @Test("a board that is known by its Bluetooth address is found by it") func address() throws {
    let store = try StoreFixture().open()
    try store.insert(
      Board(id: "8f14", name: "Imported", bleID: "AA:BB:CC:DD:EE:FF", origin: .met))
    #expect(try store.board(of: radio) == "8f14")
    #expect(try store.board(of: wired) == "vesc:0a0b")
  }

  @Test("an identity of any length and without a name") func odd() throws {
    let store = try StoreFixture().open()
    let key = "vesc:" + String(repeating: "é", count: 300)
    let id = try store.board(of: BoardIdentity(key: key, name: "", transport: "tcp"))
    #expect(id.utf16.count <= 128)
    #expect(try store.board(of: BoardIdentity(key: key, name: "", transport: "tcp")) == id)
  }

  @Test("a warning that clears is deleted with its action") func warnings() throws {
    let store = try StoreFixture().open()
    let id = try store.board(of: wired)
    try store.put(
      .boardWarnings,
      [
        "boardId": .text(id), "kind": .text("cell-spread"), "severity": .text("warn"),
        "payloadJson": .text("{}"),
      ])
    #expect(try store.clearWarning(board: id, kind: "cell-spread"))
    #expect(try !store.clearWarning(board: id, kind: "cell-spread"))
    #expect(try store.contents.everyRow(of: .boardWarnings, limit: 5).isEmpty)
    #expect(try store.contents.everyRow(of: .deleteActions, limit: 5).count == 1)
  }
}

import FlightModel
import RecordingModel
import Store
import SyncContract
import TestSupport
import Testing

/// Which task a flight has.
@Suite struct DeclarationTests {
  private let fixture = StoreFixture()

  private func store() throws -> StoreDatabase {
    let store = try fixture.open()
    for name in ["triangle", "out and return"] {
      try store.put(
        .tasks, ["id": .text(name), "name": .text(name), "turnpointsJson": .text("[\"\(name)\"]")])
    }
    return store
  }

  /// Declares a second after the last time; its time.
  @discardableResult
  private func declare(_ task: String?, _ store: StoreDatabase) throws -> Int64 {
    fixture.clock.milliseconds += 1000
    _ = try store.declare(taskID: task)
    return fixture.clock.milliseconds
  }

  private func name(_ store: StoreDatabase, takeoff: Int64, end: Int64) throws -> String? {
    try store.contents.declaredTask(
      takeoff: UTCInstant(milliseconds: takeoff), end: UTCInstant(milliseconds: end))?.name
  }

  @Test func theLastBeforeTakeOffCounts() throws {
    let store = try store()
    let first = try declare("triangle", store)
    let second = try declare("out and return", store)
    #expect(try name(store, takeoff: first - 1, end: first - 1) == nil)
    #expect(try name(store, takeoff: first, end: second + 5000) == "triangle")
    #expect(try name(store, takeoff: second, end: second + 5000) == "out and return")
    #expect(try store.contents.declaredTask()?.turnpointsJSON == "[\"out and return\"]")
  }

  @Test func aLateOneIsGivenWithItsTimeWhereThereIsNoOther() throws {
    let store = try store()
    let late = try declare("triangle", store)
    let found = try store.contents.declaredTask(
      takeoff: UTCInstant(milliseconds: late - 60_000), end: UTCInstant(milliseconds: late))
    #expect(found?.name == "triangle")
    #expect(found?.declaredAt.milliseconds == late)
  }

  @Test func afterClearingThereIsNone() throws {
    let store = try store()
    try declare("triangle", store)
    let cleared = try declare(nil, store)
    #expect(try name(store, takeoff: cleared, end: cleared + 5000) == nil)
    #expect(try store.contents.declaredTask() == nil)
  }

  @Test func aTaskThatChangesLaterStaysAsItWasDeclared() throws {
    let store = try store()
    try declare("triangle", store)
    try store.put(.tasks, ["id": .text("triangle"), "turnpointsJson": .text("[]")])
    try store.delete(.task, ["triangle"])
    #expect(try store.contents.declaredTask()?.turnpointsJSON == "[\"triangle\"]")
  }

  @Test func anUnknownTaskIsNotDeclared() throws {
    let store = try store()
    #expect(try store.declare(taskID: "polygon") == nil)
    #expect(try store.contents.declaredTask() == nil)
  }

  @Test func aDeclarationHasTheTimeOfTheFixes() throws {
    let store = try store()
    // The clock on the wall is ahead of the receiver by an hour.
    let now = fixture.clock.milliseconds - 3_600_000
    let early = try declare("triangle", store)
    store.note(fixAt: UTCInstant(milliseconds: now))
    try declare("out and return", store)
    #expect(try store.contents.declaredTask()?.name == "out and return")
    #expect(try store.contents.declaredTask()?.declaredAt.milliseconds == now)
    #expect(try name(store, takeoff: now + 1000, end: now + 60_000) == "out and return")
    #expect(try name(store, takeoff: now - 1000, end: now - 1) == nil)
    #expect(try name(store, takeoff: early, end: early) == "out and return", "the last one said")
  }
}

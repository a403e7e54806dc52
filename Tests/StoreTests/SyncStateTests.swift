import Linux
import RecordingModel
import Store
import SyncContract
import SyncPlan
import TestSupport
import Testing

@Suite struct SyncStateTests {
  private let fixture = StoreFixture()

  @Test func whatIsKeptIsThereAfterARestart() throws {
    let pause = SyncPause(
      .refused, table: .alerts, cursor: 7, field: "threshold", status: 400, slug: "number-range",
      version: "1.2")
    do {
      let store = try fixture.open()
      #expect(try store.contents.syncState() == StoredSyncState())
      try store.keep(pause: SyncPause(.signInAgain, version: "1.2"))
      try store.keep(pause: pause)
      try store.keep(limits: ContractLimits(bytes: 16_384, rows: 12))
      try store.keep(successAtMs: 99)
      try store.keep(dialect: .extended, of: "https://club.example")
      try store.bind(to: "account", at: "https://club.example")
    }
    let store = try fixture.open()
    var state = try store.contents.syncState()
    #expect(state.pause == pause)
    #expect(state.limits == ContractLimits(bytes: 16_384, rows: 12))
    #expect(state.lastSuccessAtMs == 99 && state.dialect == .extended)
    #expect(state.accountID == "account" && state.origin == "https://club.example")
    try store.keep(pause: nil)
    state.pause = nil
    #expect(try store.contents.syncState() == state)
  }

  @Test func aFailureThatRepeatsIsNotedOnce() throws {
    var fixture = fixture
    var store = try fixture.open()
    let failing = DiagnosticEvent(
      occurredAtMs: 0, elapsedRealtimeMs: 0, eventName: "sync-failing", operation: "send",
      properties: ["status": "503"])
    var paused = failing
    paused.eventName = "sync-paused"
    #expect(try store.note(failing))
    #expect(try store.note(paused))
    fixture.clock.milliseconds += 60_000
    #expect(try !store.note(failing))
    #expect(
      try store.contents.events(limit: 9).map(\.eventName) == ["sync-paused", "sync-failing"])
    #expect(try store.contents.events(limit: 1)[0].occurredAtMs == BatchStream.start)
    try store.close()
    fixture.bootID = "22222222-2222-3333-4444-555555555555"
    store = try fixture.open()
    #expect(try store.note(failing))
  }

  @Test func anotherAccountIsRefused() throws {
    let store = try fixture.open()
    try store.bind(to: "one", at: "https://club.example")
    try store.bind(to: "one", at: "https://club.example")
    let before = try store.contents.syncState()
    #expect(throws: StoreError.otherAccount(bound: "one")) {
      try store.bind(to: "two", at: "https://club.example")
    }
    #expect(try store.contents.syncState() == before)
  }

  @Test func aServerThatHasMovedIsSentEverythingAgain() throws {
    let store = try fixture.open()
    try store.bind(to: "one", at: "https://club.example")
    try store.insert(Board(id: "b", name: "Board", origin: .met))
    #expect(try fixture.drain(store)[.boards] == 1)
    try store.bind(to: "one", at: "https://new.example")
    #expect(try store.contents.syncState().origin == "https://new.example")
    #expect(try fixture.drain(store)[.boards] == 1)
  }
}

@Suite struct StartTokenTests {
  private let fixture = StoreFixture()

  private var tokenPath: String { fixture.folder.file("barograph.start") }

  private func open(_ path: String? = nil) throws -> StoreDatabase {
    var settings = fixture.settings(at: path)
    settings.startTokenPath = tokenPath
    return try StoreDatabase(settings)
  }

  /// A store with one accepted board; returns its instance id.
  private func prepare() throws -> String {
    let store = try open()
    try store.insert(Board(id: "b", name: "Board", origin: .met))
    try fixture.drain(store)
    let instance = try store.instanceID()
    try store.close()
    return instance
  }

  private func copy(_ name: String, to target: String) throws {
    try Files.replace(
      fixture.folder.file(target), with: Files.read(fixture.folder.file(name), limit: 1 << 24))
  }

  @Test func startsInARowAreNoRestore() throws {
    let instance = try prepare()
    for _ in 0..<3 {
      let store = try open()
      #expect(!store.wasRestored)
      #expect(try store.instanceID() == instance)
      #expect(try fixture.drain(store) == [:])
      try store.close()
    }
  }

  @Test func anOlderCopyIsNoticedOnce() throws {
    let instance = try prepare()
    try copy("barograph.db", to: "backup.db")
    try open().close()
    try copy("backup.db", to: "barograph.db")
    var store = try open()
    #expect(store.wasRestored)
    #expect(try store.instanceID() != instance)
    #expect(try store.contents.events(limit: 5).map(\.eventName) == ["database-restored"])
    #expect(try fixture.drain(store)[.boards] == 1)
    try store.close()
    store = try open()
    #expect(!store.wasRestored)
  }

  @Test func aCopyWithoutItsFileIsNoticed() throws {
    _ = try prepare()
    try Files.remove(tokenPath)
    #expect(try open().wasRestored)
  }

  @Test func aPowerCutBetweenTheTwoWritesIsNoRestore() throws {
    _ = try prepare()
    // The database has the new token twice over; the file still has the first one.
    for _ in 0..<2 {
      try copy("barograph.start", to: "before")
      let store = try open()
      #expect(!store.wasRestored)
      let onDisk = String(
        decoding: try Files.read(fixture.folder.file("before"), limit: 256), as: UTF8.self)
      try store.close()
      try copy("before", to: "barograph.start")
      try fixture.execute("UPDATE sync_state SET previous_start_token = '\(onDisk)'")
    }
    #expect(try !open().wasRestored)
  }

  @Test func aFileThatCannotBeWrittenIsNoRestore() throws {
    var settings = fixture.settings()
    settings.startTokenPath = fixture.folder.file("nowhere/token")
    for _ in 0..<3 {
      let store = try StoreDatabase(settings)
      #expect(!store.wasRestored)
      try store.close()
    }
  }

  @Test func aNewDatabaseBesideAnOldFileIsNoRestore() throws {
    _ = try prepare()
    let store = try open(fixture.folder.file("other.db"))
    #expect(!store.wasRestored)
  }
}

import Glibc
import Linux
import Receiver
import SQLite
import SyncContract
import TestSupport
import Testing

/// What only the storage in a file has to answer for.
@Suite struct SQLiteStorageTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("receiver.db") }

  private func prepared() throws -> SQLiteStorage {
    let storage = SQLiteStorage(path: path, busyTimeoutMs: 50)
    try storage.prepare()
    if try storage.account("anna") == nil {
      try storage.add(ReceiverAccount(id: "anna", name: "", createdAtMs: 1))
    }
    return storage
  }

  private func apply(_ rows: [ContractRow], to storage: SQLiteStorage) throws {
    _ = try storage.apply(
      ContractBatch(rows: rows), of: "anna", in: .extended, nowMs: StorageBench.now)
  }

  @Test func theFileIsItsOwnersAlone() throws {
    let storage = try prepared()
    try apply([StorageConformanceRows.setting("1", at: 1)], to: storage)
    for name in try Files.names(in: folder.path) {
      var status = stat()
      #expect(stat(folder.file(name), &status) == 0)
      #expect(status.st_mode & 0o077 == 0, "\(name)")
    }
  }

  @Test func rowsAreThereAfterARestart() throws {
    let row = StorageConformanceRows.setting("1", at: 1)
    try apply([row], to: try prepared())
    let page = try prepared().page(of: .appSettings, account: "anna", after: nil, limit: 9)
    #expect(page.rows == [row])
  }

  @Test func nothingIsMadeBeforeItIsPrepared() throws {
    let storage = SQLiteStorage(path: path)
    #expect(throws: StorageFailure.self) { try storage.check() }
    #expect(throws: StorageFailure.self) { try storage.accounts() }
    #expect(!Files.exists(path))
    let elsewhere = SQLiteStorage(path: folder.file("missing/receiver.db"))
    #expect(isBroken { try elsewhere.prepare() })
  }

  @Test func aFullDiskIsSaidSoAndLeavesWhatWasThere() throws {
    try apply([StorageConformanceRows.setting("1", at: 1)], to: prepared())
    let small = SQLiteStorage(path: path, maximumPages: 200)
    let before = try small.digests(of: "anna", in: .extended)
    for _ in 0..<2 {
      let failure = #expect(throws: StorageFailure.self) { try apply(large(1000), to: small) }
      guard case .full(let words)? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(words.contains("free space"))
      #expect(try small.digests(of: "anna", in: .extended) == before)
    }
    try apply([StorageConformanceRows.setting("2", at: 2)], to: small)
    let spacious = try prepared()
    try apply(large(1000), to: spacious)
    #expect(try spacious.digests(of: "anna", in: .extended)[.privacyZones]?.count == 1000)
  }

  private func large(_ count: Int) -> [ContractRow] {
    (0..<count).map {
      .sample(
        .privacyZones,
        ["id": .text("\($0)"), "name": .text(String(repeating: "n", count: 4000))])
    }
  }

  @Test func aLockedDatabaseIsUnavailable() throws {
    let storage = try prepared()
    let other = try Connection(path: path, access: .readWrite)
    try other.transaction { () throws(SQLiteError) in
      let failure = #expect(throws: StorageFailure.self) {
        try apply([StorageConformanceRows.setting("1", at: 1)], to: storage)
      }
      guard case .unavailable? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      // Readers are not kept waiting.
      #expect((try? storage.accounts())?.count == 1)
    }
    try apply([StorageConformanceRows.setting("1", at: 1)], to: storage)
  }

  @Test func aDamagedFileIsNamedWithWhatToDo() throws {
    try prepared().check()
    try Files.replace(path, with: [UInt8](repeating: 0x55, count: 20_000))
    for name in ["-wal", "-shm"] { try Files.remove(path + name) }
    let failure = #expect(throws: StorageFailure.self) { _ = try prepared() }
    guard case .broken(let words)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(words.contains(path) || words.contains("damaged"))
  }

  @Test func anotherProgramsDatabaseIsLeftAlone() throws {
    let other = try Connection(path: path, access: .create)
    try other.execute("CREATE TABLE theirs (x)")
    #expect(isBroken { _ = try prepared() })
    #expect(try other.number("SELECT count(*) FROM sqlite_schema") == 1)
  }

  @Test func aNewerVersionsDatabaseIsLeftAlone() throws {
    _ = try prepared()
    let other = try Connection(path: path, access: .readWrite)
    try other.execute("INSERT INTO schema_history (step, name) VALUES (2, 'from-the-future')")
    #expect(isBroken { _ = try prepared() })
    try other.execute("DELETE FROM schema_history WHERE step = 2")
    _ = try prepared()
  }

  @Test func aLocationIsOneOfTwoForms() throws {
    let storage = try StorageLocation.open("sqlite://\(path)")
    try storage.prepare()
    #expect(Files.exists(path))
    for text in ["", "sqlite://", "sqlite://relative.db", "receiver.db", "sqlite:///a\0b"] {
      #expect(isBroken { _ = try StorageLocation.open(text) })
    }
  }

  private func isBroken(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return false
    } catch {
      if case StorageFailure.broken = error { return true }
      return false
    }
  }
}

import Receiver
import SyncContract
import Testing

/// Accounts, codes and tokens, and that nothing crosses from one account to another.
@Suite struct StorageConformanceAccounts {
  static func code(_ lookup: String, of account: String = "anna") -> StoredCode {
    StoredCode(
      lookup: lookup, accountID: account, salt: [0, 1, 255], hash: [7, 0, 9], expiresAtMs: 99)
  }

  static func token(_ byte: UInt8, of account: String = "anna") -> StoredToken {
    StoredToken(
      hash: [UInt8](repeating: byte, count: 32), accountID: account, createdAtMs: Int64(byte),
      expiresAtMs: 1000)
  }

  @Test(arguments: StorageCase.all)
  func accountsAreListedByName(place: StorageCase) throws {
    let bench = try place.make()
    try bench.storage.prepare()
    try bench.storage.check()
    #expect(try bench.storage.accounts() == [])
    let all = ["a-1", "a1", "b"].map { ReceiverAccount(id: $0, name: "Ä '\($0)", createdAtMs: 5) }
    for account in all.reversed() { try bench.storage.add(account) }
    #expect(try bench.storage.accounts() == all)
    #expect(try bench.storage.account("a1") == all[1])
    #expect(try bench.storage.account("a") == nil)
    #expect(throws: StorageFailure.self) {
      try bench.storage.add(ReceiverAccount(id: "b", name: "other", createdAtMs: 6))
    }
    #expect(try bench.storage.account("b") == all[2])
    #expect(try bench.storage.delete(account: "b", atMs: 1))
    #expect(try !bench.storage.delete(account: "b", atMs: 1))
    #expect(try bench.storage.accounts() == Array(all.prefix(2)))
  }

  /// A minute of a board, which is in motion for all of it or not at all.
  private static func minute(_ board: String, _ minute: Int64, isMoving: Bool) -> ContractRow {
    let start = 1_784_030_400_000 + minute * 60_000
    return .sample(
      .telemetryMinuteBuckets,
      [
        "boardId": .text(board), "bucketStartMs": .integer(start),
        "firstSampleAtMs": .integer(start), "lastSampleAtMs": .integer(start + 59_000),
        "firstMovingAtMs": isMoving ? .integer(start) : .null,
        "lastMovingAtMs": isMoving ? .integer(start + 59_000) : .null,
      ])
  }

  @Test(arguments: StorageCase.all)
  func eachAccountIsCountedForItself(place: StorageCase) throws {
    let bench = try place.open()
    let storage = bench.storage
    #expect(try storage.figures() == ["anna": AccountFigures(), "bert": AccountFigures()])
    #expect(try storage.databaseBytes() > 0)
    for (digit, bytes) in [("a", Int64(5_000_000_000)), ("b", 7)] {
      let blob = BlobKey(
        accountID: "anna", kind: .file, id: String(repeating: digit, count: 64))
      try storage.announce(blob, atMs: 1)
      try storage.note(blob, bytes: bytes, atMs: 2)
    }
    // Two rides of one board, with a rest inside the first, and one of another board.
    let minutes: [(board: String, minute: Int64, isMoving: Bool)] = [
      ("x", 0, true), ("x", 1, true), ("x", 20, false), ("x", 29, true), ("x", 61, true),
      ("y", 5, true),
    ]
    let rows = minutes.map { Self.minute($0.board, $0.minute, isMoving: $0.isMoving) }
    let boards = ["x", "y"].map { ContractRow.sample(.boards, ["id": .text($0)]) }
    _ = try storage.apply(
      ContractBatch(rows: boards + rows), of: "bert", in: .strict, nowMs: 1_784_030_400_000)
    let figures = try storage.figures()
    #expect(figures["anna"] == AccountFigures(bytes: 5_000_000_007))
    #expect(figures["bert"] == AccountFigures(rides: 3))
  }

  @Test(arguments: StorageCase.all)
  func aCodeIsKeptAndUsedOnce(place: StorageCase) throws {
    let bench = try place.open()
    let storage = bench.storage
    #expect(try storage.code("k") == nil)
    #expect(try !storage.redeem("k", for: Self.token(1)))
    try storage.add(Self.code("k"))
    #expect(try storage.code("k") == Self.code("k"))
    try storage.noteFailedAttempt(at: "k")
    try storage.noteFailedAttempt(at: "k")
    try storage.noteFailedAttempt(at: "missing")
    #expect(try storage.code("k")?.failedAttempts == 2)
    #expect(try !storage.redeem("k", for: Self.token(1, of: "bert")))
    #expect(try storage.token(hash: Self.token(1).hash) == nil)
    #expect(try storage.redeem("k", for: Self.token(1)))
    #expect(try !storage.redeem("k", for: Self.token(2)))
    #expect(try storage.code("k") == nil)
    #expect(try storage.tokens(of: "anna") == [Self.token(1)])
  }

  @Test(arguments: StorageCase.all)
  func tokensAreTouchedAndRevoked(place: StorageCase) throws {
    let bench = try place.open()
    let storage = bench.storage
    for byte: UInt8 in [2, 1] {
      try storage.add(Self.code("k\(byte)"))
      #expect(try storage.redeem("k\(byte)", for: Self.token(byte)))
    }
    #expect(try storage.tokens(of: "anna") == [Self.token(1), Self.token(2)])
    #expect(try storage.tokens(of: "bert") == [])
    let hash = Self.token(1).hash
    try storage.touch(token: hash, usedAtMs: 50, expiresAtMs: 2000, version: "1.0")
    try storage.touch(token: hash, usedAtMs: 40, expiresAtMs: 1500, version: nil)
    var expected = Self.token(1)
    (expected.lastUsedAtMs, expected.expiresAtMs, expected.version) = (50, 2000, "1.0")
    #expect(try storage.token(hash: hash) == expected)
    #expect(try storage.revoke(token: hash, atMs: 60))
    #expect(try !storage.revoke(token: hash, atMs: 70))
    #expect(try !storage.revoke(token: [9], atMs: 70))
    expected.revokedAtMs = 60
    #expect(try storage.token(hash: hash) == expected)
    #expect(try storage.token(hash: []) == nil)
  }

  @Test(arguments: StorageCase.all)
  func nothingCrossesFromOneAccountToAnother(place: StorageCase) throws {
    let bench = try place.open()
    var random = RandomBatches(seed: 5)
    for _ in 0..<3 {
      let rows = random.batch(in: .extended)
      for row in rows { try bench.noteBlobs(of: row, account: "bert") }
      try bench.apply(rows, of: "bert")
    }
    let before = try bench.everything(of: "bert")
    #expect(try bench.everything(of: "anna") == [])
    let digests = try bench.storage.digests(of: "anna", in: .extended)
    #expect(digests.values.allSatisfy { $0 == TableDigest() })
    #expect(throws: StorageFailure.self) {
      try bench.apply(.sample(.boardSettings, ["boardId": "b0"]))
    }
    for target in DeleteTarget.allCases {
      for row in try bench.rows(of: target.table, account: "bert") {
        let identity = StorageConformanceActions.identity(of: row)
        try bench.apply(.delete(target, identity, atMs: 1000))
      }
    }
    #expect(try bench.everything(of: "bert") == before)
    #expect(before.count > 30)
    #expect(try bench.everything(of: "anna") == [])
  }

  @Test(arguments: StorageCase.all)
  func deletingAnAccountErasesAllOfIt(place: StorageCase) throws {
    let bench = try place.open()
    let storage = bench.storage
    var random = RandomBatches(seed: 6)
    let rows = random.batch(in: .extended)
    for account in ["anna", "bert"] {
      for row in rows { try bench.noteBlobs(of: row, account: account) }
      try bench.apply(rows, of: account)
      try storage.add(Self.code("\(account)-1", of: account))
      try storage.add(Self.code("\(account)-2", of: account))
      let byte: UInt8 = account == "anna" ? 1 : 2
      #expect(try storage.redeem("\(account)-1", for: Self.token(byte, of: account)))
    }
    let (before, blobs) = (try bench.everything(of: "bert"), try storage.blobs(of: "bert"))
    #expect(try storage.delete(account: "anna", atMs: 1))
    #expect(try bench.everything(of: "anna") == [])
    #expect(try storage.blobs(of: "anna") == [] && storage.tokens(of: "anna") == [])
    #expect(try storage.code("anna-2") == nil)
    #expect(try storage.token(hash: Self.token(1).hash) == nil)
    #expect(try bench.everything(of: "bert") == before && storage.blobs(of: "bert") == blobs)
    #expect(throws: StorageFailure.self) { try bench.apply(rows, of: "anna") }
    // Not even a tombstone is left to one who comes back.
    try storage.add(ReceiverAccount(id: "anna", name: "again", createdAtMs: 2))
    for row in rows { try bench.noteBlobs(of: row) }
    try bench.apply(rows)
    #expect(try bench.everything(of: "anna") == before)
  }
}

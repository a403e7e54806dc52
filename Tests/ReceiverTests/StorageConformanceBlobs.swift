import Receiver
import SyncContract
import Testing

/// Flights, map files, and the blobs that they name.
@Suite struct StorageConformanceBlobs {
  static func hash(_ digit: Character) -> String { String(repeating: digit, count: 64) }

  private static func igc(_ digit: Character, of account: String = "anna") -> BlobKey {
    BlobKey(accountID: account, kind: .igc, id: hash(digit))
  }

  private static func file(_ digit: Character) -> BlobKey {
    BlobKey(accountID: "anna", kind: .file, id: hash(digit))
  }

  private static func flight(_ given: [String: ContractValue] = [:]) -> ContractRow {
    .sample(.flights, ["id": .text(hash("a"))].merging(given) { $1 })
  }

  private static func map(_ content: Character?, at stamp: Int64, id: Character = "1")
    -> ContractRow
  {
    .sample(
      .mapFiles,
      [
        "id": .text(hash(id)), "source": "user", "updatedAt": .integer(stamp),
        "contentHash": ContractValue(content.map { hash($0) }),
      ])
  }

  @Test(arguments: StorageCase.all)
  func aFlightNeedsItsBlobOfTheSameAccount(place: StorageCase) throws {
    let bench = try place.open()
    try bench.storage.keep(Self.igc("a", of: "bert"))
    let failure = StorageFailure.missingBlob(.flights, index: 0, field: "id")
    #expect(throws: failure) { try bench.apply(Self.flight()) }
    try bench.storage.keep(Self.igc("a"))
    #expect(try bench.apply(Self.flight()).orphans == [])
    #expect(try bench.rows(of: .flights).count == 1)
  }

  @Test(arguments: StorageCase.all)
  func editAndAnalysisOfTwoBoxesBothSurvive(place: StorageCase) throws {
    let bench = try place.open()
    try bench.storage.keep(Self.igc("a"))
    try bench.apply(
      Self.flight(["filename": "first.igc", "analysisVersion": 1, "updatedAt": 10]))
    try bench.apply(
      Self.flight([
        "filename": "second.igc", "pilot": "Anna", "isRead": .bool(true), "fieldsUpdatedAt": 20,
        "updatedAt": 20,
      ]))
    try bench.apply(
      Self.flight([
        "pilot": "nobody", "durationS": 77, "analysisVersion": 2, "summaryUpdatedAt": 5,
        "inLogbook": .bool(true), "lastOpenedAt": 15, "updatedAt": 15,
      ]))
    try bench.apply(Self.flight(["lastOpenedAt": 14, "durationS": 1, "updatedAt": 14]))
    #expect(
      try bench.rows(of: .flights) == [
        Self.flight([
          "filename": "first.igc", "pilot": "Anna", "isRead": .bool(true), "fieldsUpdatedAt": 20,
          "durationS": 77, "analysisVersion": 2, "summaryUpdatedAt": 5,
          "inLogbook": .bool(true), "lastOpenedAt": 15, "updatedAt": 20,
        ])
      ])
  }

  @Test(arguments: StorageCase.all)
  func flightsMergeInOneBatchAsInSeveral(place: StorageCase) throws {
    let rows = [
      Self.flight(["pilot": "A", "fieldsUpdatedAt": 3, "updatedAt": 3]),
      Self.flight(["analysisVersion": 4, "durationS": 9, "updatedAt": 1]),
      Self.flight(["pilot": "B", "fieldsUpdatedAt": 3, "inLogbook": .bool(true), "updatedAt": 2]),
    ]
    let (one, several) = (try place.open(), try place.open())
    for bench in [one, several] { try bench.storage.keep(Self.igc("a")) }
    try one.apply(rows)
    for row in rows { try several.apply(row) }
    #expect(try one.everything() == several.everything())
    #expect(try one.rows(of: .flights).first?["pilot"] == "A")
  }

  @Test(arguments: StorageCase.all)
  func aDeletedFlightTakesItsBlobAlong(place: StorageCase) throws {
    let bench = try place.open()
    for account in ["anna", "bert"] {
      try bench.storage.keep(Self.igc("a", of: account))
      try bench.apply(Self.flight(["updatedAt": 50]), of: account)
    }
    let action = ContractRow.delete(.flight, [Self.hash("a")], atMs: 60)
    #expect(try bench.apply(action).orphans == [Self.igc("a")])
    #expect(try !bench.storage.knows(Self.igc("a")))
    #expect(try bench.storage.knows(Self.igc("a", of: "bert")))
    #expect(try bench.rows(of: .flights, account: "bert").count == 1)
    // The same batch once more, its answer having been lost: no blob is asked for.
    #expect(try bench.apply(Self.flight(["updatedAt": 50]), action).orphans == [])
    // A late upload of what stays deleted is not kept.
    try bench.storage.keep(Self.igc("a"))
    #expect(try bench.apply(Self.flight(["updatedAt": 60])).orphans == [Self.igc("a")])
    let failure = StorageFailure.missingBlob(.flights, index: 0, field: "id")
    #expect(throws: failure) { try bench.apply(Self.flight(["updatedAt": 61])) }
    try bench.storage.keep(Self.igc("a"))
    #expect(try bench.apply(Self.flight(["updatedAt": 61])).orphans == [])
    #expect(try bench.rows(of: .flights).count == 1)
  }

  @Test(arguments: StorageCase.all)
  func contentThatNoMapFileNamesIsLetGo(place: StorageCase) throws {
    let bench = try place.open()
    let failure = StorageFailure.missingBlob(.mapFiles, index: 0, field: "contentHash")
    #expect(throws: failure) { try bench.apply(Self.map("c", at: 10)) }
    for digit in "cd" as String { try bench.storage.keep(Self.file(digit)) }
    try bench.apply(
      Self.map("c", at: 10), Self.map("c", at: 10, id: "2"), Self.map(nil, at: 1, id: "3"))
    #expect(try bench.apply(Self.map("d", at: 20)).orphans == [])
    let delete = ContractRow.delete(.mapFile, [Self.hash("2")], atMs: 10)
    #expect(try bench.apply(delete).orphans == [Self.file("c")])
    // Older than what is there: its content is not asked for.
    #expect(try bench.apply(Self.map("c", at: 10)).orphans == [])
    try bench.storage.keep(Self.file("c"))
    #expect(try bench.apply(Self.map("c", at: 10)).orphans == [Self.file("c")])
    #expect(try bench.storage.blobs(of: "anna") == [Self.file("d")])
  }

  @Test(arguments: StorageCase.all)
  func blobsAreNotedOnce(place: StorageCase) throws {
    let bench = try place.open()
    #expect(try !bench.storage.knows(Self.igc("a")))
    for bytes in [3, 4] as [Int64] { try bench.storage.keep(Self.igc("a"), bytes: bytes) }
    try bench.storage.keep(Self.file("a"))
    #expect(try bench.storage.blobs(of: "anna") == [Self.file("a"), Self.igc("a")])
    #expect(try bench.storage.blobs(of: "bert") == [])
    #expect(try bench.storage.size(of: Self.igc("a")) == 3)
    #expect(try bench.storage.size(of: Self.igc("a", of: "bert")) == nil)
  }
}

import Receiver
import SyncContract
import Testing

/// Parents and blobs that a row needs, and that a refused batch leaves nothing.
@Suite struct StorageConformanceParents {
  static let children = ContractTable.allCases.filter { $0.parent != nil }

  @Test(arguments: StorageCase.all, children)
  func aChildWithoutItsParentIsRefused(place: StorageCase, child: ContractTable) throws {
    let bench = try place.open()
    let parent = try #require(child.parent)
    let good = ContractRow.sample(parent.table, ["id": "there", "boardId": "b"])
    try bench.apply(.sample(.boards, ["id": "b"]))
    func row(_ name: String) -> ContractRow { .sample(child, [parent.field: .text(name)]) }
    let before = try bench.everything()
    #expect(
      throws: StorageFailure.missingParent(child, index: 2, field: parent.field)
    ) {
      try bench.apply(good, row("there"), row("there"), row("missing"), row("more"))
    }
    #expect(try bench.everything() == before, "something of the refused batch was applied")
    try bench.apply(good, row("there"))
    try bench.apply(row("there"))
    #expect(try bench.rows(of: child).count == 1)
  }

  @Test(arguments: StorageCase.all)
  func theParentOfALosingRowIsNeededToo(place: StorageCase) throws {
    let bench = try place.open()
    let failure = StorageFailure.missingParent(.tuneProfiles, index: 1, field: "boardId")
    #expect(throws: failure) {
      try bench.apply(
        .sample(.boards, ["id": "b"]),
        .sample(.tuneProfiles, ["id": "p", "boardId": "b", "updatedAt": 9]),
        .sample(.tuneProfiles, ["id": "p", "boardId": "missing", "updatedAt": 8]))
    }
  }

  @Test(arguments: StorageCase.all)
  func aBadRowLateInALargeBatchLeavesNothing(place: StorageCase) throws {
    let bench = try place.open()
    try bench.apply(
      .sample(.boards, ["id": "b"]), .sample(.favorites, ["id": "f", "updatedAt": 1]))
    let before = try bench.everything()
    let frames: [ContractRow] = (0..<900).map {
      .sample(.telemetryFrames, ["boardId": "b", "capturedAtMs": .integer($0)])
    }
    let hash = String(repeating: "a", count: 64)
    let failure = StorageFailure.missingBlob(.flights, index: 0, field: "id")
    #expect(throws: failure) {
      try bench.apply(
        frames + [
          .sample(.favorites, ["id": "f", "updatedAt": 2]),
          .sample(.flights, ["id": .text(hash)]), .delete(.favorite, ["f"], atMs: 10),
        ])
    }
    #expect(try bench.everything() == before)
    #expect(throws: StorageFailure.self) {
      try bench.apply(frames + [ContractRow(.favorites, [.text("too few")])])
    }
    #expect(try bench.everything() == before)
    try bench.apply(.sample(.favorites, ["id": "f", "updatedAt": 1]))
    #expect(try bench.rows(of: .favorites).count == 1, "a tombstone of the refused batch stayed")
  }

  @Test(arguments: StorageCase.all)
  func aThousandRowsGoInAtOnce(place: StorageCase) throws {
    let bench = try place.open()
    let frames: [ContractRow] = (0..<999).map {
      .sample(.telemetryFrames, ["boardId": "b", "capturedAtMs": .integer($0 % 990)])
    }
    for _ in 0..<2 {
      try bench.apply([.sample(.boards, ["id": "b"])] + frames)
      #expect(try bench.rows(of: .telemetryFrames) == Array(frames.prefix(990)))
    }
    let settings: [ContractRow] = (0..<1000).map {
      StorageConformanceRows.setting("\($0)", at: $0, key: "k\($0 % 10)")
    }
    try bench.apply(settings)
    #expect(try bench.rows(of: .appSettings) == Array(settings.suffix(10)))
  }
}

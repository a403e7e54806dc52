import Receiver
import SyncContract
import Testing

/// Blobs whose bytes are promised to nobody, and who may remove them.
@Suite struct StorageConformanceLoose {
  private static let hour: Int64 = 3_600_000

  private static func blob(_ digit: Character, of account: String = "anna") -> BlobKey {
    BlobKey(accountID: account, kind: .igc, id: StorageConformanceBlobs.hash(digit))
  }

  private static func isUnavailable(_ error: any Error) -> Bool {
    if case .unavailable? = error as? StorageFailure { true } else { false }
  }

  private func claim(
    _ bench: StorageBench, before: Int64, now: Int64 = 10_000, limit: Int = 10
  ) throws -> [BlobKey] {
    try bench.storage.claimLoose(before: before, nowMs: now, limit: limit)
      .sorted { $0.id < $1.id }
  }

  @Test(arguments: StorageCase.all)
  func whatNeverBecameWholeIsClaimedOldestFirst(place: StorageCase) throws {
    let bench = try place.open()
    for (digit, time) in [("a", 30), ("b", 10), ("c", 20)] as [(Character, Int64)] {
      try bench.storage.announce(Self.blob(digit), atMs: time)
      #expect(try !bench.storage.knows(Self.blob(digit)))
    }
    #expect(try claim(bench, before: 10) == [])
    #expect(try claim(bench, before: 31, limit: 2) == [Self.blob("b"), Self.blob("c")])
    // Announced anew, it is as young as then.
    try bench.storage.announce(Self.blob("a"), atMs: 50)
    #expect(try claim(bench, before: 50) == [])
    #expect(try claim(bench, before: 51) == [Self.blob("a")])
  }

  @Test(arguments: StorageCase.all)
  func aClaimedBlobIsNeitherAnnouncedNorNotedUntilItIsSettled(place: StorageCase) throws {
    let bench = try place.open()
    let blob = Self.blob("a")
    try bench.storage.announce(blob, atMs: 1)
    #expect(try claim(bench, before: 2) == [blob])
    #expect { try bench.storage.announce(blob, atMs: 2) } throws: { Self.isUnavailable($0) }
    #expect { try bench.storage.note(blob, bytes: 1, atMs: 2) } throws: { Self.isUnavailable($0) }
    #expect(try !bench.storage.knows(blob))
    #expect(try claim(bench, before: 2) == [])
    try bench.storage.settle(blob)
    #expect { try bench.storage.note(blob, bytes: 1, atMs: 2) } throws: { Self.isUnavailable($0) }
    try bench.storage.keep(blob)
    try bench.storage.settle(blob)
    #expect(try bench.storage.knows(blob))
  }

  /// Who claimed it has vanished.
  @Test(arguments: StorageCase.all)
  func aClaimLapsesAfterAnHour(place: StorageCase) throws {
    let bench = try place.open()
    try bench.storage.announce(Self.blob("a"), atMs: 1)
    #expect(try claim(bench, before: 2, now: 1000).count == 1)
    #expect(try claim(bench, before: 2, now: 1000 + Self.hour) == [])
    #expect(try claim(bench, before: 2, now: 1001 + Self.hour).count == 1)
  }

  @Test(arguments: StorageCase.all)
  func onlyWhatIsNotNotedIsClaimed(place: StorageCase) throws {
    let bench = try place.open()
    try bench.storage.keep(Self.blob("a"))
    try bench.storage.announce(Self.blob("a"), atMs: 1)
    #expect(try claim(bench, before: 100) == [])
    // A batch that lets it go makes it loose; sent again, it is whole again.
    try bench.apply(.sample(.flights, ["id": .text(Self.blob("a").id), "updatedAt": 5]))
    let action = ContractRow.delete(.flight, [Self.blob("a").id], atMs: 6)
    #expect(try bench.apply(action).orphans == [Self.blob("a")])
    #expect(try claim(bench, before: StorageBench.now) == [])
    try bench.storage.keep(Self.blob("a"), atMs: StorageBench.now)
    #expect(try claim(bench, before: .max / 2) == [])
    #expect(try bench.apply(action).orphans == [Self.blob("a")])
    #expect(try claim(bench, before: StorageBench.now + 1) == [Self.blob("a")])
  }

  @Test(arguments: StorageCase.all)
  func theBlobsOfAnErasedAccountStayLoose(place: StorageCase) throws {
    let bench = try place.open()
    try bench.storage.keep(Self.blob("a"))
    try bench.storage.keep(Self.blob("a", of: "bert"))
    // One is under way while the account goes.
    try bench.storage.announce(Self.blob("b"), atMs: 50)
    #expect(try bench.storage.delete(account: "anna", atMs: 60))
    #expect { try bench.storage.note(Self.blob("b"), bytes: 1, atMs: 70) } throws: {
      Self.isUnavailable($0)
    }
    #expect { try bench.storage.announce(Self.blob("c"), atMs: 70) } throws: {
      Self.isUnavailable($0)
    }
    #expect(try claim(bench, before: 60) == [Self.blob("b")])
    #expect(try claim(bench, before: 61) == [Self.blob("a")])
    #expect(try bench.storage.knows(Self.blob("a", of: "bert")))
  }

  /// Sweepers, devices and batches at once: when all are done, no blob is noted whose bytes were
  /// taken.
  @Test(arguments: StorageCase.all)
  func notesAndClaimsExcludeEachOther(place: StorageCase) async throws {
    let bench = try place.open()
    let blob = Self.blob("a")
    let bytes = MemoryBlobs()
    let others = (0..<4).map { _ in bench.another() }
    for storage in others { try storage.prepare() }
    var noted = 0
    for _ in 0..<12 {
      _ = await together(4) { number in
        for now in 0..<Int64(8) {
          switch number {
          case 0, 1: Self.send(blob, to: others[number], bytes, atMs: now)
          case 2: Self.letGo(blob, others[number], atMs: now)
          default: Self.sweep(others[number], bytes, atMs: now)
          }
        }
      }
      guard try bench.storage.knows(blob) else { continue }
      noted += 1
      #expect(try bytes.has(blob))
    }
    Self.send(blob, to: bench.storage, bytes, atMs: 9)
    #expect(try bench.storage.knows(blob) && bytes.has(blob), "noted \(noted) times")
  }

  private static func send(
    _ blob: BlobKey, to storage: any ReceiverStorage, _ bytes: MemoryBlobs, atMs: Int64
  ) {
    guard (try? storage.announce(blob, atMs: atMs)) != nil else { return }
    _ = try? bytes.put(blob, [1])
    try? storage.note(blob, bytes: 1, atMs: atMs)
  }

  private static func letGo(_ blob: BlobKey, _ storage: any ReceiverStorage, atMs: Int64) {
    let batch = ContractBatch(rows: [.delete(.flight, [blob.id], atMs: 6)])
    _ = try? storage.apply(batch, of: "anna", in: .extended, nowMs: atMs)
  }

  /// Without a grace, so that it meets the others.
  private static func sweep(_ storage: any ReceiverStorage, _ bytes: MemoryBlobs, atMs: Int64) {
    for claimed in (try? storage.claimLoose(before: 100, nowMs: atMs, limit: 5)) ?? [] {
      try? bytes.delete(claimed)
      try? storage.settle(claimed)
    }
  }
}

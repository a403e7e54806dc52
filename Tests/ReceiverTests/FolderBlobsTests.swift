import Compression
import Glibc
import Linux
import Receiver
import TestSupport
import Testing

@Suite struct FolderBlobsTests {
  private let folder = TemporaryFolder()
  private let key = BlobKey(accountID: "rider-1", kind: .igc, id: EndpointTests.hash)

  private func make() throws -> FolderBlobs {
    let blobs = FolderBlobs(folder: folder.file("blobs"))
    try blobs.prepare()
    return blobs
  }

  @Test func keepsBytes() throws {
    let blobs = try make()
    try blobs.check()
    #expect(try blobs.get(key) == nil)
    #expect(try !blobs.has(key))
    #expect(try blobs.put(key, [1, 2, 3]))
    #expect(try !blobs.put(key, [9]))
    #expect(try blobs.get(key) == [1, 2, 3])
    #expect(try blobs.has(key))
    #expect(Files.size(folder.file("blobs/rider-1/igc/a1/\(key.id)")) == 3)
    for other in [
      BlobKey(accountID: "rider-2", kind: .igc, id: key.id),
      BlobKey(accountID: "rider-1", kind: .file, id: key.id),
    ] { #expect(try blobs.get(other) == nil) }
    try blobs.delete(key)
    try blobs.delete(key)
    #expect(try blobs.get(key) == nil)
    #expect(try blobs.put(key, []))
    #expect(try blobs.get(key) == [])
  }

  @Test(arguments: ["", "..", "../x", "a/b", "A", ".incoming", String(repeating: "a", count: 65)])
  func namesNeverBecomePaths(account: String) throws {
    let blobs = try make()
    let bad = BlobKey(accountID: account, kind: .igc, id: EndpointTests.hash)
    #expect(throws: StorageFailure.self) { try blobs.put(bad, [1]) }
    #expect(throws: StorageFailure.self) { try blobs.get(bad) }
    #expect(throws: StorageFailure.self) { try blobs.delete(bad) }
    for id in ["", "..", "../../x", String(repeating: "A", count: 64), key.id + "/"] {
      #expect(throws: StorageFailure.self) {
        try blobs.has(BlobKey(accountID: "rider", kind: .file, id: id))
      }
    }
  }

  @Test func listsWhatLiesUnderAnAccount() throws {
    let blobs = try make()
    #expect(try blobs.keys(of: "rider-1") == [])
    let keys = [key] + (0..<3).map { BlobKey(accountID: "rider-1", kind: .file, id: sha256([$0])) }
    for key in keys { _ = try blobs.put(key, [1]) }
    _ = try blobs.put(BlobKey(accountID: "rider-10", kind: .igc, id: key.id), [1])
    #expect(Set(try blobs.keys(of: "rider-1")) == Set(keys))
    #expect(throws: StorageFailure.self) { try blobs.keys(of: "..") }
  }

  @Test func packedContentIsStoredUnpacked() throws {
    let blobs = try make()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let content = BlobContent(gzip: try Gzip.compress(bytes), limit: bytes.count)
    #expect(try blobs.put(key, content))
    #expect(isSame(try blobs.get(key) ?? [], bytes))
    let other = BlobKey(accountID: "rider-2", kind: .igc, id: key.id)
    let long = BlobContent(gzip: try Gzip.compress(bytes), limit: bytes.count - 1)
    #expect(throws: StorageFailure.self) { try blobs.put(other, long) }
    #expect(try !blobs.has(other))
    #expect(try Files.names(in: folder.file("blobs/.incoming")).isEmpty)
  }

  @Test func whatWasCutOffIsRemovedLater() throws {
    let blobs = try make()
    let old = folder.file("blobs/.incoming/old.part")
    let young = folder.file("blobs/.incoming/young.part")
    for path in [old, young] { try Files.replace(path, with: [1]) }
    let past = timespec(tv_sec: 1_000_000, tv_nsec: 0)
    #expect(utimensat(AT_FDCWD, old, [past, past], 0) == 0)
    try blobs.tidy()
    #expect(!Files.exists(old))
    #expect(Files.exists(young))
  }

  @Test func aFolderThatIsNotThereIsUnavailable() throws {
    let blobs = FolderBlobs(folder: folder.file("none"))
    #expect {
      try blobs.check()
    } throws: {
      if case .unavailable(let text)? = $0 as? StorageFailure {
        !text.contains(key.id)
      } else {
        false
      }
    }
    #expect(throws: StorageFailure.self) { try blobs.put(key, [1]) }
    #expect(try blobs.get(key) == nil)
  }

  /// Many at once, with different bytes: one is kept whole, and one is told that it is new.
  @Test func oneOfManyWins() async throws {
    let blobs = try make()
    let key = key
    let winners = await together(8) { number -> UInt8? in
      let bytes = [UInt8](repeating: UInt8(number), count: 200_000)
      return (try? blobs.put(key, bytes)) == true ? UInt8(number) : nil
    }.compactMap(\.self)
    let winner = try #require(winners.count == 1 ? winners[0] : nil)
    let kept = try blobs.get(key) ?? []
    #expect(isSame(kept, [UInt8](repeating: winner, count: 200_000)))
    #expect(try Files.names(in: folder.file("blobs/.incoming")).isEmpty)
  }
}

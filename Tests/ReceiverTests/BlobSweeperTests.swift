import Log
import Receiver
import Synchronization
import Testing

@Suite struct BlobSweeperTests {
  private let bench = ReceiverBench()

  private func send(_ text: String, _ token: String) -> (key: BlobKey, status: Int) {
    let bytes = Array(text.utf8)
    let key = BlobKey(accountID: "rider", kind: .file, id: sha256(bytes))
    return (key, bench.send("PUT", "/api/blobs/file/\(key.id)", token, body: bytes).status)
  }

  @Test func orphansGoAfterADayUnlessTheyAreSentAgain() throws {
    let token = try bench.signIn()
    let (gone, kept) = (send("one", token).key, send("two", token).key)
    bench.storage.state.withLock { $0.orphans = [gone, kept] }
    #expect(bench.sync("{}", token).status == 200)
    #expect(bench.send("GET", "/api/blobs/file/\(gone.id)", token).status == 404)
    bench.pass(ms: BlobSweeper.graceMs)
    bench.sweeper.sweep()
    #expect(try bench.blobs.has(gone) && bench.blobs.has(kept))
    bench.pass(ms: 1)
    #expect(send("two", token).status == 200)
    bench.sweeper.sweep()
    #expect(try !bench.blobs.has(gone))
    #expect(bench.send("GET", "/api/blobs/file/\(kept.id)", token).body == Array("two".utf8))
    #expect(send("one", token).status == 201)
  }

  @Test func bytesThatWereNeverNotedGo() throws {
    let token = try bench.signIn()
    bench.storage.state.withLock { $0.noteFailure = .full("no space") }
    let (key, status) = send("one", token)
    #expect(try status == 503 && bench.blobs.has(key))
    bench.storage.state.withLock { $0.noteFailure = nil }
    bench.pass(ms: BlobSweeper.graceMs + 1)
    bench.sweeper.sweep()
    #expect(try !bench.blobs.has(key))
  }

  /// The blob storage is away: another sweep does it, and devices are asked to wait until then.
  @Test func whatCannotBeRemovedIsTriedAgain() throws {
    let token = try bench.signIn()
    let key = send("one", token).key
    bench.storage.state.withLock { $0.orphans = [key] }
    #expect(bench.sync("{}", token).status == 200)
    bench.pass(ms: BlobSweeper.graceMs + 1)
    bench.blobs.state.withLock { $0.failure = .unavailable("away") }
    #expect(!bench.sweeper.sweep())
    #expect(bench.log.all.contains { $0.level == .warning })
    bench.blobs.state.withLock { $0.failure = nil }
    #expect(send("one", token).status == 503)
    bench.pass(ms: 3_600_001)
    bench.sweeper.sweep()
    #expect(try !bench.blobs.has(key))
    #expect(send("one", token).status == 201)
  }

  @Test func manyTakeSeveralSweeps() throws {
    let token = try bench.signIn()
    let keys = (0..<25).map { send("\($0)", token).key }
    bench.storage.state.withLock { $0.orphans = keys }
    #expect(bench.sync("{}", token).status == 200)
    bench.pass(ms: BlobSweeper.graceMs + 1)
    #expect(bench.sweeper.sweep())
    #expect(!bench.sweeper.sweep())
    #expect(bench.blobs.state.withLock { $0.bytes.isEmpty })
  }

  /// Its bytes come in when the account has been erased.
  @Test func nothingOfAnErasedAccountStays() throws {
    let token = try bench.signIn()
    let key = send("one", token).key
    let stranger = BlobKey(accountID: "rider", kind: .igc, id: key.id)
    _ = try bench.blobs.put(stranger, [1])
    let late = BlobKey(accountID: "rider", kind: .file, id: sha256([2]))
    try bench.storage.announce(late, atMs: bench.nowMs)
    try bench.administration.delete("rider")
    #expect(bench.blobs.state.withLock { $0.bytes.isEmpty })
    _ = try bench.blobs.put(late, [2])
    bench.pass(ms: BlobSweeper.graceMs + 1)
    bench.sweeper.sweep()
    #expect(bench.blobs.state.withLock { $0.bytes.isEmpty })
    #expect(bench.storage.state.withLock { $0.loose.isEmpty })
  }
}

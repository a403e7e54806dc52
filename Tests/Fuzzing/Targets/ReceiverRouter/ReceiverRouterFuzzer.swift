import FuzzDriver
import JSON
import Log
import Receiver
import SyncContract

/// Requests to the receiver. The input is method and target on a line, headers on lines of their own,
/// an empty line, and the body.
@main
enum ReceiverRouterFuzzer {
  static func main() {
    let routers = [true, false].map { isExtended in
      var configuration = ReceiverConfiguration()
      configuration.isExtended = isExtended
      return ReceiverRouter(
        configuration: configuration, storage: EmptyStorage(), blobs: EmptyBlobs(),
        log: Logger(subsystem: "receiver", sink: Silence()),
        clock: ReceiverClock(wallMs: { 1_784_030_400_000 }, monotonicMs: { 0 }),
        random: { [UInt8](repeating: 7, count: $0) })
    }
    Fuzzer.run { bytes in
      guard let request = ReceiverRequest(wire: Array(bytes)) else { return }
      for router in routers { judge(request, router) }
    }
  }

  private static func judge(_ request: ReceiverRequest, _ router: ReceiverRouter) {
    var head = request
    head.body = []
    let objection = router.objection(to: head, bodyBytes: Int64(request.body.count))
    Fuzzer.expect(router.bodyLimit(of: head) <= ReceiverLimits.blobOnWire, "no bound")
    let answer = router.respond(to: request)
    Fuzzer.expect((200..<600).contains(answer.status) && answer.status != 500, "a bad status")
    if let objection, [401, 404, 405].contains(objection.status) {
      Fuzzer.expect(answer.status == objection.status, "another answer with the body")
    }
    if request.method == "HEAD" {
      Fuzzer.expect(answer.body.isEmpty, "a body")
    } else if answer.status >= 400 {
      let slug = try? JSONValue.parse(answer.body)["error"]?.string
      Fuzzer.expect(slug?.isEmpty == false, "no slug")
    }
    let lines = answer.headers.flatMap { $0.key.utf8 + Array($0.value.utf8) }
    Fuzzer.expect(lines.allSatisfy { (0x20...0x7E).contains($0) }, "not for a header")
  }
}

extension ReceiverRequest {
  fileprivate init?(wire bytes: [UInt8]) {
    var rest = bytes[...]
    func line() -> String? {
      guard let end = rest.firstIndex(of: 0x0A) else { return nil }
      defer { rest = rest[(end + 1)...] }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    guard let first = line() else { return nil }
    let words = first.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return nil }
    let target = words[1].split(separator: "?", maxSplits: 1).map(String.init)
    self.init(method: words[0], path: target.first ?? "", peer: "192.0.2.1")
    for pair in (target.count > 1 ? target[1] : "").split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1).map(String.init)
      if let name = halves.first { query[name] = halves.count > 1 ? halves[1] : "" }
    }
    while let header = line(), !header.isEmpty {
      let halves = header.split(separator: ":", maxSplits: 1).map(String.init)
      guard halves.count == 2 else { continue }
      headers[halves[0].lowercased()] = String(halves[1].drop { $0 == " " })
    }
    body = Array(rest)
  }
}

private struct Silence: LogSink {
  func write(_ message: LogMessage) {}
}

/// Knows one account, every token and no code, and takes every batch.
private struct EmptyStorage: ReceiverStorage {
  func prepare() {}
  func check() {}
  func databaseBytes() -> Int64 { 0 }
  func add(_ account: ReceiverAccount) {}
  func accounts() -> [ReceiverAccount] { [] }
  func account(_ id: String) -> ReceiverAccount? {
    ReceiverAccount(id: id, name: "A rider", createdAtMs: 1)
  }
  func delete(account id: String, atMs: Int64) -> Bool { false }
  func figures() -> [String: AccountFigures] { [:] }
  func add(_ code: StoredCode) {}
  func code(_ lookup: String) -> StoredCode? { nil }
  func noteFailedAttempt(at lookup: String) {}
  func redeem(_ lookup: String, for token: StoredToken) -> Bool { false }
  func token(hash: [UInt8]) -> StoredToken? {
    StoredToken(hash: hash, accountID: "rider", createdAtMs: 1, expiresAtMs: .max)
  }
  func tokens(of account: String) -> [StoredToken] { [] }
  func touch(token hash: [UInt8], usedAtMs: Int64, expiresAtMs: Int64, version: String?) {}
  func revoke(token hash: [UInt8], atMs: Int64) -> Bool { true }
  func apply(
    _ batch: ContractBatch, of account: String, in dialect: ContractDialect, nowMs: Int64
  ) throws(StorageFailure) -> AppliedBatch {
    let plan = try BatchPlan(batch, in: dialect, nowMs: nowMs)
    var applied = AppliedBatch()
    applied.futureStamps = plan.futureStamps
    return applied
  }
  func page(
    of table: ContractTable, account: String, after: String?, limit: Int
  ) throws(StorageFailure) -> RowPage {
    Fuzzer.expect((1...1000).contains(limit), "a bad limit passed")
    if let after, let table = StorageTable.of(table) {
      _ = try PageCursor.keyValues(after, in: table)
    }
    return RowPage(rows: [])
  }
  func digests(
    of account: String, in dialect: ContractDialect
  ) -> [ContractTable: TableDigest] { [:] }
  func announce(_ blob: BlobKey, atMs: Int64) {}
  func note(_ blob: BlobKey, bytes: Int64, atMs: Int64) {}
  func size(of blob: BlobKey) -> Int64? { blob.id.hasPrefix("0a") ? 3 : nil }
  func blobs(of account: String) -> [BlobKey] { [] }
  func claimLoose(before: Int64, nowMs: Int64, limit: Int) -> [BlobKey] { [] }
  func settle(_ blob: BlobKey) {}
}

private struct EmptyBlobs: BlobStorage {
  let putsWhole = false
  func prepare() {}
  func check() {}
  func put(_ key: BlobKey, _ content: BlobContent) throws(StorageFailure) -> Bool {
    Fuzzer.expect(BlobKey.isID(key.id), "a bad id passed")
    do { try content.forEachBlock { _ in } } catch { throw .broken("\(error)") }
    return true
  }
  func get(_ key: BlobKey) -> [UInt8]? { [1, 2, 3] }
  func has(_ key: BlobKey) -> Bool { true }
  func delete(_ key: BlobKey) {}
  func keys(of account: String) -> [BlobKey] { [] }
}

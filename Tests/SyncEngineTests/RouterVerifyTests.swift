import Compression
import Crypto
import Log
import Receiver
import SyncContract
import SyncPlan
import TestSupport
import Testing

@testable import SyncEngine

/// The engine and its comparison against the receiver itself, in one process, on SQLite.
@Suite struct RouterVerifyTests {
  /// The receiver with one account.
  private final class Bench: Sendable {
    let folder = TemporaryFolder()
    let storage: SQLiteStorage
    private let router: ReceiverRouter
    private let token: String
    let files: [String: [UInt8]]

    init(files: [String: [UInt8]] = [:]) throws {
      self.files = files
      storage = SQLiteStorage(path: folder.file("receiver.db"))
      try storage.prepare()
      let blobs = FolderBlobs(folder: folder.file("blobs"))
      try blobs.prepare()
      let configuration = ReceiverConfiguration()
      router = ReceiverRouter(
        configuration: configuration, storage: storage, blobs: blobs,
        log: Logger(subsystem: "receiver", sink: LogList()))
      let administration = AccountAdministration(
        configuration: configuration, storage: storage, blobs: blobs)
      let code = try administration.add(name: "A rider", id: "account-1").code
      let answer = router.respond(
        to: ReceiverRequest(
          method: "POST", path: "/api/auth/device-tokens",
          headers: ["authorization": "Bearer \(code)"], peer: "192.0.2.1"))
      token = try #require(IssuedToken(answer.body)).token
    }

    func answer(_ request: SyncRequest) -> ScriptedTransport.Step {
      let parts = request.path.split(separator: "?", maxSplits: 1).map(String.init)
      var query: [String: String] = [:]
      for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
        let halves = pair.split(separator: "=", maxSplits: 1).map(String.init)
        query[halves[0]] = halves.count > 1 ? halves[1] : ""
      }
      var headers = ["authorization": "Bearer \(token)", "content-type": request.contentType]
      if request.isGzipped { headers["content-encoding"] = "gzip" }
      let reply = router.respond(
        to: ReceiverRequest(
          method: request.method.rawValue, path: parts[0], query: query, headers: headers,
          body: body(of: request), peer: "192.0.2.1"))
      return .reply(
        .answer(
          SyncResponse(
            status: reply.status, body: reply.body, nextPage: reply.headers["Barograph-Next"])))
    }

    private func body(of request: SyncRequest) -> [UInt8] {
      switch request.body {
      case .none: return []
      case .bytes(let bytes): return bytes
      case .file(let path, _):
        let content = files[String(path.split(separator: "/").last ?? "")] ?? []
        return request.isGzipped ? (try? Gzip.compress(content)) ?? [] : content
      }
    }

    func apply(_ rows: [ContractRow], in dialect: ContractDialect = .extended) throws {
      for start in stride(from: 0, to: rows.count, by: 1000) {
        _ = try storage.apply(
          ContractBatch(rows: Array(rows[start..<min(start + 1000, rows.count)])), of: "account-1",
          in: dialect, nowMs: 1_784_030_400_000)
      }
    }
  }

  private func box(_ bench: Bench, _ rows: [ContractRow]) -> SyncBox {
    let box = SyncBox(dialect: .extended, compress: { (try? Gzip.compress($0)) ?? $0 })
    box.store.set { state in
      state.blobs = bench.files
      for (index, row) in rows.enumerated() {
        state.rows[row.table, default: []].append(PendingRow(cursor: Int64(index) + 1, row: row))
      }
    }
    box.transport.follow { bench.answer($0) }
    return box
  }

  private func verify(_ box: SyncBox) throws -> SyncVerdict {
    let blobs = box.store.now.blobs
    return try #require(
      box.run { service in
        await Result.of { () async throws(VerifyFault) in
          try await service.verify(by: { SHA256() }) { _, id in
            blobs[id].map { LocalBlob(bytes: Int64($0.count), sha256: sha256($0)) }
          }
        }
      }
    ).get()
  }

  /// What was sent stands there to the last digit and byte.
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func rowsOfEveryTableArriveExactly(seed: UInt64) throws {
    var random = RandomRows(seed: seed)
    let rows = random.ofEveryTable(12)
    let bench = try Bench(files: random.files)
    let box = box(bench, rows)
    box.start()
    for _ in 0..<40 { box.pass(30_000) }
    let verdict = try verify(box)
    #expect(verdict.isEqual)
    for table in verdict.tables {
      #expect(table.isSame && table.equal == table.local && table.local > 0, "\(table)")
    }
    #expect(verdict.blobs.equal == random.files.count && verdict.blobs.missing == 0)
  }

  /// The receiver's pages come in the order in which the comparison walks.
  @Test func thousandsOfRowsAreWalkedThroughSideBySide() throws {
    var random = RandomRows(seed: 9)
    let tables: [ContractTable] = [
      .telemetryMarkers, .diagnosticEvents, .appSettings, .metricExclusionRanges,
    ]
    let rows = tables.flatMap { random.rows(of: $0, 2500) }
    let bench = try Bench()
    try bench.apply(rows)
    // One more of each there, so that the digests do not settle it.
    for table in tables { try bench.apply(random.rows(of: table, 1)) }
    let box = box(bench, rows)
    box.store.set { state in
      for table in tables { state.cursors[.extended, default: [:]][table] = .max }
    }
    box.start()
    let verdict = try verify(box)
    #expect(verdict.isComplete && !verdict.isEqual)
    for table in verdict.tables where tables.contains(table.table) {
      #expect(table.equal == 2500 && table.server == 2501 && table.repeated == 0, "\(table)")
    }
  }

  /// A device of the strict dialect has told the same row without the fields that it does not know.
  @Test func rowsInStrictWidthDifferUntilTheyAreFilledIn() throws {
    let board = ContractRow.sample(.boards, ["id": .text("b"), "updatedAt": .integer(7)])
    let alert = ContractRow.sample(
      .alerts,
      ["boardId": .text("b"), "id": .text("a"), "updatedAt": .integer(7), "beepCount": .integer(3)])
    let bench = try Bench()
    let strict = [board, alert].map { row in
      ContractRow(row.table, Array(row.values.prefix(row.table.shape.count(in: .strict))))
    }
    try bench.apply(strict, in: .strict)
    let box = box(bench, [board, alert])
    box.store.set { state in
      for table in [ContractTable.boards, .alerts] {
        state.cursors[.extended, default: [:]][table] = .max
      }
    }
    box.start()
    let before = try verify(box)
    let alerts = try #require(before.tables.first { $0.table == .alerts })
    #expect(!before.isComplete && alerts.differing == 1 && !alerts.isSame)
    // A board has told all that it has: null is what strict leaves out.
    let boards = try #require(before.tables.first { $0.table == .boards })
    #expect(boards.isComplete)
    try bench.apply([board, alert])
    #expect(try verify(box).isEqual)
  }
}

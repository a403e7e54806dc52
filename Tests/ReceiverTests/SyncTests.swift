import Compression
import JSON
import Log
import Receiver
import SyncContract
import Synchronization
import Testing

@Suite struct SyncTests {
  private func counts(_ answer: ReceiverResponse) throws -> [String] {
    try answer.json["accepted"]?.object?.keys ?? []
  }

  @Test func everyRowIsCounted() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let answer = bench.sync(Sample.settings(3), token)
    #expect(answer.status == 200)
    let accepted = try AcceptedCounts.decode(answer.body, dialect: .strict)
    #expect(accepted[.appSettings] == 3)
    #expect(bench.sync("{}", token).status == 200)
  }

  /// What reads the same in both dialects is answered in the one that the device declares.
  @Test func answersSpeakTheDevicesDialect() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let text = Sample.settings(1)
    #expect(try counts(bench.sync(text, token)).count == 15)
    #expect(try counts(bench.sync(text, token, in: .extended)).count == 20)
    let packed = bench.send(
      "POST", "/api/sync", token, body: try Gzip.compress(Array(text.utf8)),
      headers: ["content-encoding": "gzip"])
    #expect(try counts(packed).count == 20)
    let plain = bench.send("POST", "/api/sync", token, body: Array(text.utf8))
    #expect(try counts(plain).count == 15)
  }

  /// What can only be one dialect needs no declaration.
  @Test func batchesTellTheirDialect() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    #expect(try counts(bench.sync(Sample.extendedBoard, token)).count == 20)
    #expect(try counts(bench.sync(Sample.board, token, in: .extended)).count == 15)
  }

  @Test func strictServersRefuseWhatIsExtended() throws {
    let bench = ReceiverBench { $0.isExtended = false }
    let token = try bench.signIn()
    let refused = bench.sync(Sample.extendedBoard, token, in: .extended)
    #expect(refused.status == 400)
    #expect(refused.slug == "unknown-field")
    #expect(bench.sync(#"{"homebases":[]}"#, token, in: .extended).slug == "unknown-table")
    let packed = bench.send(
      "POST", "/api/sync", token, body: try Gzip.compress(Array(Sample.board.utf8)),
      headers: ["content-encoding": "gzip"])
    #expect(packed.status == 415)
    let hash = EndpointTests.hash
    #expect(bench.send("PUT", "/api/blobs/igc/\(hash)", token).status == 404)
    #expect(bench.send("GET", "/api/blobs/igc/\(hash)", token).status == 404)
    #expect(bench.send("GET", "/api/tables/flights", token).status == 404)
    #expect(bench.send("GET", "/api/tables", token, query: ["dialect": "extended"]).status == 400)
    #expect(try counts(bench.sync(Sample.board, token)).count == 15)
    #expect(try bench.send("GET", "/api/tables", token).json["dialect"] == "strict")
  }

  @Test(
    arguments: [
      ("", "malformed", nil, nil, nil), ("[]", "unexpected-type", nil, nil, nil),
      (#"{"none":[]}"#, "unknown-table", nil, nil, nil),
      (#"{"boards":[]}"#, "empty-table", "boards", nil, nil),
      (
        #"{"appSettings":[{"key":"a","valueJson":"1","updatedAt":1},{"key":"","valueJson":"1","updatedAt":1}]}"#,
        "key-length", "appSettings", 1, "key"
      ),
      // Of the two readings the one that came further is told.
      (
        #"{"boards":[{"id":"b","name":null,"bleId":null,"transport":null,"createdAt":1,"updatedAt":1}]}"#,
        "unexpected-null", "boards", 0, "name"
      ),
      (
        #"{"boards":[{"id":"b","name":"t","bleId":null,"transport":null,"createdAt":1,"updatedAt":1},{"id":"b","name":7}]}"#,
        "unexpected-type", "boards", 1, "name"
      ),
      (
        #"{"boards":[{"id":"b","name":"t","bleId":null,"transport":null,"createdAt":1,"updatedAt":1,"deletedAt":null},{"id":"b","name":7}]}"#,
        "unexpected-type", "boards", 1, "name"
      ),
    ] as [(String, String, String?, Int64?, String?)])
  func refusalsSayWhere(
    text: String, slug: String, table: String?, index: Int64?, field: String?
  ) throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    for dialect in ContractDialect.allCases {
      let answer = bench.sync(text, token, in: dialect)
      #expect(answer.status == 400)
      let json = try answer.json
      #expect(json["error"]?.string == slug)
      #expect(json["table"]?.string == table)
      #expect(json["index"]?.integer == index)
      #expect(json["field"]?.string == field)
    }
  }

  @Test func capsAreExact() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let shell = Sample.settings(1, text: "").utf8.count
    for (extra, status) in [(0, 200), (1, 413)] {
      let text = String(repeating: "x", count: 1_048_576 - shell + extra)
      let answer = bench.sync(Sample.settings(1, text: text), token)
      #expect(answer.status == status)
      if status == 413 {
        #expect(answer.slug == "too-large")
        #expect(try answer.json["maxBytes"]?.integer == 1_048_576)
      }
    }
    #expect(bench.sync(Sample.settings(1000), token).status == 200)
    let many = bench.sync(Sample.settings(1001), token)
    #expect(many.status == 413)
    #expect(many.slug == "too-many-rows")
    #expect(try many.json["maxBytes"] == nil)
  }

  @Test func capsCountInflatedBytes() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let shell = Sample.settings(1, text: "").utf8.count
    for (extra, status) in [(0, 200), (1, 413)] {
      let text = String(repeating: "x", count: 1_048_576 - shell + extra)
      let body = try Gzip.compress(Array(Sample.settings(1, text: text).utf8))
      #expect(body.count < 20_000)
      let answer = bench.send(
        "POST", "/api/sync", token, body: body, headers: ["content-encoding": "gzip"])
      #expect(answer.status == status)
    }
  }

  @Test func bombsAndDamageAreRefused() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let bomb = try Gzip.compress([UInt8](repeating: 0x20, count: 64 << 20))
    let headers = ["content-encoding": "gzip"]
    func status(_ body: [UInt8]) -> Int {
      bench.send("POST", "/api/sync", token, body: body, headers: headers).status
    }
    #expect(status(bomb) == 413)
    let good = try Gzip.compress(Array(Sample.settings(2).utf8))
    #expect(status(good) == 200)
    #expect(status(Array(good.dropLast())) == 400)
    #expect(status(good + [0]) == 400)
    #expect(status([]) == 400)
    #expect(status(Array("{}".utf8)) == 400)
    let other = bench.send(
      "POST", "/api/sync", token, body: good, headers: ["content-encoding": "br"])
    #expect(other.status == 415)
  }

  @Test func missingParentsAndBlobsAreConflicts() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let child = #"{"boardSettings":[{"boardId":"b","key":"k","valueJson":"1","updatedAt":2}]}"#
    let answer = bench.sync(child, token)
    #expect(answer.status == 409)
    #expect(
      try answer.json == [
        "error": "missing-parent", "table": "boardSettings", "index": 0, "field": "boardId",
      ])
    bench.storage.state.withLock { $0.applyFailure = .missingBlob(.flights, index: 2, field: "id") }
    let conflict = bench.sync("{}", token)
    #expect(conflict.status == 409)
    #expect(
      try conflict.json == [
        "error": "missing-blob", "table": "flights", "index": 2, "field": "id",
      ])
  }

  @Test func stampsAheadAreTakenInAndLogged() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let ahead = bench.nowMs + 86_400_001
    #expect(bench.sync(Sample.settings(2, stamp: ahead), token).status == 200)
    let notice = try #require(bench.log.all.first { $0.level == .notice })
    #expect(notice.fields == [.account: "rider", .rows: "2"])
    #expect(bench.sync(Sample.settings(2, stamp: ahead - 1), token).status == 200)
    #expect(bench.log.all.filter { $0.level == .notice }.count == 1)
  }
}

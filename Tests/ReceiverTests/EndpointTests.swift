import JSON
import Log
import Receiver
import SyncContract
import Synchronization
import Testing

@Suite struct EndpointTests {
  static let hash = String(repeating: "a1", count: 32)
  /// Everything that asks for a token.
  static let guarded: [(String, String)] = [
    ("POST", "/api/sync"), ("GET", "/api/account"),
    ("DELETE", "/api/auth/device-tokens/current"), ("GET", "/api/tables"),
    ("GET", "/api/tables/boards"), ("GET", "/api/blobs/igc/\(hash)"),
    ("HEAD", "/api/blobs/file/\(hash)"), ("PUT", "/api/blobs/file/\(hash)"),
  ]

  @Test(arguments: guarded)
  func nothingWithoutAToken(method: String, path: String) throws {
    let bench = ReceiverBench()
    _ = try bench.signIn()
    for bearer in [nil, "", "x", String(repeating: "x", count: 300), "barograph_00"] {
      let answer = bench.send(method, path, bearer)
      #expect(answer.status == 401)
      #expect(answer.headers["WWW-Authenticate"] == "Bearer")
      let head = ReceiverBench.request(method, path, bearer)
      #expect(bench.router.objection(to: head, bodyBytes: 10)?.status == 401)
    }
    let basic = bench.send(method, path, headers: ["authorization": "Basic eDp5"])
    #expect(basic.status == 401)
  }

  @Test func healthTellsOfTheStorages() throws {
    let bench = ReceiverBench()
    #expect(bench.send("GET", "/healthz").status == 200)
    #expect(bench.send("HEAD", "/healthz").body.isEmpty)
    bench.blobs.state.withLock { $0.failure = .unavailable("away") }
    #expect(bench.send("GET", "/healthz").status == 503)
    bench.blobs.state.withLock { $0.failure = nil }
    bench.storage.state.withLock { $0.failure = .unavailable("away") }
    let answer = bench.send("GET", "/healthz")
    #expect(answer.status == 503)
    #expect(answer.headers["Retry-After"] == "30")
    #expect(answer.slug == "unavailable")
    #expect(!String(decoding: answer.body, as: UTF8.self).contains("away"))
  }

  @Test(arguments: [
    "", "/", "api/sync", "/api", "/api/", "/api/sync/", "//api/sync", "/api/Sync", "/api/tables/",
    "/api/tables/none", "/api/tables/deleteActions", "/api/blobs/igc", "/api/blobs/other/\(hash)",
    "/api/blobs/igc/\(hash)0", "/api/blobs/igc/../../etc/passwd", "/api/tables/boards/1",
    "/api/blobs/igc/\(String(repeating: "A1", count: 32))", "/healthz/x",
    "/" + String(repeating: "a", count: 5000),
  ])
  func elsewhereIsNothing(path: String) throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    for method in ["GET", "POST", "PUT", "HEAD"] {
      #expect(bench.send(method, path, token).status == 404)
    }
  }

  @Test(arguments: [
    ("/api/sync", "GET", "POST"), ("/api/account", "POST", "GET"),
    ("/api/app-status", "PUT", "GET"), ("/api/auth/device-tokens", "GET", "POST"),
    ("/api/auth/device-tokens/current", "GET", "DELETE"), ("/api/tables", "DELETE", "GET"),
    ("/api/tables/boards", "POST", "GET"), ("/healthz", "TRACE", "GET, HEAD"),
    ("/api/blobs/file/\(hash)", "DELETE", "GET, HEAD, PUT"),
  ])
  func otherMethodsAreRefused(path: String, method: String, allowed: String) throws {
    let bench = ReceiverBench()
    let answer = bench.send(method, path, try bench.signIn())
    #expect(answer.status == 405)
    #expect(answer.headers["Allow"] == allowed)
  }

  @Test func accountIsTold() throws {
    let bench = ReceiverBench()
    let answer = bench.send("GET", "/api/account", try bench.signIn("rider-1"))
    #expect(try answer.json == ["id": "rider-1", "name": "A rider"])
    #expect(answer.headers["Cache-Control"] == "no-store")
  }

  @Test func bodiesAreJudgedByTheHead() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    func status(_ method: String, _ path: String, _ bytes: Int64?) -> Int? {
      bench.router.objection(
        to: ReceiverBench.request(method, path, token), bodyBytes: bytes)?.status
    }
    let blob = "/api/blobs/igc/\(Self.hash)"
    #expect(status("POST", "/api/sync", 1_048_576) == nil)
    #expect(status("POST", "/api/sync", 1_048_577) == 413)
    #expect(status("POST", "/api/sync", nil) == 411)
    #expect(status("PUT", blob, 20_971_520) == nil)
    #expect(status("PUT", blob, 20_971_521) == 413)
    #expect(status("PUT", blob, nil) == 411)
    #expect(status("GET", blob, nil) == nil)
    #expect(status("GET", blob, 1025) == 413)
    #expect(status("POST", "/api/auth/device-tokens", nil) == nil)
    #expect(status("POST", "/nowhere", 1) == 404)
    #expect(status("PATCH", "/api/sync", 1) == 405)
    let refusal = try #require(
      bench.router.objection(
        to: ReceiverBench.request("POST", "/api/sync", token), bodyBytes: 2_000_000))
    #expect(try refusal.json["maxBytes"]?.integer == 1_048_576)
  }

  @Test(arguments: guarded)
  func storageFailuresAreAnswered(method: String, path: String) throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let cases: [(StorageFailure, Int, String)] = [
      (.unavailable("secret-cause"), 503, "unavailable"),
      (.full("secret-cause"), 503, "storage-full"),
      (.broken("secret-cause"), 500, "internal"),
    ]
    for (failure, status, slug) in cases {
      bench.storage.state.withLock { $0.failure = failure }
      let answer = bench.send(method, path, token, body: Array("{}".utf8))
      #expect(answer.status == status)
      #expect(method == "HEAD" || answer.slug == slug)
      #expect((answer.headers["Retry-After"] != nil) == (status == 503))
      #expect(!String(decoding: answer.body, as: UTF8.self).contains("secret-cause"))
      #expect(bench.log.all.last?.text.contains("secret-cause") == true)
    }
  }
}

@Suite struct StrangerTests {
  /// Whatever a stranger asks, it is answered as for an account that has nothing.
  @Test(arguments: StorageCase.all)
  func aStrangersTokenReadsNothing(storage: StorageCase) throws {
    let kept = try storage.make()
    try kept.storage.prepare()
    try meet(ReceiverBench(on: kept.storage))
    try meet(ReceiverBench())
  }

  private func meet(_ bench: ReceiverBench) throws {
    let owner = try bench.signIn("owner")
    let stranger = try bench.signIn("stranger")
    #expect(bench.sync(Sample.extendedBoard, owner, in: .extended).status == 200)
    let igc = Sample.igc()
    let path = "/api/blobs/igc/\(flightID(igc))"
    #expect(bench.send("PUT", path, owner, body: igc).status == 201)

    #expect(bench.send("GET", path, stranger).status == 404)
    #expect(bench.send("HEAD", path, stranger).status == 404)
    #expect(bench.send("GET", "/api/tables/boards", stranger).body == Array("{}".utf8))
    #expect(try bench.send("GET", "/api/account", stranger).json["id"] == "stranger")
    let tables = try bench.send("GET", "/api/tables", stranger).json["tables"]?.object
    #expect(tables?.members.count == 19)
    for table in tables?.members ?? [] { #expect(table.value["count"] == 0) }

    // Nor does it change anything: a child of another's board has no parent, a deletion no row.
    let child = #"{"boardSettings":[{"boardId":"b","key":"k","valueJson":"1","updatedAt":2}]}"#
    #expect(bench.sync(child, stranger).status == 409)
    let action = #"{"deleteActions":[{"target":"board","id":"b","deletedAt":9}]}"#
    #expect(bench.sync(action, stranger).status == 200)
    #expect(bench.sync(child, owner).status == 200)
    #expect(bench.send("PUT", path, stranger, body: igc).status == 201)
    #expect(bench.send("DELETE", "/api/auth/device-tokens/current", stranger).status == 204)
    #expect(bench.send("GET", path, owner).body == igc)
    #expect(bench.send("GET", "/api/account", owner).status == 200)
  }
}

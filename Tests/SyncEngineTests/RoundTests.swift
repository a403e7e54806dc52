import SyncContract
import SyncEngine
import SyncPlan
import Testing

@Suite struct RoundTests {
  private func box(_ server: TestServer, rows: Int = 3) -> SyncBox {
    let box = SyncBox(dialect: server.now.dialect)
    for number in 0..<rows { box.store.add(.setting("key-\(number)")) }
    box.transport.follow { server.answer($0) }
    return box
  }

  @Test(arguments: ContractDialect.allCases)
  func whatWaitsIsSentAndItsCursorsMove(dialect: ContractDialect) throws {
    let server = TestServer(dialect)
    let box = box(server)
    box.start()
    #expect(server.now.rows[.appSettings]?.count == 3)
    #expect(box.store.now.cursors[dialect]?[.appSettings] == 3)
    let status = try #require(box.status)
    #expect(status.line == .upToDate(ageMs: 0) && status.account == .ready)
    #expect(status.lastFailure == nil && !status.isStale && status.nextWakeMs == 300_000)
    #expect(box.store.now.successes == [box.clock.utcNowMs()])
    let upload = try #require(box.uploads.first)
    #expect(upload.bearer == "token-1" && upload.origin == SyncBox.home)
    #expect(upload.timeoutMs == 30_000 && box.uploads.count == 1)
  }

  @Test func samplesBringThirtySecondRounds() {
    let server = TestServer()
    let box = box(server)
    box.start()
    for second in 0..<300 {
      if second % 10 == 0 { box.store.add(.setting("later-\(second)")) }
      box.service.sampleStored()
      box.executor.drain()
      box.pass(1000)
    }
    #expect((9...12).contains(box.uploads.count))
    box.pass(60_000)
    #expect(server.now.rows[.appSettings]?.count == 33)
  }

  /// A sample a second costs a round of the executor only now and then.
  @Test func samplesAreToldSeldom() {
    let box = SyncBox(isOn: false)
    box.start()
    var jobs = 0
    for _ in 0..<600 {
      box.service.sampleStored()
      jobs += box.executor.drain()
      box.pass(1000)
    }
    #expect((1...360).contains(jobs))
  }

  @Test func aServerThatIsNewHereIsStrictUntilItSaysMore() {
    let server = TestServer(.extended)
    let box = SyncBox()
    box.store.add(.sample(.boards, ["id": .text("b"), "updatedAt": .integer(1)]))
    box.transport.follow { server.answer($0) }
    box.start()
    box.pass(1_000)
    #expect(box.store.now.kept.dialects == [SyncBox.home: .extended])
    #expect(box.store.now.rewinds == 1 && box.status?.dialect == .extended)
    #expect(box.store.now.cursors[.extended]?[.boards] == 1 && box.status?.lastFailure == nil)
    #expect(box.uploads.last?.contentType == "application/json; dialect=extended")
  }

  @Test(arguments: [
    (ContractDialect.extended, #"["extended","gzip"]"#, true),
    (.extended, #"["extended"]"#, false), (.strict, #"["gzip"]"#, false),
  ])
  func bodiesAreGzippedWhereTheServerTakesThem(
    dialect: ContractDialect, capabilities: String, isGzipped: Bool
  ) throws {
    let box = SyncBox(dialect: dialect) { _ in [1, 2, 3] }
    let status =
      #"{"version":{"installed":"1","latest":"1","status":"current"},"capabilities":"#
      + capabilities + "}"
    box.transport.follow { request in
      request.path == "/api/app-status" ? .reply(.status(200, status)) : .wait
    }
    box.start()
    box.store.add(.setting("key"))
    box.run { await $0.asked() }
    let upload = try #require(box.uploads.last)
    #expect(upload.isGzipped == isGzipped && (upload.body == .bytes([1, 2, 3])) == isGzipped)
  }

  @Test(arguments: [false, true])
  func aBlobGoesBeforeTheRowThatNamesIt(isKnownThere: Bool) throws {
    let server = TestServer()
    let box = box(server)
    box.store.add(.flight("a"))
    let id = String(repeating: "a", count: 64)
    if isKnownThere { server.set { $0.blobs[id] = [1] } }
    box.start()
    try #require(box.uploads.map(\.method) == [.post, .put, .post])
    #expect(box.uploads[1].path == "/api/blobs/igc/\(id)" && box.uploads[1].isGzipped)
    #expect(box.uploads[1].body == .file(path: "/blobs/\(id)", bytes: 1000))
    #expect(server.now.rows[.flights]?.count == 1 && box.store.now.acceptedBlobs == [id])
  }

  @Test func aBlobThatTheServerMissesIsSentAgain() {
    let server = TestServer()
    let box = box(server)
    box.store.add(.flight("a"))
    box.store.set { $0.acceptedBlobs = [String(repeating: "a", count: 64)] }
    box.start()
    #expect(box.uploads.count == 1 && server.now.rows[.flights] == nil)
    box.pass(31_000)
    #expect(server.now.rows[.flights]?.count == 1 && box.shouts.pauses.isEmpty)
  }

  @Test func aServerThatLosesEveryBlobPauses() throws {
    let box = SyncBox(dialect: .extended)
    box.store.add(.flight("a"))
    let missing = #"{"error":"missing-blob","table":"flights","index":0,"field":"id"}"#
    box.transport.follow { request in
      request.method == .put
        ? .reply(.status(200))
        : request.method == .post ? .reply(.status(409, missing)) : .reply(.status(500))
    }
    box.start()
    box.pass(3_600_000)
    let pause = try #require(box.shouts.pauses.first)
    #expect(pause.reason == .refused && pause.slug == "missing-blob" && pause.cursor == 1)
    #expect(box.uploads.count < 12)
  }

  @Test func whatIsSwitchedOffEndsAtOnceAndLateAnswersMoveNothing() throws {
    let box = SyncBox(dialect: .strict)
    box.store.add(.setting("key"))
    box.start()
    let index = try #require(box.transport.requests.firstIndex { $0.path == "/api/sync" })
    box.run { await $0.switched(isOn: false) }
    #expect(box.transport.cancelled.contains(index) && box.status?.line == .off)
    #expect(box.status?.standing == .off && box.store.now.commits == 0)
    box.answer(index, .answer(SyncResponse(status: 200)))
    #expect(box.store.now.commits == 0)
  }

  @Test(arguments: [false, true])
  func aTransportThatNeverAnswersDoesNotEndUploading(isDeaf: Bool) throws {
    let box = SyncBox(dialect: .strict)
    box.store.add(.setting("key"))
    box.transport.follow { _ in isDeaf ? .never : .wait }
    box.start()
    box.pass(44_000)
    #expect(box.uploads.count == 1)
    box.pass(2_000)
    let status = try #require(box.status)
    #expect(status.lastFailure?.cause == .timedOut && status.standing == .waiting(.backOff))
    box.pass(3_600_000)
    #expect(box.uploads.count > 4 && box.transport.cancelled.count > 4)
    #expect(box.status?.isStale == true)
  }

  @Test(arguments: ["scan", "commit", "content", "keep", "dialect", "state", "backlog"])
  func aStoreThatFailsForAWhileIsTriedAgain(call: String) throws {
    let server = TestServer()
    let box = SyncBox()
    box.store.add(.setting("key"))
    box.store.add(.flight("a"))
    box.transport.follow { server.answer($0) }
    box.store.set { $0.broken = [call] }
    box.start()
    box.pass(100_000)
    let before = server.now.rows[.flights]?.count
    #expect((before == nil) == ["scan", "commit", "content", "dialect", "state"].contains(call))
    #expect(try #require(box.status).nextWakeMs != nil)
    box.store.set { $0.broken = [] }
    box.pass(1_000_000)
    #expect(server.now.rows[.flights]?.count == 1 && server.now.rows[.appSettings]?.count == 1)
    #expect(box.store.now.kept.lastSuccessAtMs != nil)
    #expect(box.store.now.cursors[.extended]?[.flights] == 2 && box.shouts.pauses.isEmpty)
  }
}

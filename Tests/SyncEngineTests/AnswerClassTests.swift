import Linux
import SyncContract
import SyncEngine
import SyncPlan
import TestSupport
import Testing

/// What each answer of a server leads to, for a batch and for a blob.
@Suite struct AnswerClassTests {
  struct Case: Sendable {
    var status: Int
    var body = ""
    var retryAfter: String?
    /// Nil for what is tried again by itself.
    var reason: SyncPause.Reason?
    var blobReason: SyncPause.Reason?
    /// Milliseconds until the next attempt.
    var waitMs: Int64?

    init(_ status: Int, _ reason: SyncPause.Reason) {
      self.init(status, "", reason)
    }

    init(
      _ status: Int, _ body: String = "", retryAfter: String? = nil,
      _ reason: SyncPause.Reason? = nil, blob: SyncPause.Reason? = nil, waitMs: Int64? = nil
    ) {
      self.status = status
      self.body = body
      self.retryAfter = retryAfter
      self.reason = reason
      blobReason = blob ?? reason
      self.waitMs = waitMs
    }
  }

  static let cases: [Case] = [
    Case(204, .unexpectedAnswer), Case(202, .unexpectedAnswer), Case(302, .unexpectedAnswer),
    Case(400, #"{"error":"malformed"}"#, .refused), Case(401, .signInAgain),
    Case(403, #"{"error":"no-backup"}"#, .forbidden),
    Case(403, #"{"error":"online-blocked"}"#, .updateRequired),
    Case(403, #"{"error":"app-blocked"}"#, .updateRequired), Case(403, "[", .forbidden),
    Case(404, .unexpectedAnswer), Case(405, .unexpectedAnswer), Case(409, .refused),
    Case(411, .unexpectedAnswer), Case(415, .unexpectedAnswer),
    Case(422, #"{"error":"mismatch"}"#, .refused), Case(426, .updateRequired),
    Case(413, #"{"error":"too-large","maxBytes":1000}"#, .rowTooLarge),
    Case(429, waitMs: 30_000), Case(429, retryAfter: "7", waitMs: 7_000),
    Case(500, waitMs: 30_000), Case(502, "<html>", waitMs: 30_000),
    Case(503, retryAfter: "120", waitMs: 120_000), Case(599, waitMs: 30_000),
  ]

  private func box(_ answer: Case, isBlob: Bool) -> SyncBox {
    let box = SyncBox(dialect: .extended)
    box.store.add(isBlob ? .flight("a") : .setting("key"))
    let reply = SyncReply.status(answer.status, answer.body, retryAfter: answer.retryAfter)
    box.transport.follow { request in
      request.path == "/api/app-status" ? .reply(.unreachable("no route")) : .reply(reply)
    }
    box.start()
    return box
  }

  @Test(arguments: cases, [false, true])
  func eachClassOfAnswer(answer: Case, isBlob: Bool) throws {
    let box = box(answer, isBlob: isBlob)
    let status = try #require(box.status)
    #expect(box.uploads.count == 1 && box.store.now.commits == 0)
    #expect(status.backlog?.rows == 1 && status.nextWakeMs != nil)
    guard let reason = isBlob ? answer.blobReason : answer.reason else {
      #expect(box.store.now.kept.pause == nil && box.shouts.pauses.isEmpty)
      #expect(status.line == .retrying(rows: 1, bytes: 100))
      let waitMs = try #require(answer.waitMs)
      box.pass(waitMs - 1)
      #expect(box.uploads.count == 1)
      box.pass(1)
      #expect(box.uploads.count == 2)
      return
    }
    let pause = try #require(box.store.now.kept.pause)
    #expect(pause.reason == reason && pause.version == "1")
    #expect(status.line == .paused(pause) && box.shouts.pauses == [pause])
    #expect(box.credentials.now.credential == (answer.status == 401 ? nil : SyncBox.credential))
    #expect(status.account == (answer.status == 401 ? .rejected : .ready))
    box.pass(3 * 86_400_000)
    #expect(box.uploads.count == 1 && box.shouts.pauses.count == 4)
  }

  @Test func aRefusedRowIsNamedByItsCursor() throws {
    let box = SyncBox(dialect: .strict)
    for number in 0..<4 { box.store.add(.setting("key-\(number)")) }
    let body = #"{"error":"key-length","table":"appSettings","index":2,"field":"key"}"#
    box.transport.follow { _ in .reply(.status(400, body)) }
    box.start()
    let pause = try #require(box.store.now.kept.pause)
    #expect(pause.table == .appSettings && pause.cursor == 3 && pause.field == "key")
  }

  @Test func aBatchThatIsTooLargeGoesInPartsAndTheCeilingStays() {
    let box = SyncBox(dialect: .strict)
    let long = String(repeating: "x", count: 20_000)
    for number in 0..<20 { box.store.add(.setting("key-\(number)", long)) }
    let server = TestServer(.strict)
    box.transport.follow { request in
      if case .bytes(let body) = request.body, body.count > 100_000 {
        return .reply(.status(413, #"{"error":"too-large","maxBytes":100000}"#))
      }
      return server.answer(request)
    }
    box.start()
    #expect(server.now.rows[.appSettings]?.count == 20)
    #expect(box.store.now.kept.limits.bytes == 100_000 && box.shouts.pauses.isEmpty)
  }

  /// Answers that are no acceptance, as the contract's fixtures have them.
  @Test(arguments: [
    "answer-missing-key", "answer-extra-key", "answer-text", "answer-negative",
    "answer-trailing-bytes", "answer-wrong-count", "answer-cut", "answer-empty", "answer-strict",
  ])
  func anAnswerThatDeviatesMovesNoCursor(name: String) throws {
    let body = try Files.read(
      PackageFolder.fixture("sync-contract/\(name)/answer.json"), limit: 100_000)
    let box = SyncBox(dialect: .strict)
    box.store.add(.setting("key"))
    box.transport.follow { _ in .reply(.answer(SyncResponse(status: 200, body: body))) }
    box.start()
    #expect(box.store.now.commits == 0 && box.store.now.kept.pause?.reason == .unexpectedAnswer)
  }

  @Test func aPauseOutlivesTheRestartAndAnotherVersionEndsIt() {
    let store = MemoryStore()
    let server = TestServer(.strict)
    store.add(.setting("key"))
    store.set { $0.kept.pause = SyncPause(.refused, status: 400, version: "1") }
    let same = SyncBox(dialect: .strict, store: store)
    same.transport.follow { server.answer($0) }
    same.start()
    #expect(same.uploads.isEmpty && same.shouts.pauses.count == 1)
    let other = SyncBox(dialect: .strict, version: "2", store: store)
    other.transport.follow { server.answer($0) }
    other.start()
    #expect(other.uploads.count == 1 && store.now.kept.pause == nil)
  }
}

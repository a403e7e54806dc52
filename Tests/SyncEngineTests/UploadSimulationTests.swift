import SeededRandom
import SyncContract
import SyncEngine
import SyncPlan
import Testing

/// Weeks of bad luck on a test clock: after every step there is a next wake or a standing that
/// something outside ends, and once luck turns everything arrives.
@Suite struct UploadSimulationTests {
  private static let replies: [SyncReply] = [
    .timedOut, .unreachable("no route"), .status(500), .status(503, retryAfter: "3600"),
    .status(429, retryAfter: "5"), .status(413), .status(400), .status(401), .status(403),
    .status(426), .status(200, "{}"), .status(204), .status(302), .cancelled,
  ]

  @Test(arguments: 0..<40)
  func everythingArrives(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let server = TestServer(Bool.random(using: &random) ? .extended : .strict)
    let box = SyncBox()
    box.transport.follow { server.answer($0) }
    box.start()
    var rows = 0
    for _ in 0..<60 {
      step(box, server, &rows, &random)
      let status = try #require(box.status)
      #expect(isAlive(status), "\(status.standing) has no next wake")
      #expect(status.nextWakeMs.map { $0 >= 0 } ?? true)
    }
    try turn(box, server)
    #expect(server.now.rows[.appSettings]?.count ?? 0 == rows && server.now.refused == 0)
    #expect(box.status?.backlog?.rows == 0 && box.status?.isStale == false)
  }

  private func step(
    _ box: SyncBox, _ server: TestServer, _ rows: inout Int, _ random: inout SeededGenerator
  ) {
    let reply = Self.replies.randomElement(using: &random) ?? .timedOut
    let call = ["scan", "commit", "keep", "dialect"].randomElement(using: &random) ?? "scan"
    switch Int.random(in: 0..<14, using: &random) {
    case 0: box.run { await $0.network(.offline) }
    case 1: box.run { await $0.network(.online(.unmetered)) }
    case 2: box.run { await $0.network(.online(.unknown)) }
    case 3: box.run { await $0.resumed() }
    case 4: box.run { await $0.asked() }
    case 5: server.set { $0.instead.append(reply) }
    case 6: box.store.set { $0.broken = [call] }
    case 7: box.store.set { $0.broken = [] }
    case 8:
      box.clock.jump(byMilliseconds: .random(in: -86_400_000...315_360_000_000, using: &random))
    case 9: box.run { await $0.unmeteredOnly(false) }
    case 10: box.service.sampleStored()
    default:
      box.store.add(.setting("key-\(rows)", atMs: Int64(rows)))
      rows += 1
    }
    box.executor.drain()
    box.pass(.random(in: 0...900_000, using: &random))
  }

  private func isAlive(_ status: SyncStatus) -> Bool {
    switch status.standing {
    case .off, .blocked, .signedOut, .offline, .waitingForUnmetered: true
    case .paused, .working, .waiting: status.nextWakeMs != nil
    }
  }

  /// The server answers again, the network is there, and a person does what a person must.
  private func turn(_ box: SyncBox, _ server: TestServer) throws {
    server.set { $0.instead = [] }
    box.store.set { $0.broken = [] }
    box.run { await $0.unmeteredOnly(false) }
    box.run { await $0.network(.online(.unmetered)) }
    if box.status?.account != .ready {
      box.transport.follow { request in
        switch request.path {
        case "/api/auth/device-tokens": .reply(.status(200, SignInTests.token))
        case "/api/account": .reply(.status(200, #"{"id":"account-1"}"#))
        default: server.answer(request)
        }
      }
      let outcome = box.run { service in
        await Result.of { () async throws(AccountFault) in
          try await service.signIn(origin: SyncBox.home, code: "code")
        }
      }
      #expect(outcome == .success("account-1"))
    }
    box.run { await $0.resumed() }
    box.pass(2 * 3_600_000)
  }
}

import ControlAPI
import FlightSimulator
import Linux
import SeededRandom
import TestSupport
import Testing

extension EndToEnd {
  /// Everything at once, in an order that a seed decides.
  @Suite(.timeLimit(.minutes(10)))
  struct SyncChaosTests {
    @Test("a random walk through faults, kills, pauses and switches ends with the server equal")
    func randomWalk() async throws {
      let box = try SyncedBox()
      box.proxy.isHasty = true
      try await box.start()
      var walk = RandomWalk(box, SimulatedFlight(.shortFlight(seed: 35)).fixes, seed: 4)
      for step in 0..<70 {
        try await walk.step()
        try box.expectNoCursorAhead("step \(step)")
      }
      try await walk.makePeace()
      try await box.settle()
      try await box.expectEqual("after \(walk.taken)")
      #expect(walk.taken.count == RandomWalk.Step.allCases.count, "\(walk.taken)")
      await box.stop()
    }
  }
}

/// What may happen to a box and its server, one thing after the other.
private struct RandomWalk {
  enum Step: CaseIterable {
    case fault, edit, fly, ask, killBox, stopBox, killReceiver, cutOff, switchOff, resume, signOut
  }

  let box: SyncedBox
  private var fixes: ArraySlice<SimulatedFix>
  private var random: SeededGenerator
  /// How often each thing has happened.
  private(set) var taken: [Step: Int] = [:]

  private static let faults: [WireFault] = [
    .resetBefore, .resetAfter, .halfAnswer, .twice, .truncated(), .corruptBody, .corruptAnswer,
    .drip,
    .raw("HTTP/1.1 200 OK"), .answer(429, headers: ["Retry-After: 1"]), .answer(503),
    .answer(413, body: #"{"error":"too-large","maxBytes":30000}"#), .answer(409), .answer(302),
    .answer(200, body: "{}"),
  ]

  init(_ box: SyncedBox, _ fixes: [SimulatedFix], seed: UInt64) {
    (self.box, self.fixes) = (box, fixes[...])
    random = SeededGenerator(seed: seed)
  }

  mutating func step() async throws {
    let step = Step.allCases.randomElement(using: &random)!
    taken[step, default: 0] += 1
    switch step {
    case .fault:
      let fault = Self.faults.randomElement(using: &random)!
      box.proxy.script([fault], for: Bool.random(using: &random) ? "POST /api/sync" : "")
      try box.edit()
      try box.syncNow()
    case .edit: for _ in 0..<Int.random(in: 1...5, using: &random) { try box.edit() }
    case .fly: try await fly()
    case .ask: try box.syncNow()
    case .killBox:
      await box.box.kill()
      try await box.startBox()
    case .stopBox:
      #expect(await box.box.stop() == .exit(0))
      try await box.startBox()
    case .killReceiver:
      await box.receiver.kill()
      try box.edit()
      try box.syncNow()
      try await box.restartReceiver()
    case .cutOff:
      box.proxy.refuse()
      try box.syncNow()
      try box.proxy.admit()
    case .switchOff:
      #expect(try await box.box.command("sync", "off").code == 0)
      try box.edit()
      try await switchOn()
    case .signOut: try await signOutAndIn()
    case .resume: #expect(try await box.box.command("sync", "resume").code == 0)
    }
  }

  private mutating func fly() async throws {
    let count = min(fixes.count, 5)
    try await box.record(fixes.prefix(count))
    fixes = fixes.dropFirst(count)
  }

  /// A few times only: codes are limited.
  private mutating func signOutAndIn() async throws {
    guard taken[.signOut, default: 0] <= 3 else { return }
    box.proxy.clear()
    #expect(try await box.box.command("account", "sign-out").code == 0)
    try box.edit()
    try await box.signIn(try await box.newCode())
  }

  private func switchOn() async throws {
    let on = try await box.box.command("sync", "on", "--yes", "--unmetered-only", "no")
    #expect(on.code == 0, "\(on.output)")
  }

  /// Nothing goes wrong any more.
  func makePeace() async throws {
    box.proxy.clear()
    #expect(try await box.box.command("sync", "resume").code == 0)
  }
}

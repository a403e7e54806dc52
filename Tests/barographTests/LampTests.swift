import ControlAPI
import ControlDoubles
import FlightModel
import Glibc
import Linux
import Synchronization
import TestSupport
import Testing

@testable import barograph

@Suite struct LampStateTests {
  private func state(_ change: (inout StatusFacts) -> Void) -> LampState {
    var facts = factsInFlight()
    change(&facts)
    var history = ProblemHistory()
    let now = UTCInstant(milliseconds: 1_783_156_350_000)
    return LampState(StatusDocument(facts: facts, now: now, history: &history))
  }

  private func onGround(_ facts: inout StatusFacts) {
    facts.recording = nil
    facts.state = .armed
    facts.storage.lastDurableAgeS = nil
  }

  private func withoutReceiver(_ facts: inout StatusFacts) {
    facts.sources[0].link = .gone
    facts.sources[0].state = .lost
    facts.fix = FixStatus(state: .lost, ageS: 40)
  }

  @Test func aFlightIsRecordedUntilItsFileIsWritten() {
    #expect(state { _ in } == .recording)
    #expect(state { $0.state = .landed } == .recording)
    #expect(
      state {
        onGround(&$0)
        $0.state = .finishing
      } == .recording)
  }

  @Test func readyOnTheGround() {
    #expect(state(onGround) == .armed)
    #expect(
      state {
        onGround(&$0)
        $0.state = .idle
      } == .idle)
  }

  @Test func whatIsMissingIsToldOnTheGroundAndInFlight() {
    #expect(state(withoutReceiver) == .noReceiver)
    #expect(
      state {
        onGround(&$0)
        $0.uptimeS = 3
        $0.sources = []
        $0.fix = FixStatus()
      } == .noReceiver)
    #expect(state { $0.fix.mode = Fix.Mode.none } == .noFix)
    #expect(
      state {
        onGround(&$0)
        $0.fix = FixStatus()
      } == .noFix)
  }

  @Test func whatWouldLoseAFlightIsAFault() {
    #expect(
      state {
        withoutReceiver(&$0)
        $0.storage.consecutiveFailures = 3
      } == .fault)
    #expect(state { $0.state = .stopping } == .fault)
    let down = StatusDocument(
      unavailable: .notRunning,
      problem: Problem(id: "not-running", severity: .critical, message: "", fix: ""),
      now: UTCInstant(milliseconds: 0))
    #expect(LampState(down) == .fault)
  }

  @Test func aWarningLeavesTheLampAlone() {
    #expect(state { $0.clock.offsetS = 90 } == .recording)
  }

  @Test func everyCodeIsItsOwnNeverSteadyAndSoonOver() {
    let codes = LampState.allCases.map(\.code)
    for (index, code) in codes.enumerated() {
      #expect(code.stepsMs.count % 2 == 0 && code.stepsMs.allSatisfy { $0 >= 100 })
      #expect(code.periodMs <= 2000)
      #expect(!codes[(index + 1)...].contains(code))
    }
  }
}

@Suite struct LampCommandTests {
  private let runner = CommandRunner()
  private let daemon = StubDaemon()
  private let led = TemporaryFolder()

  init() throws {
    try put("max_brightness", "255")
    try put("brightness", "3")
    try put("trigger", "none [mmc0] timer")
  }

  private func put(_ name: String, _ text: String) throws {
    try Files.replace(led.file(name), with: Array("\(text)\n".utf8))
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Files.read(led.file(name), limit: 100), as: UTF8.self)
  }

  private func start(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      [CommandRunner.program, "lamp", "--socket", daemon.socket] + arguments)
  }

  @Test func tellsTheStateByLampAndProgramAndGivesTheLampBack() async throws {
    try daemon.listen()
    let told = led.file("told")
    let hook = led.file("hook")
    try Files.replace(hook, with: Array("#!/bin/sh\necho \"$*\" >>'\(told)'\n".utf8), mode: 0o755)
    let lamp = try start(["--led", led.path, "--hook", hook])
    var lines = lamp.lines.makeAsyncIterator()
    #expect(await lines.next() == "recording")
    #expect(try text("trigger") == "none\n")
    daemon.state.withLock { $0.facts.storage.consecutiveFailures = 3 }
    #expect(await lines.next() == "fault")
    while Files.size(told) != 16 { try await Task.sleep(nanoseconds: 20_000_000) }
    #expect(try text("told") == "recording\nfault\n")
    kill(lamp.identifier, SIGTERM)
    #expect(await lamp.waitForEnd() == .exit(0))
    #expect(try text("brightness") == "3\n")
    #expect(try text("trigger") == "mmc0\n")
  }

  @Test func aDaemonThatIsNotThereIsAFault() async throws {
    let lamp = try start([])
    var lines = lamp.lines.makeAsyncIterator()
    #expect(await lines.next() == "fault")
    kill(lamp.identifier, SIGINT)
    #expect(await lamp.waitForEnd() == .exit(130))
  }

  @Test(arguments: [
    (["--led", "../../etc"], 64), (["--led", "no-such-lamp"], 66), (["--hook", "bell"], 64),
    (["--hook", "/no/such/program"], 74), (["--show", "armed"], 64),
    (["--show", "happy", "--led", "x"], 64),
  ])
  func whatCannotBeDoneIsSaid(arguments: [String], code: Int) async throws {
    let result = try await runner.run(["lamp"] + arguments)
    #expect(Int(result.code) == code)
    #expect(result.error.hasPrefix("barograph: "))
  }
}

import ControlAPI
import FlightModel
import JSON
import Synchronization
import Testing

@Suite struct StatusCommandTests {
  private let runner = CommandRunner()
  private let daemon = StubDaemon()

  /// What people see in a situation, compared with its golden text.
  private func situation(
    _ name: String, code: Int32, _ change: (inout StatusFacts) -> Void
  ) async throws {
    daemon.state.withLock { change(&$0.facts) }
    try daemon.listen()
    let result = try await runner.run(["status"], socket: daemon.socket)
    #expect(result.code == code)
    #expect(result.error.isEmpty)
    #expect(!result.output.contains("\u{1B}"))
    #expect(result.output.split(separator: "\n").count <= 15)
    try CommandRunner.compare(result.output, golden: "status/\(name).txt")
  }

  @Test func inFlight() async throws { try await situation("in-flight", code: 0) { _ in } }

  @Test func armed() async throws {
    try await situation("armed", code: 0) {
      $0.state = .armed
      $0.recording = nil
    }
  }

  @Test func stoppedInFlight() async throws {
    try await situation("stopped-in-flight", code: 0) {
      $0.state = .idle
      $0.recording = nil
    }
  }

  @Test func manual() async throws {
    try await situation("manual", code: 0) {
      $0.state = .idle
      $0.policy = "manual"
      $0.recording = nil
    }
  }

  @Test func waiting() async throws {
    try await situation("waiting", code: 1) {
      $0.state = .waitingForFix
      $0.recording = nil
      $0.fix = FixStatus()
      $0.clock = ClockStatus(isPlausible: false)
      $0.lastFlight = nil
      $0.storage.lastDurableAgeS = nil
    }
  }

  @Test func cableOut() async throws {
    try await situation("cable-out", code: 2) {
      $0.sources[0].link = .gone
      $0.sources[0].state = .lost
      $0.sources[0].ageS = 38
      $0.sources[0].rateHz = nil
      $0.sources[0].note = "connection refused"
      $0.fix.state = .lost
      $0.fix.ageS = 38
    }
  }

  @Test func instruments() async throws {
    try await situation("instruments", code: 1) {
      $0.sources += [
        SourceStatus(
          name: "usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0", title: "flarm on ttyUSB0",
          kind: "flarm", isConfigured: false, link: .connected, state: .ok, ageS: 0.1, rateHz: 8,
          errors: ["refused": 2], givesPosition: false),
        SourceStatus(
          name: "D3:4F:00:12:AB:CD", title: "vesc D3:4F:00:12:AB:CD", kind: "vesc", link: .gone,
          state: .absent, givesPosition: false, note: "it is not in reach",
          remedy: "see that it is switched on"),
      ]
    }
  }

  @Test func diskFailing() async throws {
    try await situation("disk-failing", code: 2) {
      $0.storage.consecutiveFailures = 7
      $0.storage.failedCommits = 7
      $0.storage.lastFailure = "disk I/O error"
      $0.storage.pendingFixes = 70
      $0.storage.lastDurableAgeS = 7.2
      $0.storage.hoursLeft = 1.2
    }
  }

  @Test func notRunningIsThree() async throws {
    let text = try await runner.run(["status"])
    #expect(text.code == 3)
    #expect(text.output.contains("NOT RUNNING"))
    #expect(text.output.contains("systemctl start barographd"))
    let json = try await runner.run(["status", "--json"])
    #expect(json.code == 3)
    let document = try StatusDocument(json: try JSONValue.parse(json.output))
    #expect(document.state == .down)
    #expect(document.exitCode == .notRunning)
    #expect(document.problems.map(\.id) == ["not-running"])
    #expect(try await runner.run(["status", "--exit-zero"]).code == 3)
  }

  @Test func anErrorOrAnExpiredDocumentIsFour() async throws {
    daemon.state.withLock { $0.age = 10_000 }
    try daemon.listen()
    let stale = try await runner.run(["status"], socket: daemon.socket)
    #expect(stale.code == 4)
    #expect(stale.output.hasPrefix("UNKNOWN"))
    #expect(!stale.output.contains("14 satellites"))
    daemon.state.withLock {
      $0.refusal = ControlError(.failed, message: "broken", hint: "mend it")
    }
    let broken = try await runner.run(["status", "--json"], socket: daemon.socket)
    #expect(broken.code == 4)
    #expect(try JSONValue.parse(broken.output)["exit_code"] == 4)
  }

  @Test func theJSONIsTheDocument() async throws {
    try daemon.listen()
    let result = try await runner.run(["status", "--json"], socket: daemon.socket)
    let document = try StatusDocument(json: try JSONValue.parse(result.output))
    var facts = daemon.state.withLock { $0.facts }
    // Three decimals go into the document.
    facts.clock.offsetS = 0.001
    #expect(document.facts == facts)
    #expect(result.error.isEmpty)
  }

  @Test func quietAndExitZero() async throws {
    daemon.state.withLock { $0.facts.storage.consecutiveFailures = 1 }
    try daemon.listen()
    let quiet = try await runner.run(["status", "--quiet"], socket: daemon.socket)
    #expect(quiet.code == 2)
    #expect(quiet.output.isEmpty && quiet.error.isEmpty)
    #expect(try await runner.run(["status", "--exit-zero"], socket: daemon.socket).code == 0)
  }
}

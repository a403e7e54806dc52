import ControlAPI
import FlightModel
import Glibc
import JSON
import Linux
import Synchronization
import TestSupport
import Testing

/// The doctor's words about a recorder that the tests play. What it finds on this machine besides
/// differs from machine to machine, so only subjects of the recorder's own are compared.
@Suite struct DoctorCommandTests {
  private let runner = CommandRunner()
  private let daemon = StubDaemon()

  private func doctor(
    _ arguments: String..., socket: String? = nil
  ) async throws -> CommandRunner.Result {
    let configuration = runner.folder.file("barograph.conf")
    if !Files.exists(configuration) {
      try Files.replace(configuration, with: Array("[gpsd]\nport = 1\n".utf8))
    }
    return try await runner.run(
      ["doctor", "--config", configuration] + arguments, socket: socket ?? daemon.socket)
  }

  private func checks(_ result: CommandRunner.Result) throws -> [JSONValue] {
    try JSONValue.parse(result.output)["checks"]?.array ?? []
  }

  @Test func aRecorderThatIsWellIsOneLineASubject() async throws {
    try daemon.listen()
    let result = try await doctor("recorder-running", "sync", "logbook", "configuration")
    #expect(result.code == 0)
    #expect(result.error.isEmpty)
    try CommandRunner.compare(result.output, golden: "doctor/well.txt")
  }

  @Test func problemsOfTheRecorderAreToldInItsWords() async throws {
    daemon.state.withLock {
      $0.facts.storage.consecutiveFailures = 7
      $0.facts.storage.lastFailure = "disk I/O error"
      $0.facts.storage.pendingFixes = 70
      $0.facts.sync.state = .paused
      $0.facts.sync.server = "https://club.example"
      $0.facts.sync.pause = SyncPauseFacts(reason: "signed-out", remedy: "sign in again")
      $0.facts.version = "0.0.9"
      $0.facts.unfinishedRecordings = 2
      $0.facts.state = .armed
    }
    try daemon.listen()
    let result = try await doctor(
      "recorder-running", "recorder-version", "storage-failing", "sync", "logbook")
    #expect(result.code == 2)
    try CommandRunner.compare(result.output, golden: "doctor/problems.txt")
  }

  @Test func aRecorderThatIsDownIsTwoAndTheRestIsLookedAt() async throws {
    let result = try await doctor("recorder-running", "sync", "logbook", "configuration")
    #expect(result.code == 2)
    #expect(result.output.contains("sudo systemctl start barographd"))
    #expect(result.output.contains("sync-state, logbook: the recorder is not running"))
    #expect(result.output.hasSuffix("NOT GOOD: 1 failure.\n"))
  }

  @Test func everyBadCheckHasARemedyAndEveryUnknownOneAReason() async throws {
    for isThere in [false, true] {
      if isThere { try daemon.listen() }
      let result = try await doctor("--json", "--strict")
      #expect(result.code == 2, "there is no gpsd at port 1")
      let checks = try checks(result)
      #expect(checks.count > 10)
      for check in checks {
        let isBad = ["warning", "failure"].contains(check["status"]?.string)
        #expect(isBad == (check["fix"]?.string?.isEmpty == false), "\(check)")
        #expect(check["message"]?.string?.isEmpty == false, "\(check)")
      }
    }
  }

  @Test func theDocumentIsOneObjectWithItsSchema() async throws {
    try daemon.listen()
    let result = try await doctor("--json", "sync")
    let json = try JSONValue.parse(result.output)
    #expect(json["schema"] == 1)
    #expect(json["exit_code"] == 0)
    #expect(json["strict"] == false)
    #expect(json["checks"]?.array?.first?["subject"] == "sync")
    #expect(result.error.isEmpty)
  }

  @Test func aRecorderThatGivesNoUsableAnswerIsAFailure() async throws {
    daemon.state.withLock { $0.age = 10_000 }
    try daemon.listen()
    let stale = try await doctor("recorder-running", "sync")
    #expect(stale.code == 2)
    #expect(stale.output.contains("no longer true"))
  }

  @Test func aWrongConfigurationIsTold() async throws {
    try Files.replace(
      runner.folder.file("barograph.conf"), with: Array("[gpsd]\nprot = 1\n".utf8))
    let result = try await doctor("configuration")
    #expect(result.code == 2)
    #expect(result.output.contains("nearest known key is 'port'"))
    #expect(result.output.contains("--check-config"))
  }

  @Test func anInstrumentIsAskedForByName() async throws {
    daemon.state.withLock {
      $0.instruments = InstrumentsDocument(
        generatedAt: SystemClock.wall(),
        instruments: [
          InstrumentFacts(
            id: "D3:4F:00:12:AB:CD", kind: "heart-rate", address: "D3:4F:00:12:AB:CD",
            transport: "bluetooth", link: .gone, state: .lost)
        ], bluetooth: AdapterFacts(state: "ready"))
      $0.instruments.instruments[0].problem = "it is not in reach"
      $0.instruments.instruments[0].remedy = "see that it is switched on"
    }
    try daemon.listen()
    let result = try await doctor("D3:4F")
    #expect(result.code == 1)
    #expect(result.output.contains("heart-rate on D3:4F:00:12:AB:CD: it is not in reach"))
    #expect(result.output.contains("-> see that it is switched on"))
  }

  @Test func anUnknownCheckIsSixtyFour() async throws {
    let near = try await doctor("recoder")
    #expect(near.code == 64)
    #expect(near.error.contains("did you mean recorder?"))
    #expect(try await doctor("printer").error.contains("checks are: recorder, gpsd"))
  }
}

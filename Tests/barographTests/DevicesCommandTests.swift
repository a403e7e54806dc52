import ControlAPI
import JSON
import Synchronization
import Testing

@Suite struct DevicesCommandTests {
  private let runner = CommandRunner()
  private let daemon = StubDaemon()

  /// What people see in a situation, compared with its golden text.
  private func situation(
    _ name: String, _ change: (inout InstrumentsDocument) -> Void = { _ in }
  ) async throws -> String {
    daemon.state.withLock { change(&$0.instruments) }
    try daemon.listen()
    let result = try await runner.run(["devices"], socket: daemon.socket)
    #expect(result.code == 0)
    #expect(result.error.isEmpty)
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    try CommandRunner.compare(result.output, golden: "devices/\(name).txt")
    return result.output
  }

  @Test func inFlight() async throws { _ = try await situation("in-flight") }

  @Test func nothingIsThere() async throws {
    let text = try await situation("nothing") {
      $0.instruments = []
      $0.ports = []
      $0.nearby = []
      $0.bluetooth = AdapterFacts(
        state: "absent", problem: "there is no adapter, or bluetoothd does not run",
        remedy: "see: systemctl status bluetooth; or set devices.bluetooth = no")
    }
    #expect(text.hasPrefix("No instruments."))
  }

  @Test func silenceNeverLooksHealthy() async throws {
    let text = try await situation("silent") {
      $0.instruments[0].link = .gone
      $0.instruments[0].state = .lost
      $0.instruments[0].ageS = 402
      $0.instruments[0].rateHz = nil
      $0.instruments[0].problem = "is not in reach"
      $0.instruments[0].remedy = "see that it is switched on"
      $0.instruments[1].state = .lost
      $0.instruments[1].ageS = 38
      $0.instruments[1].rateHz = nil
      $0.instruments[1].problem = "has been silent for 38 s"
      $0.instruments[1].remedy = "see that it has power and its cable is in"
    }
    #expect(text.contains("GONE"))
    #expect(text.contains("LOST"))
    #expect(!text.contains(" OK "))
  }

  @Test func theJSONIsTheDocument() async throws {
    try daemon.listen()
    let result = try await runner.run(["devices", "--json"], socket: daemon.socket)
    #expect(result.code == 0)
    let document = try InstrumentsDocument(json: try JSONValue.parse(result.output))
    var expected = daemon.state.withLock { $0.instruments }
    expected.generatedAt = document.generatedAt
    expected.instruments[1].rateHz = 8
    #expect(document == expected)
  }

  @Test func anOldListIsNotShown() async throws {
    daemon.state.withLock { $0.age = 10_000 }
    try daemon.listen()
    let result = try await runner.run(["devices"], socket: daemon.socket)
    #expect(result.code == 75)
    #expect(result.output.isEmpty)
    #expect(result.error.contains("not of now"))
  }

  @Test func withoutADaemonItSaysSo() async throws {
    #expect(try await runner.run(["devices"]).code == 69)
  }

  @Test func whatAStrangerCallsItselfDoesNotReachTheTerminal() async throws {
    let document = {
      var document = StubDaemon.instrumentsInFlight()
      document.nearby[0].name = "a\u{1B}[31mb\u{7}"
      return document
    }()
    daemon.state.withLock { $0.instruments = document }
    try daemon.listen()
    let result = try await runner.run(["devices"], socket: daemon.socket)
    #expect(result.code == 0)
    #expect(!result.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}

import ControlAPI
import JSON
import Linux
import Synchronization
import TestSupport
import Testing

@Suite struct WatchCommandTests {
  private let runner = CommandRunner()
  private let daemon = StubDaemon()

  @Test func withoutATerminalItPrintsAPlainFrame() async throws {
    try daemon.listen()
    let result = try await runner.run(["watch", "--once"], socket: daemon.socket)
    #expect(result.code == 0)
    #expect(result.output.contains("\nRECORDING  flight 42"))
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test func asJSONItPrintsLinesWithATypeAlsoWhenNobodyAnswers() async throws {
    try daemon.listen()
    let live = try await runner.run(["watch", "--once", "--json"], socket: daemon.socket)
    let down = try await runner.run(["watch", "--once", "--json"])
    for (result, state) in [(live, "recording"), (down, "down")] {
      #expect(result.code == 0)
      #expect(result.output.split(separator: "\n").count == 1)
      let json = try JSONValue.parse(Array(result.output.utf8))
      #expect(json["type"] == "status")
      #expect(json["state"]?.string == state)
    }
  }

  @Test(arguments: ["recording", "armed", "fix", "healthy"])
  func aGoalThatIsReachedEndsTheWaiting(goal: String) async throws {
    try daemon.listen()
    let result = try await runner.run(["watch", "--until", goal], socket: daemon.socket)
    #expect(result.code == 0)
    #expect(result.output.isEmpty && result.error.isEmpty)
  }

  @Test func aGoalThatIsNotReachedInTimeIsAFailure() async throws {
    daemon.state.withLock { $0.facts.recording = nil }
    try daemon.listen()
    let result = try await runner.run(
      ["watch", "--until", "recording", "--timeout", "1"], socket: daemon.socket)
    #expect(result.code == 1)
    let down = try await runner.run(["watch", "--until", "healthy", "--timeout", "0"])
    #expect(down.code == 1)
    #expect(down.error.contains("not running"))
  }

  @Test(arguments: [
    ["--until", "landing"], ["--timeout", "5"], ["--interval", "0"], ["--interval", "soon"],
    ["--until", "fix", "--timeout", "-1"],
  ])
  func wrongUsageIs64(arguments: [String]) async throws {
    #expect(try await runner.run(["watch"] + arguments).code == 64)
  }
}

@Suite struct MetricsCommandTests {
  private let runner = CommandRunner()
  private let daemon = StubDaemon()

  @Test func printsWhatTheDaemonTells() async throws {
    try daemon.listen()
    let result = try await runner.run(["metrics"], socket: daemon.socket)
    #expect(result.code == 0)
    #expect(result.output.contains("\nbarograph_recording_active 1\n"))
  }

  @Test func withoutADaemonItSaysSoInTheSameFormat() async throws {
    let result = try await runner.run(["metrics"])
    #expect(result.code == 0)
    #expect(result.output.hasSuffix("\nbarograph_up 0\n"))
  }

  @Test func replacesATextFileForEveryoneToRead() async throws {
    try daemon.listen()
    let path = runner.folder.file("barograph.prom")
    try Files.replace(path, with: [0x78])
    let result = try await runner.run(["metrics", "--textfile", path], socket: daemon.socket)
    #expect(result.code == 0 && result.output.isEmpty)
    let text = String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
    #expect(text.hasPrefix("# HELP barograph_up "))
    let refused = try await runner.run(["metrics", "--textfile", "/no/folder/x.prom"])
    #expect(refused.code == 73)
  }
}

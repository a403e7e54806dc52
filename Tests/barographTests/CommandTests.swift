import ControlAPI
import FlightModel
import JSON
import Linux
import Synchronization
import TestSupport
import Testing

@Suite struct CommandTests {
  private let runner = CommandRunner()
  private let daemon = StubDaemon()

  private func run(_ arguments: String...) async throws -> CommandRunner.Result {
    try await runner.run(arguments, socket: daemon.socket)
  }

  /// The first column of a help's table: "  flights list  list the ...".
  private func names(_ help: String) throws -> [String] {
    help.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { line in
      let words = line.dropFirst(2).split(separator: " ", omittingEmptySubsequences: false)
      return words.prefix { !$0.isEmpty }.joined(separator: " ")
    }.filter { !$0.isEmpty }
  }

  @Test func helpIsAsTheGoldenTextsSay() async throws {
    let overview = try await run("--help")
    #expect(overview.code == 0)
    var text = overview.output
    for group in try names(overview.output) {
      let groupHelp = try await runner.run([group, "--help"])
      #expect(groupHelp.code == 0)
      text += "\n---- \(group)\n\n" + groupHelp.output
      // A command of its own has options where a group has its commands.
      for command in try names(groupHelp.output) where command.hasPrefix("\(group) ") {
        let help = try await runner.run(command.split(separator: " ").map(String.init) + ["--help"])
        #expect(help.code == 0)
        text += "\n---- \(command)\n\n" + help.output
      }
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    try CommandRunner.compare(text, golden: "help.txt")
  }

  @Test(arguments: [
    (["stauts"], "did you mean barograph status?"), ([], "barograph --help"),
    (["flights", "lsit"], "did you mean barograph flights list?"),
    (["status", "--jsno"], "did you mean --json?"), (["status", "x"], "status --help"),
    (["status", "--json=1"], "status --help"), (["flights", "show"], "flights show --help"),
    (["flights", "show", "xyz!"], "4 to 64"), (["telemetry", "export"], "telemetry export --help"),
    (["telemetry", "export", "--from", "today"], "telemetry export --help"),
    (["record", "stop", "--wait", "x"], "leave it out"),
    (["flights", "list", "--limit"], "--help"),
  ])
  func wrongUsageIsSixtyFourWithAHint(arguments: [String], hint: String) async throws {
    let result = try await runner.run(arguments)
    #expect(result.code == 64)
    #expect(result.output.isEmpty)
    #expect(result.error.contains(hint))
  }

  @Test func withoutADaemonTheOthersAreSixtyNine() async throws {
    for arguments in [["record", "start"], ["flights", "list"], ["record", "mark", "x"]] {
      let result = try await runner.run(arguments)
      #expect(result.code == 69)
      #expect(result.error.contains("the recorder is not running"))
      let json = try await runner.run(arguments + ["--json"])
      #expect(json.code == 69)
      #expect(json.error.isEmpty)
      #expect(try JSONValue.parse(json.output)["error"] == "not-running")
    }
  }

  @Test func recordingByHand() async throws {
    try daemon.listen()
    #expect(
      try await run("record", "start").output == "Recording flight 42 since 2026-07-04T13:01:10Z\n")
    let stop = try await run("record", "stop")
    #expect(stop.code == 0)
    #expect(
      stop.output == "Recording 42 is complete.\nflight  0123456789ab\nigc     /igc/x.IGC\n")
    #expect(try await run("record", "mark", "wave entry").code == 0)
    #expect(try await run("record", "mark").code == 0)
    #expect(daemon.state.withLock { $0.marks } == ["wave entry", nil])
  }

  @Test func aStopThatIsNotReadySaysSo() async throws {
    daemon.state.withLock { $0.stop = .accepted(recordingID: 42) }
    try daemon.listen()
    let late = try await run("record", "stop", "--wait", "0")
    #expect(late.code == 75)
    #expect(late.output.contains("its fixes are on the disk"))
    daemon.state.withLock { $0.stop = .accepted(recordingID: 41) }
    let written = try await run("record", "stop")
    #expect(written.code == 0)
    #expect(written.output.contains("2026-07-03-XBG-ABC-01.IGC"))
  }

  @Test(arguments: [
    (ControlError.Code.notRecording, 1), (.noTimeYet, 75), (.forbidden, 77), (.storageFailed, 74),
    (.failed, 70),
  ])
  func refusalsHaveTheirCode(code: ControlError.Code, exit: Int) async throws {
    daemon.state.withLock {
      $0.refusal = ControlError(code, message: "it says no", hint: "do that")
    }
    try daemon.listen()
    let result = try await run("record", "stop")
    #expect(Int(result.code) == exit)
    #expect(result.error == "barograph: it says no\n  do that\n")
    let json = try JSONValue.parse(try await run("record", "stop", "--json").output)
    #expect(json["error"]?.string == code.rawValue)
    #expect(json["hint"] == "do that")
  }

  @Test func theLogbook() async throws {
    try daemon.listen()
    try CommandRunner.compare(try await run("flights", "list").output, golden: "flights-list.txt")
    try CommandRunner.compare(
      try await run("flights", "show", "0123").output, golden: "flights-show.txt")
    let missing = try await run("flights", "show", "ffff")
    #expect(missing.code == 66)
    #expect(missing.error.contains("barograph flights list"))
    let json = try JSONValue.parse(try await run("flights", "list", "--json").output)
    #expect(try FlightList.read(json).map(\.id) == [StubDaemon.id])
  }

  @Test func shellsAreToldTheIdsOfTheRecorder() async throws {
    try daemon.listen()
    let line = ["completion", "fish", "--", "barograph", "flights", "show"]
    let found = try await runner.run(line + ["0123"], socket: daemon.socket)
    #expect(found.code == 0)
    #expect(found.output == "0123456789ab 2026-07-03, Ada Lift\n")
    #expect(try await runner.run(line + ["9"], socket: daemon.socket).output == "")
    let silent = try await runner.run(line + [""])
    #expect(silent.code == 0 && silent.output == "" && silent.error == "")
  }

  @Test func escapeSequencesInNamesReachNoTerminal() async throws {
    daemon.state.withLock {
      $0.facts.lastFlight?.declaration.pilot = "A\u{1B}[2J\u{9B}5n\tB"
      $0.facts.lastFlight?.filename = "\u{1B}]0;x\u{7}.IGC"
      $0.facts.sources[0].name = "\u{1B}[31mgpsd"
    }
    try daemon.listen()
    for arguments in [["flights", "show", "0123"], ["flights", "list"], ["status"]] {
      let text = try await runner.run(arguments, socket: daemon.socket).output
      #expect(
        text.unicodeScalars.allSatisfy {
          $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
        })
    }
  }

  @Test func exportsGoWhereTheyAreSent() async throws {
    try daemon.listen()
    let igc = "AXBG0001\r\nLXBG end\r\n"
    #expect(try await run("flights", "export", "0123", "--igc", "-").output == igc)
    #expect(try await run("flights", "export", "0123").output == "2026-07-03-XBG-ABC-01.IGC\n")
    let file = runner.folder.file("2026-07-03-XBG-ABC-01.IGC")
    #expect(try Files.read(file, limit: 1000) == Array(igc.utf8))
    let again = try await run("flights", "export", "0123")
    #expect(again.code == 73)
    #expect(again.error.contains("--force"))
    #expect(try await run("flights", "export", "0123", "--force").code == 0)
    let picture = try await run("flights", "export", "0123", "--svg", runner.folder.path)
    #expect(picture.output == runner.folder.file("2026-07-03-XBG-ABC-01.svg") + "\n")
    let lost = try await run("flights", "export", "0123", "--igc", "/nonexistent/x.igc")
    #expect(lost.code == 73)
  }

  @Test func aBrokenTransferLeavesNoFile() async throws {
    daemon.state.withLock { $0.breaksOff = true }
    try daemon.listen()
    let result = try await run("flights", "export", "0123", "--igc", "x.igc")
    #expect(result.code == 74)
    #expect(try Files.names(in: runner.folder.path).sorted() == ["err", "out"])
    #expect(try await run("flights", "export", "0123", "--igc", "-").code == 74)
  }

  @Test func telemetryIsPassedThrough() async throws {
    try daemon.listen()
    let result = try await run("telemetry", "export", "--recording", "7", "--format=jsonl")
    #expect(result.output == "a,b\n1,2\n")
    #expect(
      daemon.state.withLock { $0.telemetry }
        == TelemetrySelection(recordingID: 7, format: .jsonl))
    let from = "2026-07-04T09:00:00Z"
    #expect(try await run("telemetry", "export", "--from", from, "--board", "a b").code == 0)
    #expect(
      daemon.state.withLock { $0.telemetry }
        == TelemetrySelection(boardID: "a b", from: UTCInstant(rfc3339: from)))
  }

  @Test func somethingElseBehindTheSocketIsNotBelieved() async throws {
    let result = try await runner.run(["status"], socket: "/dev/null")
    #expect(result.code == 3 || result.code == 4)
    #expect(try await runner.run(["flights", "list"], socket: "/dev/null").code == 69)
  }
}

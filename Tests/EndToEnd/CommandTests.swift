import ControlAPI
import FlightModel
import FlightSimulator
import Glibc
import IGC
import JSON
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// What a person does with the real command against the real daemon.
  @Suite(.timeLimit(.minutes(10)))
  struct CommandTests {
    @Test(
      "status: 3 when down, 0 when waiting, 2 without gpsd in flight, 4 when it does not answer")
    func statusCodes() async throws {
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port, policy: "always", more: "[storage]\nminimum-free = 16")
      let down = try await box.command("status", "--json")
      #expect(down.code == 3)
      #expect(try object(down.output)["state"] == "down")
      try await box.start()
      let waiting = try await box.command("status", "--json")
      #expect(waiting.code == 0, "\(waiting.output)")
      #expect(try object(waiting.output)["state"] == "waiting-for-fix")
      let flight = SimulatedFlight(.minute)
      try await gpsd.feed(flight.fixes)
      try await box.stored(upTo: flight.fixes.last!.time)
      // The flight was in summer, so the box's clock is wrong.
      #expect(try await box.command("status").code == 1)
      await gpsd.stop()
      try await eventually("exit code 2") {
        try await (box.command("status", "--quiet").code == 2).orNil
      }
      box.daemon?.send(SIGSTOP)
      let stopped = try await box.command("status", "--json")
      #expect(stopped.code == 4)
      #expect(try object(stopped.output)["exit_code"] == 4)
      box.daemon?.send(SIGCONT)
      #expect(await box.stop() == .exit(0))
      #expect(try await box.command("status", "--bogus").code == 64)
    }

    @Test("start, mark and stop by hand: a pilot event in an XBG file; list, show, export, verify")
    func byHand() async throws {
      let flight = SimulatedFlight(.minute)
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port, policy: "manual")
      try await box.start()
      #expect(try await box.command("record", "start").code == 75, "there is no date yet")
      #expect(try await box.command("record", "mark").code == 1)
      try await gpsd.feed(flight.fixes.prefix(30))
      try await box.status("recording") { $0.recording != nil }
      #expect(try await box.command("record", "start").code == 1, "it runs already")
      #expect(try await box.command("record", "mark", "first climb").code == 0)
      try await gpsd.feed(flight.fixes.dropFirst(30))
      try await box.stored(upTo: flight.fixes.last!.time)
      #expect(try await box.command("record", "stop").code == 0)
      #expect(try await box.command("record", "stop").code == 1)
      try await expectLogbook(box)
      try await expectTelemetry(box)
      await box.stop()
    }

    private func expectLogbook(_ box: Box) async throws {
      let file = try box.file(box.files[0])
      #expect(file.recorder?.hasPrefix("XBG") == true)
      #expect(file.events.map(\.code) == ["PEV"])
      #expect(file.header("PLT") == "Ada Example")
      let list = try await box.command("flights", "list", "--json")
      guard case .array(let flights)? = try object(list.output)["flights"],
        case .object(let flight)? = flights.first, case .string(let id)? = flight["id"]
      else {
        Issue.record("no flight in \(list.output)")
        return
      }
      #expect(flights.count == 1)
      #expect(
        try object(await box.command("flights", "show", "--json", id).output)["id"] == flight["id"])
      let copy = box.folder.file("copy.igc")
      #expect(
        try await box.command("flights", "export", String(id.prefix(8)), "--igc", copy).code == 0)
      #expect(try await box.command("flights", "export", id, "--igc", copy).code == 73)
      let picture = box.folder.file("picture.svg")
      #expect(try await box.command("flights", "export", id, "--svg", picture).code == 0)
      #expect(try Files.read(picture, limit: 1 << 20).starts(with: "<".utf8))
      #expect(try await box.command("flights", "show", "ffffffff").code == 66)
      try await box.expectValid(copy)
      try await expectAlterationSeen(copy, box)
    }

    /// One byte is changed: 2. Another box does not know the key: 1, until it trusts it.
    private func expectAlterationSeen(_ path: String, _ box: Box) async throws {
      let bytes = try Files.read(path, limit: 1 << 20)
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: "\r\nB".utf8) }) + 10
      var changed = bytes
      changed[place] = changed[place] == UInt8(ascii: "1") ? UInt8(ascii: "2") : UInt8(ascii: "1")
      try Files.replace(box.folder.file("changed.igc"), with: changed)
      #expect(try await box.command("verify", box.folder.file("changed.igc")).code == 2)
      let other = box.folder.file("other-keys")
      #expect(try await box.command("verify", "--keys", other, path).code == 1)
      let key = box.folder.file("key.pub")
      let exported = try await box.command("keys", "export")
      #expect(exported.code == 0)
      try Files.replace(key, with: Array("\(exported.output[0])\n".utf8))
      #expect(try await box.command("keys", "trust", "--keys", other, key).code == 0)
      #expect(try await box.command("verify", "--keys", other, path).code == 0)
      #expect(try await box.command("keys", "list").output.count >= 1)
    }

    private func expectTelemetry(_ box: Box) async throws {
      let frames = try box.rows().count(of: .frames)
      #expect(frames > 0)
      let csv = try await box.command("telemetry", "export", "--recording", "1")
      #expect(csv.code == 0)
      #expect(csv.output.count == Int(frames) + 1)
      #expect(csv.output[0].hasPrefix("capturedAtMs,"))
      let lines = try await box.command(
        "telemetry", "export", "--recording", "1", "--format", "jsonl")
      #expect(lines.output.count == Int(frames))
      for line in lines.output { #expect(throws: Never.self) { try JSONValue.parse(line) } }
      let span = try await box.command(
        "telemetry", "export", "--from", "2026-07-04T11:00:00Z", "--to", "2026-07-04T11:00:20Z")
      #expect((15...20).contains(span.output.count - 1))
      #expect(try await box.command("telemetry", "export", "--recording", "99").code == 66)
      #expect(try await box.command("telemetry", "export").code == 64)
    }

    @Test("a wrong configuration is refused with line and nearest key; the last good one is used")
    func configuration() async throws {
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port, policy: "always")
      // The copy must be found without the configuration that says where the rest is.
      let here = String(decoding: try Files.read(box.configurationPath, limit: 4096), as: UTF8.self)
      try box.configure("\(here)[storage]\ndirectory = \(box.folder.file("elsewhere"))")
      let good = String(decoding: try Files.read(box.configurationPath, limit: 4096), as: UTF8.self)
      try await box.start()
      await box.stop()
      let wrong = good.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0 == "policy = always" ? "polcy = always" : $0 }
      try box.configure(wrong.joined(separator: "\n"))
      let check = try await ChildProcess.run(
        [Programs.daemon, "--config", box.configurationPath, "--check-config"])
      #expect(check.ending == .exit(78))
      let line = wrong.firstIndex(of: "polcy = always")! + 1
      let report = check.output.joined(separator: "\n")
      #expect(report.contains("\(box.configurationPath):\(line)"), "\(report)")
      #expect(report.contains("policy"))
      try await box.start()
      let status = try box.status()
      #expect(status.facts?.policy == "always", "the last good one")
      #expect(status.problems.map(\.id).contains("configuration-wrong"))
      #expect(try await box.command("status").code == 1)
      await box.stop()
      try await expectEmptyIsRefused(box, good: good)
      let other = try Box(port: gpsd.port)
      try other.configure(wrong.joined(separator: "\n"))
      try other.begin()
      #expect(await other.daemon?.waitForEnd() == .exit(78), "there is no good one to use")
    }

    /// A cut through an edit leaves a file of no bytes, which would mean every default.
    private func expectEmptyIsRefused(_ box: Box, good: String) async throws {
      try Files.replace(box.configurationPath, with: [])
      try await box.start()
      #expect(try box.status().facts?.policy == "always", "the last good one")
      #expect(try box.status().problems.map(\.id).contains("configuration-wrong"))
      await box.stop()
      try Files.replace(box.configurationPath, with: Array(good.utf8))
      try await box.start()
      #expect(try !box.status().problems.map(\.id).contains("configuration-wrong"))
      await box.stop()
    }

    @Test("the socket is for the service and its group")
    func socketMode() async throws {
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port)
      try await box.start()
      var status = stat()
      #expect(stat(box.socketPath, &status) == 0)
      #expect(status.st_mode & 0o7777 == 0o660)
      var key = stat()
      #expect(stat("\(box.state)/keys/device.ed25519", &key) == 0)
      #expect(key.st_mode & 0o777 == 0o600)
      await box.stop()
      #expect(!Files.exists(box.socketPath))
    }

    private func object(_ output: [String]) throws -> JSONObject {
      guard case .object(let object) = try JSONValue.parse(output.joined(separator: "\n")) else {
        throw Overdue(description: "one JSON object in \(output)")
      }
      return object
    }
  }
}

import ControlAPI
import FlightSimulator
import Glibc
import JSON
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// `barograph doctor` about a box that works, one without gpsd, and one that is off. What the
  /// machine of the tests has besides (its file system, its journal) is left out.
  @Suite(.timeLimit(.minutes(3)))
  struct DoctorTests {
    private static let ownSubjects = [
      "recorder", "gpsd", "instruments", "permissions", "configuration", "sync", "logbook",
    ]

    private func doctor(
      _ box: Box, _ words: [String]
    ) async throws -> (code: Int32, output: [String]) {
      let child = try box.launch(["doctor", "--config", box.configurationPath] + words)
      var output: [String] = []
      for await line in child.lines { output.append(line) }
      guard case .exit(let code) = await child.waitForEnd() else { return (-1, output) }
      return (code, output)
    }

    private func check(_ box: Box, _ id: String) async throws -> JSONValue? {
      let result = try await doctor(box, ["--json"])
      let checks = try JSONValue.parse(result.output.joined(separator: "\n"))["checks"]?.array ?? []
      return checks.first { $0["id"]?.string == id }
    }

    @Test("a box that works is 0, and its receiver is named")
    func healthy() async throws {
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port, policy: "always", more: "[devices]\nlisten = no")
      try await box.start()
      let flight = SimulatedFlight(.shortFlight(seed: 19))
      try await gpsd.feed(flight.fixes.prefix(30))
      try await box.stored(upTo: flight.fixes[29].time)
      // gpsd is listened to while it sends; everything is printed at the end.
      let child = try box.launch(
        ["doctor", "--config", box.configurationPath] + Self.ownSubjects)
      let said = LineKeeper()
      said.keep(child.lines)
      for fix in flight.fixes.dropFirst(30) where said.lines.isEmpty {
        try await gpsd.feed([fix], perSecond: 4)
      }
      let ending = await child.waitForEnd()
      try await eventually("verdict", detail: { said.lines.joined(separator: "\n") }) {
        said.contains("All is well").orNil
      }
      let text = said.lines.joined(separator: "\n")
      #expect(ending == .exit(0), "\(text)")
      #expect(text.contains("records flight 1"), "\(text)")
      #expect(text.contains(gpsd.receivers[0].path), "\(text)")
      await box.stop()
    }

    @Test("without gpsd it warns or fails, tells the cause once and what to do")
    func withoutGPSD() async throws {
      let box = try Box(port: try Loopback.freePort())
      try box.begin()
      try await box.status("first status") { $0.sources.first?.link == .gone }
      let result = try await doctor(box, ["gpsd"])
      #expect([1, 2].contains(result.code), "\(result.output)")
      let check = try await check(box, "gpsd-reachable")
      #expect(["warning", "failure"].contains(check?["status"]?.string))
      #expect(check?["fix"]?.string?.contains("gpsd") == true)
      #expect(try await self.check(box, "source-gone") == nil, "that is the symptom")
      await box.stop()
    }

    @Test("a box that is off is 2, and what needs no recorder is looked at")
    func down() async throws {
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port)
      let result = try await doctor(box, ["recorder", "gpsd", "configuration"])
      #expect(result.code == 2, "\(result.output)")
      let text = result.output.joined(separator: "\n")
      #expect(text.contains("FAIL  recorder"), "\(text)")
      #expect(text.contains(gpsd.receivers[0].path), "\(text)")
      #expect(text.contains("OK    configuration"), "\(text)")
    }

    @Test("a recorder that hangs is a failure, not a pass")
    func hanging() async throws {
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port)
      try await box.start()
      box.daemon?.send(SIGSTOP)
      let result = try await doctor(box, ["recorder"])
      #expect(result.code == 2, "\(result.output)")
      box.daemon?.send(SIGCONT)
      await box.stop()
    }

    @Test("nothing of the state directory is changed by it, and a bundle holds no pilot")
    func bundle() async throws {
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port)
      try await box.start()
      let path = box.folder.file("bundle.tar.gz")
      let before = try Files.names(in: box.state)
      _ = try await doctor(box, ["--bundle", path])
      #expect(try Files.names(in: box.state) == before)
      let text = try await ChildProcess.run(["tar", "xzf", path, "--to-stdout"]).output
      #expect(text.first?.hasPrefix("Barograph") == true)
      #expect(!text.contains { $0.contains("Ada") || $0.contains("D-1234") })
      await box.stop()
    }
  }
}

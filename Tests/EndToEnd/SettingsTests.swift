import ControlAPI
import FlightModel
import FlightSimulator
import JSON
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// Settings that change what the recorder writes and tells.
  @Suite(.timeLimit(.minutes(10)))
  struct SettingsTests {
    private static let fixes = SimulatedFlight(.minute).fixes
    private let folder = TemporaryFolder()

    /// A box whose configuration file declares Clara and her glider, and that knows the time.
    private func ready() async throws -> (Box, FakeGPSD) {
      let gpsd = try FakeGPSD()
      let box = try Box(port: gpsd.port, policy: "manual")
      try box.configure(
        """
        [gpsd]
        port = \(gpsd.port)
        [recording]
        policy = manual
        [declaration]
        pilot = Clara Club
        glider-type = LS 4
        """)
      try box.begin()
      try gpsd.greet()
      try await box.connected()
      try gpsd.report(Self.fixes.prefix(2))
      try await box.status("fixes") { $0.fix.time == Self.fixes[1].time }
      return (box, gpsd)
    }

    /// Records some fixes; the file's lines.
    private func recorded(
      _ box: Box, _ gpsd: FakeGPSD, _ fixes: Range<Int>
    ) async throws -> [String] {
      // It may begin only with the first fix, which is another exit code.
      _ = try await box.run(["record", "start"])
      try gpsd.report(Self.fixes[fixes])
      try await box.stored(upTo: Self.fixes[fixes.upperBound - 1].time)
      let stopped = try await box.json("record", "stop", "--wait", "120")
      let path = try #require(stopped["igc_path"]?.string, "\(stopped)")
      let text = String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
      return text.split(whereSeparator: \.isNewline).map(String.init)
    }

    @Test("who flies: the setting, else the configuration file, in the headers of the next flight")
    func declaration() async throws {
      let (box, gpsd) = try await ready()
      let plain = try await recorded(box, gpsd, 2..<8)
      #expect(plain.contains("HFPLTPILOTINCHARGE:Clara Club"), "\(plain)")
      try await box.run("settings", "set", "declarationPilot", "Jörg \"Joe\" Lift")
      try await box.run("settings", "set", "declarationPassenger", "Ben Guest")
      try await box.run("settings", "set", "declarationCompetitionId", "JL")
      try await box.expectRefusal(
        64, "none of $", of: "settings", "set", "declarationPilot", "J$rg")
      try await box.expectRefusal(
        64, "at most 50", of: "settings", "set", "declarationPilot",
        String(repeating: "x", count: 51))
      let declared = try await recorded(box, gpsd, 8..<14)
      for header in [
        "HFPLTPILOTINCHARGE:Jorg \"Joe\" Lift", "HFCM2CREW2:Ben Guest", "HFGTYGLIDERTYPE:LS 4",
        "HFCIDCOMPETITIONID:JL",
      ] {
        #expect(declared.contains(header), "\(header) in \(declared)")
      }
      let flight = try #require(
        try await box.json("flights", "list")["flights"]?.array?.first)
      #expect(flight["pilot"]?.string == "Jörg \"Joe\" Lift")
      // After a restart it still holds; taken back, the file counts again.
      await box.stop()
      try box.begin()
      try gpsd.greet()
      try await box.connected()
      try gpsd.report(Self.fixes[14..<16])
      try await box.status("fixes") { $0.fix.time == Self.fixes[15].time }
      try await box.run("settings", "delete", "declarationPilot")
      try await box.run("settings", "set", "declarationPassenger", "")
      let after = try await recorded(box, gpsd, 16..<22)
      #expect(after.contains("HFPLTPILOTINCHARGE:Clara Club"))
      #expect(after.contains("HFCM2CREW2:") && after.contains("HFCIDCOMPETITIONID:JL"))
      await box.stop()
    }

    @Test("the FLARM on the ground gets who flies and how it is set")
    func flarm() async throws {
      let (box, _gpsd) = try await ready()
      let flarm = try await SimulatedFLARM(.tcp, in: folder)
      try await box.run("settings", "set", "declarationPilot", "Ada Lift")
      try await box.run("settings", "set", "flarmLogInterval", "2")
      try await box.run("settings", "set", "flarmCompetition", "yes")
      let applied = try await box.run(["flarm", "config", "apply", "--device", flarm.address])
      #expect(applied.code == 0, "\(applied)")
      for command in [
        "PFLAC,S,PILOT,Ada Lift", "PFLAC,S,GLIDERTYPE,LS 4", "PFLAC,S,LOGINT,2", "PFLAC,S,PRIV,0",
      ] {
        #expect(flarm.commands.contains(command), "\(command) in \(flarm.commands)")
      }
      let declared = try await box.run(
        ["flarm", "declare", "--pilot", "Ben Lift", "--device", flarm.address])
      #expect(declared.code == 0, "\(declared)")
      #expect(flarm.commands.contains("PFLAC,S,PILOT,Ben Lift"))
      #expect(flarm.commands.filter { $0 == "PFLAC,S,GLIDERTYPE,LS 4" }.count == 2)
      #expect(flarm.violations.isEmpty)
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("flights that were looked at are recent, the newest first, and their report is in feet")
    func recents() async throws {
      let (box, _gpsd) = try await ready()
      for (name, year) in [("early", 2025), ("late", 2026)] {
        try box.make("in/\(name).igc", SimulatedLogger(year: year, seconds: 40).bytes)
      }
      try await box.run("import", box.folder.file("in"))
      try await box.analysed()
      #expect(try await box.run("flights", "recent") == ["No flight was looked at yet."])
      let flights = try #require(try await box.json("flights", "list")["flights"]?.array)
      let ids = flights.compactMap { $0["id"]?.string }
      try await box.run("flights", "show", ids[0])
      try await box.run("settings", "set", "unitAltitude", "ft")
      let page = try await box.run("flights", "report", ids[1], "--html", "-", "--quick")
      #expect(page.contains { $0.contains(" ft") })
      let recent = try #require(try await box.json("flights", "recent")["flights"]?.array)
      #expect(Set(recent.compactMap { $0["id"]?.string }) == Set(ids), "\(recent)")
      let times = recent.compactMap { $0["last_opened_at"]?.string }
      #expect(times.count == 2 && times == times.sorted(by: >), "\(times)")
      #expect(try await box.run("flights", "recent").first?.contains("OPENED") == true)
      #expect(try await box.json("flights", "recent", "--limit", "1")["flights"]?.array?.count == 1)
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("home bases and competitions: by name, five and fifty, a home base that is used is there")
    func places() async throws {
      let (box, _gpsd) = try await ready()
      for number in 1...6 {
        try await box.run("homebases", "add", "Field \(number)", "48.\(number),11")
      }
      let bases = try #require(try await box.json("homebases", "list")["rows"]?.array)
      #expect(bases.compactMap { $0["id"]?.string } == (2...6).map { "field \($0)" })
      try await box.run("homebases", "add", "FIELD 3", "47,8")
      #expect(try await box.json("homebases", "list")["rows"]?.array?.count == 5)
      try await box.run("settings", "set", "homeBase", "Field 3")
      try await box.expectRefusal(
        64, "no home base", of: "settings", "set", "homeBase", "Field 1")
      try await box.run("settings", "set", "homeBase", "")
      let id = try await box.run("competitions", "add", "Spring Cup", "--country", "DE")[0]
      try await box.run("competitions", "set", "Spring Cup", "--location", "Sample Field")
      let row = try #require(try await box.json("competitions", "list")["rows"]?.array?.first)
      #expect(row["id"]?.string == id && row["country"]?.string == "DE", "\(row)")
      #expect(row["lastOpenedAt"]?.integer ?? 0 > 0)
      let shown = try await box.run("competitions", "show", "Spring Cup")
      #expect(shown.contains("location  Sample Field"), "\(shown)")
      try await box.run("competitions", "delete", id)
      #expect(try box.rows().actions().contains("recentCompetition \(id)"))
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }
  }
}

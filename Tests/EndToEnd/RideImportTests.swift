import FlightModel
import JSON
import Linux
import RecordingModel
import Store
import TestSupport
import Testing

extension EndToEnd {
  /// Logs of other programs, taken in by the command as a person does it.
  @Suite(.timeLimit(.minutes(10)))
  struct RideImportTests {
    private static let logs = "\(PackageFolder.root)/Fixtures/ride-logs"
    private static let tool = "\(logs)/vesc-tool/2026-07-04_23-59-52.csv"
    private static let express = "\(logs)/vesc-express/26-07-04 23-59-52.csv"

    private func box(boards: [String] = ["Plank"]) async throws -> (Box, FakeGPSD) {
      let gpsd = try FakeGPSD()
      let box = try Box(port: gpsd.port, policy: "manual")
      try box.seed { store in
        for name in boards {
          try store.insert(Board(id: "vesc:\(name)", name: name, origin: .met))
        }
      }
      try await box.start()
      return (box, gpsd)
    }

    private func rides(_ box: Box) async throws -> [JSONValue] {
      try #require(try await box.json("rides", "list")["rides"]?.array)
    }

    @Test("a log becomes a ride with the sums of what was ridden, once")
    func aRide() async throws {
      let (box, _gpsd) = try await box()
      let told = try await box.run("rides", "import", Self.tool, "--utc-offset", "+02:00")
      #expect(told.first?.hasSuffix("2 minutes of vesc:Plank; 2 rows broken") == true, "\(told)")
      #expect(told.contains("  line 103: 3 fields where 54 are due"), "\(told)")
      let ride = try #require(try await rides(box).first)
      #expect(ride["started_at"]?.string == "2026-07-04T21:59:52Z")
      #expect(ride["board_name"]?.string == "Plank")
      #expect(abs((ride["distance_m"]?.double ?? 0) - 282.4) < 0.2, "\(ride)")
      #expect(ride["samples"]?.integer == 521)
      let again = try await box.run("rides", "import", Self.tool, "--utc-offset", "+02:00")
      #expect(again == ["\(Self.tool): was imported before"])
      #expect(try await rides(box) == [ride])
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("an export for VESC Tool is read back as the same ride of another board")
    func thereAndBack() async throws {
      let (box, _gpsd) = try await box(boards: ["Plank", "Wheel"])
      try await box.run("rides", "import", Self.express, "--board", "Plank")
      let ride = try #require(try await rides(box).first)
      let id = try #require(ride["id"]?.string)
      let lines = try await box.run("rides", "export", id, "--format", "vesc-tool")
      let copy = box.folder.file("2026-07-04_23-59-52.csv")
      try Files.replace(copy, with: Array((lines.joined(separator: "\n") + "\n").utf8))
      try await box.run("rides", "import", copy, "--board", "wheel", "--utc-offset", "+00:00")
      let both = try await rides(box)
      #expect(Set(both.map { $0["board_name"]?.string }) == ["Plank", "Wheel"])
      #expect(Set(both.map { $0["started_at"]?.string }) == ["2026-07-04T23:59:52Z"])
      let ways = both.compactMap { $0["distance_m"]?.double }
      #expect(ways.count == 2 && abs(ways[0] - ways[1]) < 0.5, "\(ways)")
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("a backup brings the rides of its boards, and nothing that is damaged comes in")
    func backups() async throws {
      let (box, _gpsd) = try await box()
      let folder = "\(Self.logs)/backup"
      for (name, reason) in [
        ("damaged", "damaged"), ("format", "another format"), ("missing", "no db.sqlite"),
        ("other-version", "version 47"), ("view", "has no telemetry_frames"),
      ] {
        try await box.expectRefusal(65, reason, of: "rides", "import", "\(folder)/\(name).zip")
      }
      #expect(try await rides(box).isEmpty)
      let told = try await box.json("rides", "import", "\(folder)/boards.zip")
      #expect(told["imports"]?.array?.first?["result"]?["minutes"]?.integer == 6, "\(told)")
      let names = try await rides(box).compactMap { $0["board_name"]?.string }
      #expect(Set(names) == ["board-a", "C8:DF:84:00:00:02"])
      let again = try await box.run("rides", "import", "\(folder)/devices.zip")
      #expect(again.first?.contains("0 minutes") == true, "\(again)")
      #expect(try Files.names(in: "\(box.state)/imports").isEmpty)
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("what cannot be used is refused with what to do")
    func refusals() async throws {
      let (box, _gpsd) = try await box(boards: ["Plank", "Wheel"])
      try await box.expectRefusal(65, "no ride log", of: "rides", "import", "\(Self.logs)/make.py")
      try await box.expectRefusal(65, "which of 2 boards", of: "rides", "import", Self.express)
      try await box.expectRefusal(
        65, "no board Moped", of: "rides", "import", Self.express, "--board", "Moped")
      let nameless = box.folder.file("log.csv")
      try Files.replace(nameless, with: try Files.read(Self.tool, limit: 1 << 20))
      try await box.expectRefusal(
        65, "on which day", of: "rides", "import", nameless, "--board", "Plank")
      try await box.run(
        "rides", "import", nameless, "--board", "Plank", "--start", "2026-08-01T10:00:00Z")
      #expect(try await rides(box).first?["started_at"]?.string == "2026-08-01T10:00:00Z")
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }
  }
}

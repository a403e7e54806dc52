import ControlAPI
import FlightModel
import FlightSimulator
import JSON
import Linux
import RecordingModel
import Store
import TestSupport
import Testing

extension EndToEnd {
  /// Rides as a person sees them; they are made of the minutes that the database holds.
  @Suite(.timeLimit(.minutes(10)))
  struct RidesTests {
    private static let morning = UTCInstant(rfc3339: "2026-07-01T09:00:00Z")!
    private static let noon = UTCInstant(rfc3339: "2026-07-01T12:00:00Z")!

    private func field() async throws -> BackedUpBox {
      let gpsd = try FakeGPSD()
      let box = try Box(port: gpsd.port, policy: "manual")
      try box.seed { store in
        try store.insert(Board(id: "vesc:1", name: "Plank", origin: .met))
        try store.insert(Board(id: "vesc:2", name: "Wheel", origin: .met))
        for ride in [
          SeededRide(board: "vesc:1", start: Self.morning, minutes: 12),
          SeededRide(board: "vesc:1", start: Self.noon, minutes: 3),
          SeededRide(board: "vesc:2", start: Self.noon, minutes: 1),
        ] {
          _ = try store.commit(ride.batch)
        }
      }
      return try await BackedUpBox(box: box, gpsd: gpsd)
    }

    @Test("list, show, stats and export; a flight is no ride; a new name shows at once")
    func views() async throws {
      let field = try await field()
      let box = field.box
      try await field.fly(SimulatedFlight(.minute).fixes)
      let list = try #require(try await box.json("rides", "list")["rides"]?.array)
      #expect(list.map { $0["board_name"]?.string } == ["Plank", "Wheel", "Plank"], "\(list)")
      let id = try #require(list.last?["id"]?.string)
      let ride = try await box.json("rides", "show", id)
      #expect(ride["samples"]?.integer == 720)
      #expect(ride["distance_m"]?.double == 3996)
      #expect(ride["moving_s"]?.integer == 708)
      let page = try await box.run("rides", "show", String(id.prefix(13)))
      #expect(page.contains { $0.hasPrefix("top speed") && $0.hasSuffix("25.1 km/h") }, "\(page)")
      let csv = try await box.run("rides", "export", id)
      #expect(csv.count == 13, "a line each minute: \(csv)")
      try await box.run("boards", "set", "Plank", "--name", "Surfboard")
      #expect(try await box.run("rides", "list").filter { $0.contains("Surfboard") }.count == 2)
      let stats = try await box.run("rides", "stats")
      #expect(stats.contains { $0.hasPrefix("Surfboard") && $0.contains("5.0 km") }, "\(stats)")
      try await box.expectRefusal(64, "no ride id", of: "rides", "show", "x")
      try await box.expectRefusal(66, "no ride", of: "rides", "show", "20200101-0000-0000")
      try await box.expectRefusal(64, "1 to 1000", of: "rides", "list", "--limit", "0")
      await field.stop()
    }

    @Test("a deleted board keeps its rides under its name, here and on the server")
    func deletedBoard() async throws {
      let field = try await field()
      let box = field.box
      try await field.feed(SimulatedFlight(.minute).fixes.prefix(2))
      try await box.signIn(to: field.receiver, as: "Ada")
      try await box.switchOn()
      try await box.run("boards", "delete", "Plank")
      try await box.synced()
      let list = try await box.run("rides", "list")
      #expect(list.filter { $0.contains("Plank (deleted)") }.count == 2, "\(list)")
      let served = try field.served("telemetryMinuteBuckets")
      #expect(served.filter { $0["boardId"]?.string == "vesc:1" }.count == 15)
      #expect(try field.served("boards", "id", "vesc:1")?["name"]?.string == "Plank")
      let verified = try await box.run("sync", "verify")
      #expect(verified.last == "server-equals-store yes", "\(verified)")
      await field.stop()
    }

    @Test("a favorite adds its minutes up, and a change of its name keeps them")
    func favorites() async throws {
      let field = try await field()
      let box = field.box
      try await field.feed(SimulatedFlight(.minute).fixes.prefix(2))
      let made = try await box.json(
        "favorites", "add", "2026-07-01T09:02:00Z", "2026-07-01T09:05:00Z", "--board", "vesc:1")
      #expect(made["sampleCount"]?.integer == 180, "\(made)")
      #expect(made["distanceCm"]?.integer == 99_900)
      #expect(made["maxSpeedCentiKmh"]?.integer == 2504)
      let id = try #require(made["id"]?.string)
      let named = try await box.json("favorites", "set", id, "--name", "Best")
      #expect(named["sampleCount"]?.integer == 180)
      #expect(named["name"]?.string == "Best")
      await field.stop()
    }
  }
}

import ControlAPI
import FlightSimulator
import JSON
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// The tables that people edit, with the real command against the real daemon, on the server too.
  @Suite(.timeLimit(.minutes(10)))
  struct TablesTests {
    private static let fixes = SimulatedFlight(.minute).fixes

    /// A box that knows the time and sends what it has.
    private func ready() async throws -> BackedUpBox {
      let field = try await BackedUpBox()
      try await field.feed(Self.fixes.prefix(2))
      try await field.box.signIn(to: field.receiver, as: "Ada")
      try await field.box.switchOn()
      return field
    }

    private func actions(_ box: Box) throws -> [String] { try box.rows().actions() }

    @Test("boards: made, renamed and deleted here and on the server, with what belongs to them")
    func boards() async throws {
      let field = try await ready()
      let box = field.box
      let id = try await box.run("boards", "add", "Old Plank")[0]
      #expect(try await box.run("boards", "list").contains { $0.contains("Old Plank") })
      try await box.run("alerts", "add", id, "speed", "35")
      try await box.run("settings", "set", "--board", id, "headlight", "yes")
      try await box.synced()
      #expect(try field.served("boards", "id", id)?["name"]?.string == "Old Plank")
      #expect(try field.served("alerts").count == 1)
      #expect(try field.served("boardSettings").count == 1)
      #expect(try await box.run("boards", "set", "Old Plank", "--name", "New Plank") == [id])
      try await box.synced()
      #expect(try field.served("boards", "id", id)?["name"]?.string == "New Plank")
      let said = try await box.run("boards", "delete", "New Plank")
      #expect(said == ["Deleted board New Plank."])
      #expect(
        try actions(box) == ["board \(id)"], "children go with it, without words of their own")
      try await box.synced()
      #expect(try field.served("boards", "id", id)?["deletedAt"]?.integer != nil)
      #expect(try field.served("alerts").isEmpty)
      #expect(try field.served("boardSettings").isEmpty)
      #expect(try await box.run("boards", "list").contains { $0.hasSuffix("deleted") })
      try await box.expectRefusal(66, "no board", of: "boards", "delete", "New Plank")
      try await box.expectRefusal(66, "no board", of: "boards", "set", id, "--name", "x")
      await field.stop()
    }

    @Test("alerts: numbers are checked, --json is a document, a delete arrives")
    func alerts() async throws {
      let field = try await ready()
      let box = field.box
      let board = try await box.run("boards", "add", "Plank")[0]
      try await box.expectRefusal(
        64, "is not a number", of: "alerts", "add", board, "speed", "fast")
      try await box.expectRefusal(66, "no board", of: "alerts", "add", "nowhere", "speed", "35")
      try await box.expectRefusal(64, "", of: "alerts", "add", board)
      let made = try await box.json("alerts", "add", "Plank", "speed", "35.5", "--beeps", "3")
      #expect(made["threshold"]?.double == 35.5)
      #expect(made["beepCount"]?.integer == 3)
      #expect(made["enabled"]?.bool == true)
      let id = try #require(made["id"]?.string)
      try await box.run("alerts", "set", id, "--enabled", "no", "--repeat", "10")
      try await box.synced()
      let served = try #require(try field.served("alerts", "id", id))
      #expect(served["enabled"]?.bool == false)
      #expect(served["repeatEverySeconds"]?.integer == 10)
      let listed = try await box.json("alerts", "list")
      #expect(listed["rows"]?.array?.count == 1, "\(listed)")
      let gone = try await box.json("alerts", "delete", id)
      #expect(gone["deleted"]?.bool == true)
      #expect(try actions(box) == ["alert \(board) \(id)"])
      try await box.synced()
      #expect(try field.served("alerts").isEmpty)
      #expect(try await box.run("alerts", "list") == ["No alert rule yet."])
      await field.stop()
    }

    @Test("tunes: each change of the values is kept with its time, and goes with the profile")
    func tunes() async throws {
      let field = try await ready()
      let box = field.box
      let board = try await box.run("boards", "add", "Plank")[0]
      let tune = try await box.run("tunes", "add", board, "Carve", "--fields", #"{"kp":1}"#)[0]
      try await box.run("tunes", "set", "Carve", "--fields", #"{"kp":2}"#)
      try await box.run("tunes", "set", "Carve", "--name", "Carving")
      let history = try await box.run("tunes", "history", "Carving")
      #expect(history.count == 3 && history[1].hasSuffix(#"{"kp":1}"#), "\(history)")
      #expect(history.last?.hasSuffix(#"{"kp":2}"#) == true)
      try await box.expectRefusal(
        64, "not a JSON object", of: "tunes", "set", "Carving", "--fields", "kp")
      try await box.synced()
      #expect(try field.served("tuneProfiles", "id", tune)?["name"]?.string == "Carving")
      let entries = try field.served("tuneHistoryEntries")
      #expect(entries.map { $0["fieldsJson"]?.string } == [#"{"kp":1}"#, #"{"kp":2}"#])
      try await box.run("tunes", "delete", "Carving")
      #expect(try actions(box) == ["tuneProfile \(tune)"])
      try await box.synced()
      #expect(try field.served("tuneProfiles").isEmpty)
      #expect(try field.served("tuneHistoryEntries").isEmpty)
      await field.stop()
    }

    @Test("zones and favorites: places and times are checked, deletes arrive")
    func zonesAndFavorites() async throws {
      let field = try await ready()
      let box = field.box
      try await box.expectRefusal(64, "two numbers", of: "zones", "add", "Home", "91,11")
      try await box.expectRefusal(
        64, "whole number", of: "zones", "add", "H", "1,1", "--radius", "x")
      try await box.expectRefusal(
        64, "radiusMeters", of: "zones", "add", "H", "1,1", "--radius", "0")
      try await box.run("zones", "add", "Home", "48.1, 11.5", "--radius", "250")
      try await box.expectRefusal(
        64, "a time like", of: "favorites", "add", "yesterday", "2026-07-04T10:00:00Z")
      try await box.expectRefusal(
        64, "ends after it begins", of: "favorites", "add", "2026-07-04T10:00:00Z",
        "2026-07-04T09:00:00Z")
      let favorite = try await box.run(
        "favorites", "add", "2026-07-04T09:00:00Z", "2026-07-04T10:00:00Z", "--name", "Best")[0]
      try await box.synced()
      let zone = try #require(try field.served("privacyZones").first)
      #expect(zone["centerLatitudeE7"]?.integer == 481_000_000)
      #expect(zone["radiusMeters"]?.integer == 250)
      #expect(try field.served("favorites", "id", favorite)?["name"]?.string == "Best")
      try await box.run("zones", "delete", "Home")
      try await box.run("favorites", "delete", "Best")
      #expect(
        try actions(box) == ["privacyZone \(zone["id"]?.string ?? "")", "favorite \(favorite)"])
      try await box.synced()
      #expect(try field.served("privacyZones").isEmpty)
      #expect(try field.served("favorites").isEmpty)
      await field.stop()
    }

    @Test("settings: of the account they travel, of the box they stay, and delete is the default")
    func settings() async throws {
      let field = try await ready()
      let box = field.box
      try await box.expectRefusal(64, "syncWifiOnly", of: "settings", "set", "syncWifionly", "yes")
      try await box.expectRefusal(64, "true or false", of: "settings", "set", "syncWifiOnly", "3")
      try await box.run("settings", "set", "syncWifiOnly", "no")
      try await box.synced()
      #expect(try field.served("appSettings").map { $0["key"]?.string } == ["syncWifiOnly"])
      let listed = try await box.run("settings", "list")
      #expect(listed.contains { $0.hasPrefix("syncEnabled") }, "this box's own: \(listed)")
      try await box.run("settings", "delete", "syncWifiOnly")
      #expect(try actions(box) == ["appSetting syncWifiOnly"])
      try await box.expectRefusal(66, "default already", of: "settings", "delete", "syncWifiOnly")
      try await box.synced()
      #expect(try field.served("appSettings").isEmpty)
      // The switch itself back to its default: off, and no word to the server.
      try await box.run("settings", "delete", "syncEnabled")
      #expect(try box.status().facts?.sync.state == .off)
      #expect(try actions(box).count == 1)
      await field.stop()
    }

    @Test(
      "while the clock is behind what it was nothing is edited, save the settings of this box",
      .enabled(if: WallClock.isAvailable && !SystemClock.isSynchronised()))
    func withoutTime() async throws {
      let gpsd = try FakeGPSD()
      let box = try Box(port: gpsd.port, policy: "manual")
      try box.begin()
      try gpsd.greet()
      try await box.connected()
      try await box.run("boards", "add", "Plank")
      try gpsd.report(Self.fixes.prefix(2))
      try await box.status("fixes") { $0.fix.time == Self.fixes[1].time }
      try await box.run("record", "start")
      try gpsd.report(Self.fixes[2..<4])
      try await box.stored(upTo: Self.fixes[3].time)
      await box.stop()
      (box.environment, box.prefix) = (WallClock.at("2020-01-01 00:00:00"), WallClock.prefix)
      try box.begin()
      try gpsd.greet()
      try await box.connected()
      try await box.expectRefusal(75, "time", of: "boards", "add", "Second")
      try await box.run("settings", "set", "syncEnabled", "yes")
      try gpsd.report(Self.fixes[4..<6])
      try await box.stored(upTo: Self.fixes[5].time)
      try await box.run("boards", "add", "Second")
      await box.stop()
    }
  }
}

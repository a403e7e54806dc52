import ControlAPI
import FlightModel
import RecordingModel
import Settings
import SyncContract
import Synchronization
import Testing

/// `settings`, and what is told in a person's units.
@Suite struct SettingsCommandTests {
  private let runner = CommandRunner()
  private let daemon = StubDaemon()

  private func run(_ arguments: String...) async throws -> CommandRunner.Result {
    try await runner.run(arguments, socket: daemon.socket)
  }

  private func set(_ key: String, _ json: String) throws {
    _ = try daemon.change(.appSettings, ["key": .text(key), "valueJson": .text(json)])
  }

  @Test(arguments: [
    ("declarationRegistration", "1234", "\"1234\""), ("declarationPilot", "no", "\"no\""),
    ("declarationPilot", "Ada \"A\"", "\"Ada \\\"A\\\"\""), ("unitSpeed", "km/h", "\"km/h\""),
    ("flarmLogInterval", "2", "2"), ("flarmStealth", "on", "true"),
  ])
  func theSettingSaysWhatAWordIs(key: String, word: String, json: String) async throws {
    try daemon.listen()
    #expect(try await run("settings", "set", key, word).code == 0)
    let row = daemon.backup.withLock { $0.rows[.appSettings]?.first }
    #expect(row?["valueJson"] == .text(json))
  }

  @Test func everySettingIsListedWithWhatItMayBe() async throws {
    try set("declarationPilot", "\"Ada Lift\"")
    try daemon.listen()
    let lines = try await run("settings", "list", "--all").output.split(separator: "\n")
    #expect(lines.count == SettingKey.all.count + 1)
    for (key, line) in zip(SettingKey.all, lines.dropFirst()) {
      let words = line.split(separator: " ").map(String.init)
      #expect(words.first == key.name && words.contains(key.scope.rawValue), "\(line)")
      #expect(line.hasSuffix(key.allowed), "\(line)")
      #expect((words[1] == "*") == (key.name == "declarationPilot"), "\(line)")
    }
    #expect(try await run("settings", "list").output.contains("declarationPilot  Ada Lift\n"))
  }

  @Test func flightsAreToldInThePilotsUnits() async throws {
    daemon.state.withLock { state in
      var results = FlightResults()
      results.analysisVersion = 1
      results.optimisedDistanceM = 185_200
      results.optimisedSpeedCentiKmh = 9260
      results.bestThermalClimbCmS = 200
      state.facts.lastFlight?.results = results
    }
    try daemon.listen()
    let usual = try await run("flights", "show", "0123").output
    #expect(usual.contains("185.2 km") && usual.contains("92.6 km/h") && usual.contains("1422 m"))
    try set("unitDistance", "\"nm\"")
    try set("unitSpeed", "\"kt\"")
    try set("unitAltitude", "\"ft\"")
    try set("unitVertical", "\"ft/s\"")
    let shown = try await run("flights", "show", "0123").output
    for text in ["100.0 nm", "50.0 kt", "4665 ft", "6.6 ft/s"] {
      #expect(shown.contains(text), "\(shown)")
    }
    let list = try await run("flights", "list").output
    #expect(list.contains("  KT ") && list.contains("100.0 nm") && list.contains("4665 ft"))
    #expect(try await run("status").output.contains("4080 ft MSL, 47 kt"))
    let json = try await run("flights", "show", "0123", "--json").output
    #expect(json.contains("\"optimised_distance_m\": 185200") || json.contains("185200"))
  }

  @Test func competitionsAreKeptByHand() async throws {
    try daemon.listen()
    let made = try await run(
      "competitions", "add", "Spring Cup", "--location", "Sample Field", "--from", "2026-05-02",
      "--to", "2026-05-09")
    #expect(made.output == "made-1\n")
    let row = try #require(daemon.backup.withLock { $0.rows[.recentCompetitions]?.first })
    #expect(row["startDate"] == .text("2026-05-02") && row["endDate"] == .text("2026-05-09"))
    #expect(try await run("competitions", "list").output.contains("Sample Field"))
    for date in ["2026-02-30", "2.5.2026", "2026-5-2", "2026-05-02T00:00:00Z"] {
      #expect(try await run("competitions", "set", "Spring Cup", "--from", date).code == 64)
    }
    #expect(
      try await run("competitions", "delete", "Spring Cup").output
        == "Deleted competition Spring Cup.\n")
  }

  @Test func aHomeBaseIsTheSameInCapitals() async throws {
    _ = try daemon.change(
      .homebases,
      [
        "id": .text("sample field"), "name": .text("Sample Field"), "latitudeE7": .integer(1),
        "longitudeE7": .integer(1),
      ])
    try daemon.listen()
    #expect(
      try await run("homebases", "delete", "SAMPLE FIELD").output
        == "Deleted home base Sample Field.\n")
  }
}

import ControlAPI
import FlightModel
import JSON
import Linux
import SyncContract
import Synchronization
import TestSupport
import Testing

@Suite struct BackupCommandTests {
  private let runner = CommandRunner()
  private let daemon = StubDaemon()

  private func run(_ arguments: String...) async throws -> CommandRunner.Result {
    try await runner.run(arguments, socket: daemon.socket)
  }

  // MARK: Tables

  @Test(arguments: ["boards", "alerts", "tunes", "zones", "favorites"])
  func anEmptyTableSaysSo(group: String) async throws {
    try daemon.listen()
    let result = try await run(group, "list")
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("No "))
  }

  @Test func aZoneIsMadeChangedAndDeletedByName() async throws {
    try daemon.listen()
    let made = try await run("zones", "add", "Home", "48.1,-11.5", "--radius", "250")
    #expect(made.output == "made-1\n")
    #expect(try await run("zones", "set", "Home", "--enabled", "no").code == 0)
    let row = try #require(daemon.backup.withLock { $0.rows[.privacyZones]?.first })
    #expect(row["centerLatitudeE7"] == .integer(481_000_000))
    #expect(row["centerLongitudeE7"] == .integer(-115_000_000))
    #expect(row["radiusMeters"] == .integer(250))
    #expect(row["enabled"] == .bool(false))
    let list = try await run("zones", "list")
    #expect(list.output.contains("made-1  Home  250     no"))
    #expect(try await run("zones", "delete", "Home").output == "Deleted privacy zone Home.\n")
    #expect(daemon.backup.withLock { $0.rows[.privacyZones] } == [])
    #expect(try await run("zones", "delete", "Home").code == 66)
  }

  /// Gives the daemon a board.
  private func addBoard() throws {
    _ = try daemon.change(.boards, ["id": .text("vesc:1"), "name": .text("Plank")])
  }

  @Test func anAlertIsFoundByTheStartOfItsIdAndKeepsItsBoard() async throws {
    try addBoard()
    try daemon.listen()
    _ = try await run("alerts", "add", "Plank", "speed", "25.5")
    #expect(try await run("alerts", "set", "made", "--threshold", "30").code == 0)
    let row = try #require(daemon.backup.withLock { $0.rows[.alerts]?.first })
    #expect(row["boardId"] == .text("vesc:1"))
    #expect(row["threshold"] == .number(30))
    _ = try await run("alerts", "add", "vesc:1", "duty", "80")
    #expect(try await run("alerts", "delete", "made").code == 66, "two begin so")
  }

  @Test(arguments: [
    ["zones", "add", "Home", "48.1"], ["zones", "add", "Home", "91,0"],
    ["zones", "add", "Home", "48,11", "--radius", "far"],
    ["favorites", "add", "today", "tomorrow"], ["alerts", "add", "vesc:1", "speed", "nan"],
    ["alerts", "add", "vesc:1", "sped", "30"],
    ["zones", "set", "Home"], ["settings", "set", "syncWifiOnly"],
  ])
  func whatCannotBeReadIsWrongUsage(arguments: [String]) async throws {
    try daemon.listen()
    #expect(try await runner.run(arguments, socket: daemon.socket).code == 64)
  }

  @Test func theDaemonsObjectionIsPassedOn() async throws {
    daemon.state.withLock {
      $0.refusal = ControlError(.noTimeYet, message: "no time yet", hint: "wait for a fix")
    }
    try daemon.listen()
    let result = try await run("boards", "add", "Ada's glider")
    #expect(result.code == 75)
    #expect(result.error.contains("wait for a fix"))
  }

  @Test(arguments: [
    ("yes", "true"), ("off", "false"), ("12.5", "12.5"), ("club", "\"club\""),
    ("a\"b", "\"a\\\"b\""),
  ])
  func settingsAreStoredAsJSON(word: String, json: String) async throws {
    try daemon.listen()
    #expect(try await run("settings", "set", "key", word).code == 0)
    let row = daemon.backup.withLock { $0.rows[.appSettings]?.first }
    #expect(row?["valueJson"] == .text(json))
    #expect(try await run("settings", "delete", "key").code == 0)
    #expect(try await run("settings", "delete", "key").code == 66)
  }

  @Test func aBoardsSettingIsAnother() async throws {
    try addBoard()
    try daemon.listen()
    _ = try await run("settings", "set", "wheel", "280", "--board", "vesc:1")
    #expect(daemon.backup.withLock { $0.rows[.boardSettings]?.count } == 1)
    #expect(try await run("settings", "list").output == "Everything is as it came.\n")
    #expect(try await run("settings", "list", "--board", "Plank").output.contains("wheel  280"))
    #expect(try await run("settings", "list", "--board", "Plunk").code == 66)
  }

  // MARK: Rides

  @Test func ridesAreListedUnderTheirBoardsPresentName() async throws {
    var ride = RideSummary(
      id: "20260704-0912-3f2a", boardID: "vesc:1", boardName: "Old friend", isBoardDeleted: true,
      startedAt: UTCInstant(milliseconds: 1_783_156_320_000),
      endedAt: UTCInstant(milliseconds: 1_783_158_120_000))
    ride.distanceM = 12_340
    ride.maximumSpeedKmh = 31.4
    daemon.backup.withLock { [ride] in $0.rides = [ride] }
    try daemon.listen()
    let list = try await run("rides", "list")
    #expect(list.output.contains("20260704-0912-3f2a  Old friend (deleted)  0:30:00   12.3 km"))
    #expect(try await run("rides", "show", "20260704-0912").output.contains("12.34 km"))
    #expect(try await run("rides", "show", "20260705").code == 66)
    #expect(try await run("rides", "stats").output.contains("Old friend (deleted)  1"))
    #expect(try await run("rides", "export", "20260704-0912-3f2a").output == "a,b\n1,2\n")
    #expect(daemon.state.withLock { $0.telemetry?.boardID } == "vesc:1")
  }

  // MARK: Server

  @Test func theCodeComesFromStandardInputAndNeverFromAnArgument() async throws {
    try daemon.listen()
    let refused = try await run("account", "sign-in", "--server", "https://club.example", "CODE")
    #expect(refused.code == 64)
    let input = runner.folder.file("code")
    try Files.replace(input, with: Array("ABCD-EFGH\n".utf8))
    let result = try await runner.run(
      ["account", "sign-in", "--server", "https://club.example"], socket: daemon.socket,
      input: input)
    #expect(result.output == "Signed in to https://club.example as club.\n")
    #expect(daemon.backup.withLock { $0.codes } == ["ABCD-EFGH"])
  }

  @Test func switchingOnNeedsAnAccountAndAYes() async throws {
    try daemon.listen()
    #expect(try await run("sync", "on", "--yes").code == 1)
    daemon.backup.withLock {
      $0.facts.accountID = "club"
      $0.facts.server = "https://club.example"
      $0.facts.pendingRows = 41_000
      $0.facts.pendingBytes = 28_000_000
    }
    let asked = try await run("sync", "on")
    #expect(asked.code == 64, "there is no terminal to ask at")
    #expect(daemon.backup.withLock { $0.isOn } == [])
    let result = try await run("sync", "on", "--yes", "--unmetered-only", "yes")
    #expect(result.code == 0)
    #expect(result.output == "Backup: syncing, 41000 rows (28 MB) waiting\n")
    #expect(daemon.backup.withLock { $0.isOn } == [true])
    let setting = daemon.backup.withLock { $0.rows[.appSettings]?.first }
    #expect(setting?["key"] == .text("syncWifiOnly"))
    #expect(setting?["valueJson"] == .text("true"))
  }

  @Test func aPauseIsToldWithItsRemedyAndItsExitCode() async throws {
    daemon.backup.withLock {
      $0.facts.state = .paused
      $0.facts.pause = SyncPauseFacts(
        reason: "refused", table: "boards", field: "name", status: 422, slug: "bad-text",
        remedy: "backup error: see barograph sync status")
    }
    try daemon.listen()
    let result = try await run("sync", "status")
    #expect(result.code == 1)
    for part in ["refused (bad-text)", "boards, name", "backup error"] {
      #expect(result.output.contains(part))
    }
  }

  @Test func verifyEndsWithItsVerdict() async throws {
    try daemon.listen()
    let good = try await run("sync", "verify")
    #expect(good.code == 0)
    #expect(good.output.hasSuffix("server-equals-store yes\n"))
    daemon.backup.withLock { $0.verdict.filesMissing = 1 }
    let bad = try await run("sync", "verify")
    #expect(bad.code == 1)
    #expect(bad.output.hasSuffix("server-equals-store no\n"))
  }

  @Test func aResetIsNotDoneWithoutAYes() async throws {
    try daemon.listen()
    #expect(try await run("account", "reset").code == 64)
    #expect(daemon.backup.withLock { $0.resets } == [])
    let aside = try await run("account", "reset", "--yes")
    #expect(aside.output.contains("/state/set-aside/account-1"))
    #expect(try await run("account", "reset", "--yes", "--erase").output.contains("deleted"))
    #expect(daemon.backup.withLock { $0.resets } == [false, true])
  }

  @Test func signingOutWithoutANetworkSaysWhatIsLeft() async throws {
    try daemon.listen()
    #expect(try await run("account", "sign-out").output.contains("could not be told yet"))
  }
}

import JSON
import Receiver
import Synchronization
import Testing

@Suite struct TokenTests {
  private static let day: Int64 = 86_400_000

  private func stored(_ bench: ReceiverBench) throws -> StoredToken {
    try #require(try bench.storage.tokens(of: "rider").first)
  }

  private func state(_ bench: ReceiverBench, _ token: String) throws -> String? {
    try bench.send("GET", "/api/app-status", token).json["deviceToken"]?["state"]?.string
  }

  @Test func isNotKeptInTheClear() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let kept = "\(try stored(bench))" + String(decoding: try stored(bench).hash, as: UTF8.self)
    #expect(!kept.contains(token.dropFirst(10)))
    #expect(try stored(bench).hash.count == 32)
  }

  @Test func livesAYear() throws {
    let bench = ReceiverBench { $0.tokenRenewalMs = 0 }
    let token = try bench.signIn()
    bench.pass(ms: 365 * Self.day - 1)
    #expect(bench.send("GET", "/api/account", token).status == 200)
    bench.pass(ms: 1)
    let answer = bench.send("GET", "/api/account", token)
    #expect(answer.status == 401)
    #expect(answer.slug == "expired-token")
    #expect(try state(bench, token) == "expired")
  }

  @Test func isRenewedInItsLastQuarter() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let end = try stored(bench).expiresAtMs
    bench.pass(ms: 275 * Self.day)
    #expect(bench.send("GET", "/api/account", token).status == 200)
    #expect(try stored(bench).expiresAtMs == end)
    bench.pass(ms: Self.day)
    #expect(bench.send("GET", "/api/account", token).status == 200)
    #expect(try stored(bench).expiresAtMs == bench.nowMs + 365 * Self.day)
  }

  @Test(arguments: [("1.0", false), ("1.5", true), ("3.0", true)])
  func isNotRenewedForABlockedApp(version: String, isRenewed: Bool) throws {
    let bench = ReceiverBench {
      $0.versions.appBelow = DeviceVersion("1.2")
      $0.versions.onlineBelow = DeviceVersion("2.0")
    }
    let token = try bench.signIn()
    let end = try stored(bench).expiresAtMs
    bench.pass(ms: 300 * Self.day)
    let headers = ["vescape-app-version": version]
    for path in ["/api/app-status", "/api/tables", "/api/account"] {
      _ = bench.send("GET", path, token, headers: headers)
    }
    #expect(try (stored(bench).expiresAtMs > end) == isRenewed)
  }

  @Test func usesAreNotedOnceAMinute() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let headers = ["vescape-app-version": "1.4.2"]
    for _ in 0..<5 { _ = bench.send("GET", "/api/account", token, headers: headers) }
    #expect(bench.storage.state.withLock { $0.touches } == 1)
    #expect(try stored(bench).version == "1.4.2")
    bench.pass(ms: 59_999)
    _ = bench.send("GET", "/api/account", token)
    #expect(bench.storage.state.withLock { $0.touches } == 1)
    bench.pass(ms: 1)
    _ = bench.send("GET", "/api/account", token)
    #expect(bench.storage.state.withLock { $0.touches } == 2)
    #expect(try stored(bench).lastUsedAtMs == bench.nowMs)
    #expect(try stored(bench).version == "1.4.2")
  }

  @Test func canBeRevokedOnce() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    #expect(try state(bench, token) == "valid")
    let answer = bench.send("DELETE", "/api/auth/device-tokens/current", token)
    #expect(answer.status == 204)
    #expect(answer.body.isEmpty)
    #expect(bench.send("DELETE", "/api/auth/device-tokens/current", token).status == 401)
    #expect(bench.send("GET", "/api/account", token).slug == "revoked-token")
    #expect(try state(bench, token) == "revoked")
  }

  @Test func otherDevicesStaySignedIn() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let other = try bench.exchange(bench.administration.code(for: "rider"))
    #expect(bench.send("DELETE", "/api/auth/device-tokens/current", token).status == 204)
    #expect(bench.send("GET", "/api/account", other).status == 200)
  }
}

@Suite struct AppStatusTests {
  @Test func isToldToAnyone() throws {
    let bench = ReceiverBench {
      $0.versions.latest = "2.1"
      $0.messages = [StatusMessage(id: "m", kind: .warning, title: "Title", body: "Body")]
    }
    let answer = bench.send("GET", "/api/app-status", headers: ["vescape-app-version": "2.0"])
    #expect(answer.status == 200)
    let expected: JSONValue = [
      "version": ["installed": "2.0", "latest": "2.1", "status": "current"],
      "messages": [["id": "m", "type": "warning", "title": "Title", "body": "Body"]],
      "capabilities": ["extended", "gzip", "blobs"],
    ]
    #expect(try answer.json == expected)
  }

  @Test func tellsNoCapabilitiesWhereThereAreNone() throws {
    let bench = ReceiverBench { $0.isExtended = false }
    let status = try bench.send("GET", "/api/app-status").json
    #expect(status["capabilities"] == nil)
  }

  @Test func tellsWhenTheTokenEnds() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let status = try bench.send("GET", "/api/app-status", token).json
    #expect(
      status["deviceToken"] == [
        "state": "valid", "expiresAt": .integer(bench.nowMs + 365 * 86_400_000),
      ])
    let unknown = try bench.send("GET", "/api/app-status", "barograph_ff").json
    #expect(unknown["deviceToken"] == ["state": "revoked", "expiresAt": nil])
  }

  @Test(arguments: [
    ("0.9", "app-blocked", 426), ("1.0", "online-blocked", 403), ("1.9.9", "online-blocked", 403),
    ("2", "update-warning", 200), ("2.0.9-rc1", "update-warning", 200), ("2.1", "current", 200),
    ("10.0", "current", 200), ("unknown", "current", 200), ("", "current", 200),
    ("99999999999.0", "current", 200), ("1.2.3.4.5", "current", 200),
  ])
  func versionsAreJudgedHere(version: String, standing: String, sync: Int) throws {
    let bench = ReceiverBench {
      $0.versions = VersionPolicy(
        latest: "2.1", warningBelow: DeviceVersion("2.1"), onlineBelow: DeviceVersion("2.0"),
        appBelow: DeviceVersion("1.0"), message: "Please update")
    }
    let token = try bench.signIn()
    let headers = ["vescape-app-version": version]
    let block = try bench.send("GET", "/api/app-status", headers: headers).json["version"]
    #expect(block?["status"]?.string == standing)
    #expect((block?["message"] != nil) == (standing != "current"))
    let hash = EndpointTests.hash
    for (method, path) in [
      ("POST", "/api/sync"), ("GET", "/api/tables"), ("GET", "/api/tables/boards"),
    ] {
      let answer = bench.send(method, path, token, body: Array("{}".utf8), headers: headers)
      #expect(answer.status == sync)
      if sync == 426 { #expect(answer.slug == "update-required") }
      if sync == 403 { #expect(answer.slug == "online-blocked") }
    }
    #expect(
      (bench.send("HEAD", "/api/blobs/igc/\(hash)", token, headers: headers).status == 404)
        == (sync == 200))
    #expect(bench.send("GET", "/api/account", token, headers: headers).status == 200)
    #expect(
      bench.send("DELETE", "/api/auth/device-tokens/current", token, headers: headers).status == 204
    )
  }

  @Test func anotherHeaderMayCarryTheVersion() throws {
    let bench = ReceiverBench { $0.versionHeader = "x-version" }
    let status = try bench.send("GET", "/api/app-status", headers: ["x-version": "7"]).json
    #expect(status["version"]?["installed"] == "7")
  }
}

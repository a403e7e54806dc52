import Receiver
import Synchronization
import Testing

@Suite struct AdministrationTests {
  @Test func accountsAreAddedAndListed() throws {
    let bench = ReceiverBench()
    let (account, code) = try bench.administration.add(name: "A rider")
    #expect(account.id.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil)
    _ = try bench.administration.add(name: "Another", id: "another")
    let token = try bench.exchange(code)
    bench.pass(ms: 5000)
    _ = bench.send("GET", "/api/account", token, headers: ["vescape-app-version": "1.4"])
    let listing = try #require(try bench.administration.list().first { $0.account == account })
    #expect(listing.devices.count == 1)
    #expect(listing.devices[0].version == "1.4")
    #expect(listing.devices[0].state == .valid)
    #expect(listing.devices[0].id.count == 8)
    #expect(listing.lastContactMs == bench.nowMs)
    #expect(!"\(listing)".contains(token.dropFirst(10)))
    #expect(try bench.administration.list().count == 2)
  }

  @Test func badNamesAreRefused() throws {
    let administration = ReceiverBench().administration
    for name in ["", "a\nb", String(repeating: "a", count: 129)] {
      #expect(throws: AdministrationError.badName) { try administration.add(name: name) }
    }
    for id in ["", "Rider", "a/b", "..", String(repeating: "a", count: 65)] {
      #expect(throws: AdministrationError.badID) { try administration.add(name: "A", id: id) }
    }
    _ = try administration.add(name: "A", id: "a")
    #expect(throws: AdministrationError.accountExists("a")) {
      try administration.add(name: "B", id: "a")
    }
    #expect(throws: AdministrationError.unknownAccount("b")) { try administration.code(for: "b") }
    #expect(throws: AdministrationError.unknownAccount("b")) { try administration.delete("b") }
  }

  @Test func devicesAreRevoked() throws {
    let bench = ReceiverBench()
    let tokens = [
      try bench.signIn(), try bench.exchange(bench.administration.code(for: "rider")),
      try bench.exchange(bench.administration.code(for: "rider")),
    ]
    func open() -> Int {
      tokens.filter { bench.send("GET", "/api/account", $0).status == 200 }.count
    }
    let devices = try bench.administration.list()[0].devices
    #expect(try bench.administration.revoke("rider", device: devices[1].id) == 1)
    #expect(open() == 2)
    #expect(throws: AdministrationError.unknownDevice("")) {
      try bench.administration.revoke("rider", device: "")
    }
    #expect(throws: AdministrationError.unknownDevice("zz")) {
      try bench.administration.revoke("rider", device: "zz")
    }
    #expect(try bench.administration.revoke("rider") == 2)
    #expect(open() == 0)
  }

  @Test func anAccountIsErased() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let other = try bench.signIn("other")
    let igc = Sample.igc()
    let path = "/api/blobs/igc/\(flightID(igc))"
    for owner in [token, other] {
      #expect(bench.sync(Sample.board, owner).status == 200)
      #expect(bench.send("PUT", path, owner, body: igc).status == 201)
    }
    let code = try bench.administration.code(for: "rider")
    try bench.administration.delete("rider")
    #expect(bench.send("GET", "/api/account", token).status == 401)
    #expect(bench.send("POST", "/api/auth/device-tokens", code).status == 401)
    #expect(bench.storage.state.withLock { $0.rows["rider"] == nil })
    #expect(bench.blobs.state.withLock { $0.bytes.keys.map(\.accountID) } == ["other"])
    #expect(try bench.storage.blobs(of: "rider").isEmpty)
    #expect(bench.send("GET", path, other).body == igc)
    #expect(throws: AdministrationError.unknownAccount("rider")) {
      try bench.administration.delete("rider")
    }
  }

  /// Cut off in the middle, it can be done again.
  @Test func anErasureThatFailsCanBeRepeated() throws {
    let bench = ReceiverBench()
    let token = try bench.signIn()
    let bytes = Array("waypoints".utf8)
    _ = bench.send("PUT", "/api/blobs/file/\(sha256(bytes))", token, body: bytes)
    bench.blobs.state.withLock { $0.failure = .unavailable("away") }
    #expect(throws: AdministrationError.storage(.unavailable("away"))) {
      try bench.administration.delete("rider")
    }
    #expect(bench.send("GET", "/api/account", token).status == 401)
    bench.blobs.state.withLock { $0.failure = nil }
    try bench.administration.delete("rider")
    #expect(bench.blobs.state.withLock { $0.bytes.isEmpty })
  }
}

import ControlAPI
import FlightModel
import FlightSimulator
import JSON
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// Two boxes of one account that take in the same folder.
  @Suite(.timeLimit(.minutes(10)))
  struct TwoBoxesTests {
    private static let flight = SimulatedLogger(seconds: 60)

    /// A second box of the account.
    private func second(of receiver: ReceiverBox) async throws -> (Box, FakeGPSD) {
      let gpsd = try FakeGPSD()
      let box = try Box(port: gpsd.port, policy: "manual")
      try box.begin()
      try gpsd.greet()
      try await box.connected()
      let made = try await receiver.command("account", "code", "Ada", "--json")
      let code = try #require(try JSONValue.parse(made.output.joined())["code"]?.string)
      let signed = try await box.signIn(at: receiver.url, with: code)
      try #require(signed.code == 0, "\(signed)")
      return (box, gpsd)
    }

    /// The same folder as two loggers' programs would copy it.
    private func take(_ box: Box, isOther: Bool) async throws {
      try box.make("in/simulated.igc", Self.flight.bytes)
      try box.make("in/club.cup", Self.flight.places)
      let end = isOther ? "\n" : "\r\n"
      for (name, minute) in [("one", 500), ("two", 600)] {
        try box.make(
          "in/\(name).igc", LoggerFile(minuteOfDay: minute, lineEnd: end).bytes)
      }
      try await box.run("import", box.folder.file("in"))
      try await box.analysed()
    }

    private func id(_ box: Box, _ name: String) async throws -> String {
      let list = try await box.json("flights", "list", "--text", name)
      return try #require(list["flights"]?.array?.first?["id"]?.string)
    }

    @Test("a folder taken in on both is one logbook on the server; edits outlive imports")
    func oneLogbook() async throws {
      let field = try await BackedUpBox()
      let (box, receiver) = (field.box, field.receiver)
      try await field.feed(Self.flight.flight.fixes.prefix(2))
      try await box.signIn(to: receiver, as: "Ada")
      let (other, gpsd) = try await second(of: receiver)
      try gpsd.report(Self.flight.flight.fixes.prefix(2))
      try await other.status("fixes") { $0.fix.time != nil }
      try await take(box, isOther: false)
      try await take(other, isOther: true)
      let one = try await id(box, "one")
      #expect(try await id(other, "one") == one, "line ends make no other flight")
      try await other.run(
        "flights", "set", one, "--favorite", "yes", "--pilot", "Grace Sample", "--comments", "best")
      try await box.run("homebases", "add", "Sample Field", "48.4,9.9")
      try await other.run("homebases", "add", "Mill", "47,8")
      for one in [other, box] {
        try await one.switchOn()
        try await one.synced()
      }

      let flights = try field.served("flights")
      #expect(flights.count == 3)
      #expect(Set(flights.map { $0["id"]?.string }).count == 3)
      let edited = try #require(flights.first { $0["id"]?.string == one })
      #expect(edited["pilot"]?.string == "Grace Sample", "the import of the first box came later")
      #expect(edited["isFavorite"]?.bool == true && edited["comments"]?.string == "best")
      for flight in flights {
        #expect(flight["analysisVersion"]?.integer ?? 0 > 0, "\(flight)")
        #expect(flight["optimisedDistanceM"]?.integer ?? 0 > 0, "\(flight)")
      }
      #expect(try field.served("tasks").map { $0["name"]?.string } == ["Round"])
      #expect(
        try field.served("homebases").map { $0["id"]?.string }.sorted { ($0 ?? "") < ($1 ?? "") }
          == ["mill", "sample field"])
      let files = try field.served("mapFiles")
      #expect(files.map { $0["filename"]?.string } == ["club.cup"])
      try await expectBlobs(field, flights: flights, file: files.first?["contentHash"]?.string)

      // What verifies on one box verifies on the other.
      for one in [box, other] {
        let verified = try await one.run(["sync", "verify"])
        #expect(verified.code == 0, "\(verified.output)")
      }

      try await box.run("flights", "delete", one, "--yes")
      try await box.synced()
      #expect(try field.served("flights").count == 2)
      let token = try #require(try box.token())
      #expect(try receiver.call("GET", "/api/blobs/igc/\(one)", bearer: token).status == 404)
      await other.stop()
      await field.stop()
    }

    /// Expects every blob that a row names, and no other.
    private func expectBlobs(
      _ field: BackedUpBox, flights: [JSONValue], file: String?
    ) async throws {
      let token = try #require(try field.box.token())
      for flight in flights {
        let id = flight["id"]?.string ?? ""
        let blob = try field.receiver.call("GET", "/api/blobs/igc/\(id)", bearer: token)
        #expect(blob.status == 200)
        #expect(Int64(blob.body.count) == flight["igcBytes"]?.integer, "\(flight)")
      }
      let blob = try field.receiver.call("GET", "/api/blobs/file/\(file ?? "")", bearer: token)
      #expect(blob.status == 200 && blob.body == Self.flight.places)
      let kept = try await ChildProcess.run(
        ["find", field.receiver.folder.file("state"), "-type", "f", "-path", "*/blobs/*"])
      #expect(kept.output.count == flights.count + 1, "\(kept.output)")
    }

    @Test("the bytes of flights and map files are on the server before their rows")
    func blobsFirst() async throws {
      let box = try SyncedBox(policy: "manual")
      try await box.start()
      try await box.record(Self.flight.flight.fixes.prefix(2))
      let gate = ThreadGate()
      box.proxy.script([.hold(gate)], for: "PUT /api/blobs/")
      try await take(box.box, isOther: false)
      try await eventually("the first blob") {
        try? box.syncNow()
        return box.proxy.requests("PUT /api/blobs/").isEmpty ? nil : true
      }
      let token = try #require(try box.box.token())
      for table in ["flights", "mapFiles"] {
        #expect(try box.receiver.rows(of: table, token: token).isEmpty, "\(table)")
      }
      gate.open()
      try await box.settle()
      #expect(try box.receiver.rows(of: "flights", token: token).count == 3)
      #expect(try box.receiver.rows(of: "mapFiles", token: token).count == 1)
      #expect(box.proxy.requests("PUT /api/blobs/igc/").count == 3)
      #expect(box.proxy.requests("PUT /api/blobs/file/").count == 1)
      await box.stop()
    }
  }
}

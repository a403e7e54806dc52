import ControlAPI
import FlightModel
import FlightSimulator
import Glibc
import JSON
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// A box that changes hands: nothing of the account before reaches the next one.
  @Suite(.timeLimit(.minutes(10)))
  struct ResetTests {
    private static let fixes = SimulatedFlight(.minute).fixes
    /// In rows, names, a flight's file and settings of the first account.
    private static let planted = Planted([
      "Quillfeather", "D-9Q9Q", "Zirbelwiese", "Morgenrunde", "Kantenschneider", "123456789",
      "Brummton", "Heckspoiler",
    ])

    private func configure(_ box: Box, _ port: UInt16, pilot: String, registration: String) throws {
      try box.configure(
        """
        [gpsd]
        port = \(port)
        [recording]
        policy = manual
        [declaration]
        pilot = \(pilot)
        registration = \(registration)
        [log]
        level = debug
        """)
    }

    /// A box whose owner has left traces everywhere, and all of them are on the server.
    private func lived(at url: (ReceiverBox) throws -> String) async throws -> BackedUpBox {
      let gpsd = try FakeGPSD()
      let box = try Box(port: gpsd.port)
      try configure(box, gpsd.port, pilot: "Quillfeather", registration: "D-9Q9Q")
      let field = try await BackedUpBox(box: box, gpsd: gpsd)
      try await field.fly(Self.fixes.prefix(30))
      let code = try await field.receiver.addAccount("First")
      #expect(try await box.signIn(at: url(field.receiver), with: code).code == 0)
      try await box.switchOn()
      let board = try await box.run("boards", "add", "Zirbelwiese")[0]
      try await box.run("alerts", "add", board, "speed", "35", "--sound", "Brummton")
      try await box.run("tunes", "add", board, "Kantenschneider", "--fields", "{}")
      try await box.run("settings", "set", "--board", board, "mode", "Heckspoiler")
      try await box.run("zones", "add", "Zuhause", "12.3456789,11.5")
      try await box.run(
        "favorites", "add", "2026-07-04T09:00:00Z", "2026-07-04T10:00:00Z", "--name", "Morgenrunde")
      try await box.synced()
      return field
    }

    /// The daemon goes on in the same process; its socket is there again when it has begun anew.
    private func begunAnew(_ field: BackedUpBox) async throws {
      try await eventually("a new beginning") {
        field.box.log.contains("the former account's data").orNil
      }
      try field.gpsd.greet()
      try await field.box.status("a new beginning") {
        $0.sync.accountID == nil && $0.sources.allSatisfy { $0.link == .connected }
      }
    }

    @Test("after a reset nothing of the first account is in the second: rows, files, batches")
    func changeOfHands() async throws {
      var firstRelay: RecordingRelay?
      let field = try await lived { receiver in
        firstRelay = try RecordingRelay(to: receiver.port)
        return firstRelay!.url
      }
      let (box, receiver) = (field.box, field.receiver)
      let sent = firstRelay?.sent ?? []
      #expect(Self.planted.found(in: sent) == Self.planted.values, "the search can find")
      let token = try #require(try box.token())
      let process = box.daemon?.identifier
      try configure(box, field.gpsd.port, pilot: "Bo Second", registration: "D-2222")
      let said = try await box.run("account", "reset", "--yes")
      #expect(said.joined().contains("\(box.state)/set-aside/account-"), "\(said)")
      try await begunAnew(field)
      #expect(box.daemon?.identifier == process)
      let relay = try RecordingRelay(to: receiver.port)
      let code = try await receiver.addAccount("Second")
      #expect(try await box.signIn(at: relay.url, with: code).code == 0)
      try await box.switchOn()
      try await field.fly(Self.fixes)
      try await box.run("boards", "add", "Bos Brett")
      try await box.synced()
      try await box.status("revocation") { $0.sync.queuedRevocations == 0 }
      #expect(try receiver.call("GET", "/api/account", bearer: token).status == 401)
      try await expectNothing(of: Self.planted, in: field)
      #expect(Self.planted.found(in: relay.sent) == [])
      #expect(Planted([token]).found(in: relay.sent) == [])
      let verified = try await box.run("sync", "verify")
      #expect(verified.last == "server-equals-store yes", "\(verified)")
      try expectOneUnit(box)
      await field.stop()
      #expect(
        try Planted(Self.planted.values + [token]).found(
          below: box.state, leaving: ["set-aside"]) == [])
    }

    private func expectNothing(of planted: Planted, in field: BackedUpBox) async throws {
      let box = field.box
      for words in [
        ["boards", "list"], ["alerts", "list"], ["tunes", "list"], ["zones", "list"],
        ["favorites", "list"], ["settings", "list"], ["flights", "list"], ["rides", "list"],
        ["account", "status"], ["sync", "status"], ["status"],
      ] {
        let answer = try await box.run(words + ["--json"])
        #expect(planted.found(in: answer.output.joined()) == [], "\(words)")
      }
      let telemetry = try await box.run(
        "telemetry", "export", "--from", "2000-01-01T00:00:00Z", "--to", "2040-01-01T00:00:00Z")
      #expect(planted.found(in: telemetry.joined()) == [])
      let token = try #require(try box.token())
      for table in try JSONValue.parse(
        field.receiver.call("GET", "/api/tables", bearer: token).body)["tables"]?.object?.keys ?? []
      {
        let rows = try field.receiver.rows(of: table, token: token)
        #expect(planted.found(in: "\(rows)") == [], "\(table)")
      }
    }

    /// Database, files and what uploads keep lie together, for their owner alone.
    private func expectOneUnit(_ box: Box) throws {
      let names = try box.names(in: "set-aside")
      let folder = "\(box.state)/set-aside/\(try #require(names.first))"
      #expect(names.count == 1)
      var status = stat()
      #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
      let inside = Set(try Files.names(in: folder))
      #expect(inside.isSuperset(of: ["barograph.db", "blobs", "flights", "sync"]), "\(inside)")
      #expect(try StoredRows("\(folder)/barograph.db")?.count(of: .flights) == 1)
    }

    @Test("--erase leaves nothing; a recording forbids both")
    func erase() async throws {
      let field = try await lived { $0.url }
      let box = field.box
      try await field.feed(Self.fixes[30..<32])
      try await box.run("record", "start")
      try await box.expectRefusal(75, "recording is going on", of: "account", "reset", "--yes")
      try await box.expectRefusal(64, "--yes", of: "account", "reset")
      try await box.run("record", "stop")
      try await box.status("filing") { $0.recording == nil && $0.unfinishedRecordings == 0 }
      try configure(box, field.gpsd.port, pilot: "Bo Second", registration: "D-2222")
      try await box.run("sync", "off")
      try await box.run("boards", "add", "Zirbelwiese")
      let asked = try await ChildProcess.run(
        ["script", "-qec", "\(Programs.command) account reset", "/dev/null"],
        environment: ["BAROGRAPH_SOCKET": box.socketPath], input: "n\n")
      #expect(asked.ending == .exit(1))
      let question = asked.output.joined()
      #expect(question.contains("rows are not on a server yet"), "\(question)")
      #expect(question.contains("move every recording of this box to \(box.state)/set-aside"))
      try await box.run("account", "reset", "--erase", "--yes")
      try await begunAnew(field)
      await field.stop()
      #expect(try Self.planted.found(below: box.state) == [])
      #expect(try box.names(in: "set-aside") == [])
      #expect(box.files == [])
    }

    @Test(
      "a power cut after the note, or amid the move: the next start completes it",
      arguments: [false, true])
    func powerCuts(isAmidTheMove: Bool) async throws {
      let field = try await lived { $0.url }
      let box = field.box
      try configure(box, field.gpsd.port, pilot: "Bo Second", registration: "D-2222")
      let token = try #require(try box.token())
      await box.kill()
      // What a reset leaves when the power goes before the new beginning.
      let (note, name) = ("\(box.state)/reset", "account-20260704T120000")
      try Files.replace(note, with: Array("\(name)\n".utf8), mode: 0o600)
      let target = "\(box.state)/set-aside/\(name)"
      if isAmidTheMove {
        // The database has gone, its log and the files have not.
        try Files.makeFolder(target, mode: 0o700)
        try Files.rename(box.databasePath, to: "\(target)/barograph.db")
      }
      try await field.startBox()
      #expect(!Files.exists(note))
      #expect(try box.status().facts?.sync.accountID == nil)
      #expect(try await box.json("flights", "list")["flights"]?.array == [])
      #expect(try StoredRows("\(target)/barograph.db")?.count(of: .flights) == 1)
      try expectOneUnit(box)
      // A server on this machine is spoken to without a network, once the box knows of it.
      try await box.signIn(to: field.receiver, as: "Second")
      try await box.status("revocation") { $0.sync.queuedRevocations == 0 }
      #expect(try field.receiver.call("GET", "/api/account", bearer: token).status == 401)
      await field.stop()
      let left = try Self.planted.found(below: box.state, leaving: ["set-aside", "revocations"])
      #expect(left == [])
    }
  }
}

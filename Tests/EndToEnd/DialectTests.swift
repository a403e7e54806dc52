import ControlAPI
import FlightModel
import FlightSimulator
import JSON
import Linux
import RecordingModel
import Store
import SyncContract
import TestSupport
import Testing

extension EndToEnd {
  /// A server that learns the extended dialect while a box belongs to it.
  @Suite(.timeLimit(.minutes(10)))
  struct DialectTests {
    private static let fixes = SimulatedFlight(.minute).fixes

    @Test("strict first, and what it does not know waits; then all of it follows")
    func switchedOn() async throws {
      let gpsd = try FakeGPSD()
      let box = try Box(port: gpsd.port, policy: "manual")
      try box.seed { store in
        for name in ["Ohlstadt", "Unterwoessen"] {
          try store.put(
            .homebases,
            [
              "name": .text(name), "latitudeE7": .integer(476_000_000),
              "longitudeE7": .integer(112_000_000),
            ])
        }
        try store.delete(.homebase, ["ohlstadt"])
      }
      let field = try await BackedUpBox(
        box: box, gpsd: gpsd, receiver: ReceiverBox("[sync]\nextended = no"))
      let relay = try RecordingRelay(to: field.receiver.port)
      let code = try await field.receiver.addAccount("Ada")
      #expect(try await box.signIn(at: relay.url, with: code).code == 0)
      try await box.switchOn()
      try await field.fly(Self.fixes)
      let board = try await box.run("boards", "add", "Plank")[0]
      try await box.run("alerts", "add", board, "speed", "35", "--beeps", "3")
      try await box.run("boards", "add", "Other")
      try await box.run("boards", "delete", "Other")
      try await expectStrict(field, relay)
      try field.receiver.keepPort()
      await field.receiver.stop()
      try await field.receiver.start()
      // A box asks what the server can do at its start.
      await box.stop()
      try await field.startBox()
      try await box.status("the extended dialect") { $0.sync.dialect == "extended" }
      try await box.synced()
      #expect(try field.served("alerts").first?["beepCount"]?.integer == 3)
      #expect(try field.served("homebases").map { $0["name"]?.string } == ["Unterwoessen"])
      #expect(try field.served("flights").count == 1)
      #expect(String(decoding: relay.sent, as: UTF8.self).contains(#""target":"homebase""#))
      let verified = try await box.run("sync", "verify")
      #expect(verified.last == "server-equals-store yes", "\(verified)")
      await field.stop()
    }

    private func expectStrict(_ field: BackedUpBox, _ relay: RecordingRelay) async throws {
      try await field.box.run("sync", "now")
      let token = try #require(try field.box.token())
      try await eventually("the board on the server") {
        let boards = try field.receiver.rows(of: "boards", token: token, dialect: "strict")
        return boards.contains { $0["name"]?.string == "Plank" }.orNil
      }
      try await field.box.status("the strict dialect, all of it sent") {
        $0.sync.dialect == "strict" && $0.sync.state == .upToDate
      }
      let sent = String(decoding: relay.sent, as: UTF8.self)
      #expect(sent.contains(#""target":"board""#))
      for word in ["beepCount", "homebase", "\"flights\"", "/api/blobs", "dialect=extended"] {
        #expect(!sent.contains(word), "\(word)")
      }
    }
  }
}

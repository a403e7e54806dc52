import ControlAPI
import FlightSimulator
import Glibc
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// Servers that change their mind about what they speak and whom they serve.
  @Suite(.timeLimit(.minutes(10)))
  struct SyncServerTests {
    private let fixes = SimulatedFlight(.shortFlight(seed: 36)).fixes

    /// The receiver again, with other sections in its configuration.
    private func change(_ box: SyncedBox, _ sections: String) async throws {
      await box.receiver.stop()
      try box.receiver.configure("[listen]\naddress = 127.0.0.1:0\n\(sections)")
      try await box.restartReceiver()
    }

    @Test("from strict to extended amid kills: everything that strict has no words for follows")
    func goesExtended() async throws {
      let box = try SyncedBox([ReceiverBox("[sync]\nextended = no")])
      try await box.start()
      for _ in 0..<3 { try box.edit() }
      try await box.record(fixes[..<100])
      #expect(try await box.box.command("record", "stop").code == 0)
      try await box.settle()
      #expect(try box.facts().dialect == "strict")
      #expect(box.proxy.requests("PUT ").isEmpty)
      try await change(box, "")
      for stage in WireStage.allCases {
        await box.box.stop()
        try box.box.begin()
        let daemon = try #require(box.box.daemon)
        box.proxy.trap(stage) { daemon.send(SIGKILL) }
        try await box.sprung("\(stage)")
        await box.box.kill()
        try await box.startBox()
        try box.edit()
      }
      try await box.settle()
      #expect(try box.facts().dialect == "extended")
      try await box.expectEqual("extended")
      await box.stop()
    }

    @Test("back to strict: told as a pause, and resuming once goes on in strict")
    func goesStrict() async throws {
      let box = try SyncedBox()
      try await box.start()
      try box.edit()
      try await box.record(fixes[..<30])
      try await box.settle()
      try await change(box, "[sync]\nextended = no")
      try box.edit()
      try box.syncNow()
      try await box.sync("pause") { $0.state == .paused }
      try await box.sync("strict") { $0.dialect == "strict" }
      #expect(try await box.box.command("sync", "resume").code == 0)
      try await box.settle()
      try await change(box, "")
      await box.box.stop()
      try await box.startBox()
      try await box.sync("extended") { $0.dialect == "extended" }
      try await box.settle()
      try await box.expectEqual("strict and back")
      await box.stop()
    }

    @Test("a version that is blocked waits, is told what to do, and goes on once it is let in")
    func blockedVersion() async throws {
      let box = try SyncedBox()
      try await box.start()
      try await box.record(fixes[..<20])
      try await box.settle()
      try await change(box, "[versions]\nblock-online-below = 99\nmessage = please update")
      try box.edit()
      try box.syncNow()
      try await box.sync("blocked") { $0.state == .blocked && $0.pendingRows > 0 }
      let status = try await box.box.command("status")
      #expect(status.code == 1 && status.output.contains { $0.contains("update barograph") })
      try await box.record(fixes[20..<30])
      try await change(box, "")
      try box.syncNow()
      try await box.sync("let in") { $0.state != .blocked }
      #expect(try await box.box.command("sync", "resume").code == 0)
      try await box.settle()
      try await box.expectEqual("blocked")
      await box.stop()
    }
  }
}

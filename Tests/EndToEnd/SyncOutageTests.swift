import ControlAPI
import FlightSimulator
import Glibc
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// Servers, databases and disks that fail in the middle of it.
  @Suite(.timeLimit(.minutes(10)))
  struct SyncOutageTests {
    private let fixes = SimulatedFlight(.shortFlight(seed: 34)).fixes

    @Test("a receiver killed at each stage of a batch, and again: nothing lost, nothing twice")
    func receiverKilled() async throws {
      let box = try SyncedBox()
      try await box.start()
      for (index, stage) in (WireStage.allCases + WireStage.allCases).enumerated() {
        try box.edit()
        try await box.record(fixes[(index * 10)..<(index * 10 + 10)])
        let program = try #require(box.receiver.program)
        box.proxy.trap(stage) { program.send(SIGKILL) }
        try await box.sprung("\(stage)")
        await box.receiver.kill()
        try await box.restartReceiver()
        try box.expectNoCursorAhead("\(stage)")
        try await box.settle()
        try await box.expectEqual("killed when \(stage)")
      }
      await box.stop()
    }

    @Test("PostgreSQL crashes before, during and after a batch, and the receiver finds it again")
    func postgresCrashes() async throws {
      let postgres = try PrivatePostgres()
      let more = "[storage]\npostgresql = \(try postgres.makeDatabase())"
      let box = try SyncedBox([ReceiverBox(more)])
      box.proxy.isHasty = true
      try await box.start()
      for (index, stage) in [WireStage.arrived, .forwarded, .halfway].enumerated() {
        try box.edit()
        try await box.record(fixes[(index * 10)..<(index * 10 + 10)])
        box.proxy.trap(stage) { postgres.crash() }
        try await box.sprung("\(stage)")
        try box.edit()
        try box.syncNow()
        try await box.sync("an attempt without a database") { $0.state == .retrying }
        #expect(try box.receiver.call("GET", "/healthz").status == 503)
        try postgres.start()
        try await box.settle()
        try await box.expectEqual("PostgreSQL crashed when \(stage)")
      }
      await box.stop()
    }

    @Test("two receivers on one PostgreSQL in turn, while they and the box are killed")
    func twoReceivers() async throws {
      let more = "[storage]\npostgresql = \(try PrivatePostgres.shared().makeDatabase())"
      let box = try SyncedBox([ReceiverBox(more), ReceiverBox(more)])
      box.proxy.isHasty = true
      try await box.start()
      for (index, stage) in (WireStage.allCases + WireStage.allCases).enumerated() {
        try box.edit()
        try await box.record(fixes[(index * 10)..<(index * 10 + 10)])
        let (daemon, receiver) = (box.box.daemon!, box.receivers[index % 2])
        let program = try #require(receiver.program)
        box.proxy.trap(stage) {
          program.send(SIGKILL)
          daemon.send(SIGKILL)
        }
        try await box.sprung("\(stage)")
        await box.box.kill()
        await receiver.kill()
        try await box.startBox()
        // With one of the two missing every other request fails.
        try box.edit()
        try await box.settle()
        try await receiver.start()
        box.proxy.serve(box.receivers.map(\.port))
        try await box.expectEqual("killed when \(stage)")
      }
      await box.stop()
    }

    @Test(
      "the receiver's disk full: the box waits, and when there is space again nothing is missing",
      .enabled("mount namespaces are not permitted here") { await SmallDisk.isPermitted() })
    func receiverDiskFull() async throws {
      let receiver = try ReceiverBox()
      let disk = try await SmallDisk(mebibytes: 32, over: receiver.folder.file("state"))
      receiver.place = disk.prefix
      let box = try SyncedBox([receiver])
      box.proxy.isHasty = true
      try await box.start()
      try await box.record(fixes[..<10])
      try await box.settle()
      try disk.fill()
      // Enough that it fits into no page that is there already.
      for _ in 0..<10 { try box.edit() }
      try await box.record(fixes[10..<200])
      try box.syncNow()
      try await box.sync("a refusal") { facts in
        facts.state == .retrying && box.proxy.requests().contains { $0.status == 503 }
      }
      try box.expectNoCursorAhead("receiver's disk full")
      try disk.free()
      try await box.settle()
      try await box.expectEqual("receiver's disk full")
      await box.stop()
    }

    @Test(
      "the box's disk full: cursors that cannot be written send the same again, and catch up",
      .enabled("mount namespaces are not permitted here") { await SmallDisk.isPermitted() })
    func boxDiskFull() async throws {
      let folder = TemporaryFolder()
      let state = folder.file("state")
      let disk = try await SmallDisk(mebibytes: 72, over: state)
      let box = try SyncedBox(more: "[storage]\nminimum-free = 16", state: state)
      box.box.prefix = disk.prefix
      try await box.start()
      try await box.record(fixes[..<30])
      try await box.settle()
      // Many small batches wait, and each has cursors to keep.
      box.proxy.script([.answer(413, body: #"{"error":"too-large","maxBytes":16384}"#)])
      try box.edit()
      try await box.settle()
      box.proxy.refuse()
      try await box.record(fixes[30..<200])
      try disk.fill()
      let last = try await fly(box, untilFailing: fixes[200...])
      while (try? box.edit()) != nil {}
      try box.proxy.admit()
      try await box.sync("cursors that cannot be kept") { _ in
        try box.syncNow()
        return box.box.log.contains("cursors cannot be written")
      }
      try disk.free()
      try await box.box.stored(upTo: last.time)
      try box.edit()
      try await box.settle()
      #expect(try await box.box.command("sync", "verify").code == 0)
      // An orderly stop would write a last word, which waits for the next start.
      await box.box.kill()
      let copy = try disk.copy(of: box.box.databasePath, to: folder)
      let rows = try box.compared(copy)
      #expect(rows.promised == [])
      #expect(rows.surplus == [])
      #expect(rows.missing == [])
      await box.stop()
    }

    /// Feeds fixes until the database can take no more; the last one fed.
    private func fly(
      _ box: SyncedBox, untilFailing fixes: ArraySlice<SimulatedFix>
    ) async throws -> SimulatedFix {
      var rest = fixes
      var last = fixes[fixes.startIndex]
      try await box.box.status("failing commits") {
        if $0.storage.consecutiveFailures == 0, let next = rest.popFirst() {
          last = next
          try? box.gpsd?.report([next])
        }
        return $0.storage.consecutiveFailures > 0
      }
      return last
    }
  }
}

import ControlAPI
import FlightSimulator
import Linux
import SQLite
import TestSupport
import Testing

extension EndToEnd {
  /// Answers that only a person can do something about: told everywhere, kept, and nothing lost.
  @Suite(.timeLimit(.minutes(10)))
  struct SyncPauseTests {
    private let fixes = SimulatedFlight(.shortFlight(seed: 32)).fixes

    private func begin() async throws -> SyncedBox {
      let box = try SyncedBox()
      try await box.start()
      try await box.record(fixes[..<20])
      try await box.settle()
      return box
    }

    /// Waits for a pause, and expects it to be told in every place.
    private func expectPause(
      _ box: SyncedBox, _ reason: String, remedy: String, told before: Int, _ note: String
    ) async throws {
      let facts = try await box.sync("pause after \(note)") { $0.state == .paused }
      #expect(facts.pause?.reason == reason, "\(note)")
      #expect(facts.pendingRows > 0, "\(note): nothing is skipped")
      let status = try await box.box.command("status")
      #expect(status.code == 1, "\(note)")
      #expect(status.output.contains { $0.contains(remedy) }, "\(note): \(status.output)")
      #expect(try await box.box.command("sync", "status").code == 1, "\(note)")
      let line = box.box.log.lines.last { $0.contains("uploads are paused: ") }
      #expect(line?.contains("reason=\(reason)") == true, "\(note)")
      try await box.sync("the hook after \(note)") { _ in box.hookLines().count > before }
      #expect(box.hookLines().last?.hasPrefix("\(reason) ") == true, "\(note)")
    }

    private struct Refusal {
      var fault: WireFault
      var reason: String
      var remedy = "sync resume"
    }

    private static let refusals: [Refusal] = [
      Refusal(fault: .answer(400, body: #"{"error":"unknown-field"}"#), reason: "refused"),
      Refusal(fault: .answer(409, body: #"{"error":"missing-parent"}"#), reason: "refused"),
      Refusal(fault: .answer(422), reason: "refused"),
      Refusal(fault: .corruptBody, reason: "refused"),
      Refusal(fault: .answer(403, body: #"{"error":"suspended"}"#), reason: "forbidden"),
      Refusal(
        fault: .answer(403, body: #"{"error":"online-blocked"}"#), reason: "update-required",
        remedy: "update barograph"),
      Refusal(fault: .answer(426), reason: "update-required", remedy: "update barograph"),
      Refusal(fault: .answer(404, body: "no such page"), reason: "unexpected-answer"),
      Refusal(fault: .answer(204), reason: "unexpected-answer"),
      Refusal(
        fault: .answer(301, headers: ["Location: http://127.0.0.1:9/api/sync"]),
        reason: "unexpected-answer"),
      Refusal(fault: .answer(200, body: #"{"accepted":{}}"#), reason: "unexpected-answer"),
      Refusal(fault: .answer(200, body: "<html>welcome</html>"), reason: "unexpected-answer"),
      Refusal(
        fault: .answer(200, body: String(repeating: " ", count: 4 << 20)),
        reason: "unexpected-answer"),
      Refusal(fault: .corruptAnswer, reason: "unexpected-answer"),
    ]

    @Test("permanent answers pause with reason and remedy, and resuming sends the same rows")
    func permanent() async throws {
      let box = try await begin()
      for (index, refusal) in Self.refusals.enumerated() {
        let note = "\(refusal.fault)".prefix(80).description
        try box.edit()
        if index % 2 == 0 { try await box.record(fixes[(20 + index * 4)..<(24 + index * 4)]) }
        box.proxy.script([refusal.fault])
        let told = box.hookLines().count
        try box.syncNow()
        try await expectPause(
          box, refusal.reason, remedy: refusal.remedy, told: told, note)
        try box.expectNoCursorAhead(note)
        let sent = box.proxy.requests().count
        try box.syncNow()
        #expect(try box.facts().state == .paused, "\(note): asking ends no pause")
        #expect(box.proxy.requests().count == sent, "\(note)")
        #expect(try await box.box.command("sync", "resume").code == 0, "\(note)")
        try await box.settle()
        try await box.expectEqual(note)
      }
      await box.stop()
    }

    @Test("401 ends the token: uploads wait for a sign-in, also over a restart")
    func deadToken() async throws {
      let box = try await begin()
      #expect(try await box.receiver.command("account", "revoke", "Ada").code == 0)
      try box.edit()
      try box.syncNow()
      try await expectPause(
        box, "sign-in-again", remedy: "account sign-in", told: 0, "a revoked token")
      await box.box.stop()
      try await box.startBox()
      try await box.sync("the same pause") { $0.pause?.reason == "sign-in-again" }
      let sent = box.proxy.requests().count
      try await box.record(fixes[20..<30])
      try box.syncNow()
      #expect(box.proxy.requests().count == sent)
      try await box.signInAgain()
      try await box.settle()
      try await box.expectEqual("a revoked token")
      await box.stop()
    }

    @Test("a row that the server never takes pauses as that row, and the ones before it are sent")
    func rowTooLarge() async throws {
      let box = try await begin()
      try box.edit()
      // Halved from some rows to one, whatever the count.
      box.proxy.script(Array(repeating: .answer(413, body: #"{"error":"too-large"}"#), count: 12))
      try box.syncNow()
      try await expectPause(
        box, "row-too-large", remedy: "sync resume", told: 0, "413 for ever")
      #expect(try box.facts().pause?.table != nil)
      box.proxy.clear()
      #expect(try await box.box.command("sync", "resume").code == 0)
      try await box.settle()
      try await box.expectEqual("413 for ever")
      await box.stop()
    }

    @Test("a pause and what waits stay over a power cut")
    func pauseIsKept() async throws {
      let box = try await begin()
      try box.edit()
      box.proxy.script([.answer(422, body: #"{"error":"bad-value"}"#)])
      try box.syncNow()
      try await expectPause(box, "refused", remedy: "sync resume", told: 0, "422")
      await box.box.kill()
      let sent = box.proxy.requests().count
      try await box.startBox()
      let facts = try await box.sync("the same pause") { $0.state == .paused }
      #expect(facts.pause?.slug == "bad-value" && facts.pause?.status == 422)
      try await box.sync("the hook again") { _ in box.hookLines().count == 2 }
      #expect(box.proxy.requests().count == sent)
      #expect(try await box.box.command("sync", "resume").code == 0)
      try await box.settle()
      try await box.expectEqual("422 over a power cut")
      await box.stop()
    }

    @Test("files and questions meet the same faults")
    func otherRequests() async throws {
      let flight = SimulatedFlight(.shortFlight(seed: 33))
      let box = try SyncedBox()
      try await box.start()
      try await box.record(flight.fixes)
      let puts: [WireFault] = [
        .resetBefore, .resetAfter, .halfAnswer, .truncated(), .answer(503), .twice,
      ]
      box.proxy.script(puts, for: "PUT /api/blobs/igc")
      #expect(try await box.box.command("record", "stop").code == 0)
      try await box.sync("the faults of the file") { _ in
        try box.syncNow()
        return box.proxy.remaining == 0
      }
      try await box.settle()
      box.proxy.script([.halfAnswer], for: "GET /api/tables")
      #expect(try await box.box.command("sync", "verify").code == 75)
      box.proxy.script([.answer(200, body: "{}")], for: "GET /api/tables")
      #expect(try await box.box.command("sync", "verify").code != 0)
      box.proxy.script([.answer(500), .answer(200, body: "[")], for: "GET /api/app-status")
      await box.box.stop()
      try await box.startBox()
      try box.edit()
      try await box.settle()
      try await box.expectEqual("faults of files and questions")
      await box.stop()
    }

    @Test("faults of a sign-in leave no token behind, and another code works")
    func signIn() async throws {
      let box = try SyncedBox()
      try await box.receiver.start()
      box.proxy.serve([box.receiver.port])
      try await box.startBox()
      var code = try await box.receiver.addAccount("Ada")
      // The code is used up, and nobody has the token.
      box.proxy.script([.resetAfter], for: "POST /api/auth/device-tokens")
      #expect(try await box.attempt(code) == 75)
      #expect(try await box.attempt(code) == 1)
      let accounts: [WireFault] = [
        .answer(500), .answer(200, body: #"{"id":"another","name":"Eve"}"#), .halfAnswer,
      ]
      for fault in accounts {
        code = try await box.newCode()
        box.proxy.script([fault], for: "GET /api/account")
        let revoked = box.proxy.requests("DELETE ").count
        #expect(try await box.attempt(code) == 75, "\(fault)")
        try await eventually("revocation after \(fault)") {
          (box.proxy.requests("DELETE ").count > revoked).orNil
        }
        #expect(try box.facts().state != .paused && box.facts().accountID == nil, "\(fault)")
      }
      box.proxy.script([.answer(500)], for: "GET /api/app-status")
      #expect(try await box.attempt(box.newCode()) == 0)
      let listed = try await box.receiver.command("account", "list")
      #expect(listed.output.filter { $0.contains("signed out") }.count <= 4, "\(listed.output)")
      await box.stop()
    }

    @Test("a byte that changed on the way and still made sense is found by verifying, and named")
    func silentCorruption() async throws {
      let box = try await begin()
      try box.receiver.spoilRow()
      let rows = try box.compared()
      #expect(!rows.promised.isEmpty && !rows.missing.isEmpty && !rows.surplus.isEmpty)
      let verified = try await box.box.command("sync", "verify")
      #expect(verified.code == 1)
      #expect(verified.output.contains("server-equals-store no"))
      #expect(verified.output.contains { $0.hasPrefix("boards ") && $0.contains("row by row") })
      await box.stop()
    }
  }
}

extension ReceiverBox {
  /// Changes a name in the stored rows, behind the program's back.
  fileprivate func spoilRow() throws {
    let connection = try Connection(path: databasePath, access: .readWrite)
    try connection.execute(#"UPDATE "boards" SET "name" = "name" || '?'"#)
    try connection.close()
  }
}

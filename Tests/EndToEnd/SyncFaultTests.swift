import ControlAPI
import FlightSimulator
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// Everything that a network and a server can do to a batch, between the real daemon and the real
  /// receiver. After each: nothing lost, nothing twice, and no cursor before its row.
  @Suite(.timeLimit(.minutes(10)))
  struct SyncFaultTests {
    private let fixes = SimulatedFlight(.shortFlight(seed: 31)).fixes

    /// A box with a recording under way and everything sent.
    private func begin() async throws -> SyncedBox {
      let box = try SyncedBox()
      try await box.start()
      try await box.record(fixes[..<20])
      try await box.settle()
      try await box.expectEqual("before the first fault")
      return box
    }

    // MARK: What passes by itself

    @Test("cut off anywhere, half answers, 5xx: told as retrying, the same rows again, once each")
    func transient() async throws {
      let box = try await begin()
      let faults: [WireFault] = [
        .resetBefore, .resetAfter, .halfAnswer, .truncated(), .answer(500),
        .answer(503, body: #"{"error":"unavailable"}"#), .answer(502, body: "<html>"),
        .answer(599), .raw("SSH-2.0-OpenSSH_9.2p1\r\n"), .raw("HTTP/1.1 2"),
      ]
      for (index, fault) in faults.enumerated() {
        try box.edit()
        if index % 2 == 0 { try await box.record(fixes[(20 + index * 5)..<(25 + index * 5)]) }
        box.proxy.script([fault])
        try box.syncNow()
        try await box.sync("retrying after \(fault)") { facts in
          facts.state == .retrying && box.proxy.remaining == 0
        }
        try box.expectNoCursorAhead("\(fault)")
        #expect(try await box.box.command("sync", "status").code == 0, "\(fault)")
        try await box.settle()
        try await box.expectEqual("\(fault)")
      }
      #expect(box.hookLines() == [], "nothing of this needs a person")
      await box.stop()
    }

    @Test("a link that is cut at each tenth of a batch: the same rows again, once each")
    func tenths() async throws {
      let box = try await begin()
      for tenths in 0..<10 {
        try box.edit()
        try await box.record(fixes[(20 + tenths * 5)..<(25 + tenths * 5)])
        box.proxy.script([.truncated(tenths: tenths)])
        try box.syncNow()
        try await box.sync("retrying after \(tenths) tenths") { facts in
          facts.state == .retrying && box.proxy.remaining == 0
        }
        try box.expectNoCursorAhead("\(tenths) tenths")
        try await box.settle()
      }
      try await box.expectEqual("each tenth")
      #expect(box.hookLines() == [], "nothing of this needs a person")
      await box.stop()
    }

    @Test(
      "a server that is not there: recording goes on, and one request sends all when it is back")
    func refused() async throws {
      let box = try await begin()
      box.proxy.refuse()
      try box.edit()
      try await box.record(fixes[20..<40])
      try box.syncNow()
      try await box.sync("retrying") { $0.state == .retrying && $0.nextS ?? 0 > 5 }
      try box.expectNoCursorAhead("refused")
      try box.proxy.admit()
      try await box.settle()
      try await box.expectEqual("refused")
      await box.stop()
    }

    @Test("slow, twice, held back: no failure at all")
    func harmless() async throws {
      let box = try await begin()
      for (index, fault) in [WireFault.twice, .drip].enumerated() {
        try box.edit()
        try await box.record(fixes[(20 + index * 5)..<(25 + index * 5)])
        box.proxy.script([fault])
        try box.syncNow()
        try await box.settle(isAsked: false)
        try await box.expectEqual("\(fault)")
      }
      let gate = ThreadGate()
      try box.edit()
      box.proxy.script([.hold(gate)])
      let before = box.proxy.requests().count
      try box.syncNow()
      try await box.sync("the request") { _ in box.proxy.requests().count > before }
      // Meanwhile the flight goes on, and what comes now is not for the cursors of that batch.
      try await box.record(fixes[30..<50])
      try box.edit()
      #expect(try box.facts().state == .syncing)
      gate.open()
      try await box.settle()
      try await box.expectEqual("held back")
      await box.stop()
    }

    @Test("switched off while the answer is on its way: it moves nothing, and on sends the same")
    func givenUp() async throws {
      let box = try await begin()
      let gate = ThreadGate()
      try box.edit()
      box.proxy.script([.hold(gate)])
      let before = box.proxy.requests().count
      try box.syncNow()
      try await box.sync("the request") { _ in box.proxy.requests().count > before }
      #expect(try await box.box.command("sync", "off").code == 0)
      try await box.sync("off") { $0.state == .off && $0.pendingRows > 0 }
      gate.open()
      try box.expectNoCursorAhead("given up")
      let code = try await box.box.command("sync", "on", "--yes", "--unmetered-only", "no").code
      #expect(code == 0)
      try await box.settle(isAsked: false)
      try await box.expectEqual("given up")
      await box.stop()
    }

    @Test("a server that never answers holds up neither the flight nor an orderly stop")
    func silentServer() async throws {
      let box = try await begin()
      let gate = ThreadGate()
      box.proxy.script([.hold(gate)])
      try box.edit()
      let before = box.proxy.requests().count
      try box.syncNow()
      try await box.sync("the request") { _ in box.proxy.requests().count > before }
      try await box.record(fixes[20..<30])
      let began = ContinuousClock.now
      #expect(await box.box.stop() == .exit(0))
      #expect(ContinuousClock.now - began < .seconds(10))
      gate.open()
      try await box.startBox()
      try await box.settle()
      try await box.expectEqual("a silent server")
      await box.stop()
    }

    @Test("413 makes batches smaller by itself, down to what the server says")
    func tooLarge() async throws {
      let box = try await begin()
      for _ in 0..<30 { try box.edit() }
      try await box.record(fixes[20..<80])
      box.proxy.script([
        .answer(413, body: #"{"error":"too-large","maxBytes":20000}"#), .answer(413, body: "{}"),
      ])
      let before = box.proxy.requests().count
      try box.syncNow()
      try await box.settle(isAsked: false)
      #expect(box.proxy.requests().count >= before + 4)
      try await box.expectEqual("413")
      await box.stop()
    }

    // MARK: What the server asks to wait for

    @Test("Retry-After in seconds and as a date ends by time alone, whoever asks")
    func retryAfter() async throws {
      let box = try await begin()
      // The server's own clock counts, right or wrong.
      let dates = [
        "Date: Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After: Sun, 06 Nov 1994 08:49:39 GMT",
      ]
      let faults: [(status: Int, headers: [String])] = [
        (429, ["Retry-After: 2"]), (429, dates), (503, ["Retry-After: 2"]), (503, dates),
      ]
      for fault in faults {
        try box.edit()
        box.proxy.script([.answer(fault.status, headers: fault.headers)])
        let before = box.proxy.requests().count
        try box.syncNow()
        try await box.sync("the answer \(fault)") { _ in box.proxy.remaining == 0 }
        try await box.settle()
        let requests = box.proxy.requests()[before...]
        #expect(requests.count >= 2 && requests.first?.status == fault.status, "\(fault)")
        let waited = requests[before].arrivedAt.duration(to: requests[before + 1].arrivedAt)
        #expect(waited >= .milliseconds(1900), "\(fault)")
        try await box.expectEqual("\(fault)")
      }
      await box.stop()
    }

    @Test("429 without a time is 30 s, which asking does not shorten")
    func throttled() async throws {
      let box = try await begin()
      try box.edit()
      box.proxy.script([.answer(429)])
      try box.syncNow()
      try await box.sync("the answer") { $0.state == .retrying && box.proxy.remaining == 0 }
      let before = box.proxy.requests().count
      for _ in 0..<5 { try box.syncNow() }
      let facts = try box.facts()
      #expect((15...30).contains(facts.nextS ?? 0), "\(facts)")
      #expect(box.proxy.requests().count == before)
      await box.box.stop()
      try await box.startBox()
      try await box.settle()
      try await box.expectEqual("429")
      await box.stop()
    }
  }
}

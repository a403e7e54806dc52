import ControlAPI
import FlightModel
import FlightSimulator
import JSON
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// What logs may not tell, and what a stranger may not read.
  @Suite(.timeLimit(.minutes(10)))
  struct SecurityTests {
    private static let fixes = SimulatedFlight(.minute).fixes

    /// Ways in which a coordinate could be told: as in the database, in JSON, and in an IGC file.
    private static func spellings(of fixes: some Sequence<SimulatedFix>) -> [String] {
      fixes.flatMap { fix in
        [fix.position.latitudeE7, fix.position.longitudeE7].flatMap { e7 in
          let minutes = (e7 % 10_000_000) * 6 / 1000
          return [
            String(e7),
            "\(e7 / 10_000_000).\(String(e7 % 10_000_000 + 10_000_000).dropFirst().prefix(5))",
            "\(e7 / 10_000_000)\(String(minutes + 100_000).dropFirst())",
          ]
        }
      }
    }

    @Test("no code, token, place or name in any log of a whole run, failures included")
    func logs() async throws {
      let field = try await BackedUpBox(receiver: "[log]\nlevel = debug")
      let (box, receiver) = (field.box, field.receiver)
      let unused = try await receiver.addAccount("Zweitkonto")
      let code = try await receiver.addAccount("Erstkonto")
      #expect(try await box.signIn(at: receiver.url, with: "WRONGC-ODEWRO-NGCODE").code == 1)
      var said = try await box.signIn(at: receiver.url, with: code).output
      said += try await box.signIn(at: receiver.url, with: unused).output
      let token = try #require(try box.token())
      try await box.switchOn()
      try await box.run("boards", "add", "Geheimbrett")
      try await box.run("zones", "add", "Geheimzone", "12.3456789,9.8765432")
      try await field.fly(Self.fixes)
      said += try await box.run("sync", "now")
      try await box.synced()
      try await failures(receiver, token)
      said += try await box.run("sync", "verify")
      said += try await box.run("account", "status")
      var logs = box.log.lines + receiver.log.lines
      // Without a server: the box's own failures, and a sign-out that is told later.
      try receiver.keepPort("[log]\nlevel = debug")
      await receiver.kill()
      try await box.run("boards", "add", "Geheimbrett")
      said += try await box.run("sync", "now")
      try await box.status("failures") { $0.sync.state == .retrying }
      said += try await box.run("account", "sign-out")
      await box.stop()
      logs += box.log.lines
      try await receiver.start()
      try await field.startBox()
      try await box.status("revocation") { $0.sync.queuedRevocations == 0 }
      await field.stop()
      logs += box.log.lines + receiver.log.lines
      let planted = Planted(
        [
          code, unused, token, String(token.dropFirst(10)), "Ada Example", "Geheimbrett",
          "Geheimzone", "WRONGC", "Erstkonto", "Zweitkonto", "123456789", "98765432",
          "Kaputtwert", "D-1234",
        ] + Self.spellings(of: Self.fixes[5..<25]))
      #expect(planted.found(in: logs.joined(separator: "\n")) == [])
      #expect(Planted([code, unused, token]).found(in: said.joined(separator: "\n")) == [])
      #expect(logs.count > 40, "what was searched is there: \(logs.count)")
    }

    /// Requests that are refused, each with a value that no log may repeat.
    private func failures(_ receiver: ReceiverBox, _ token: String) async throws {
      let batches = [
        #"{"boards":[{"id":"Kaputtwert","name":7}]}"#, #"{"Kaputtwert":[]}"#,
        #"{"appSettings":[{"key":"Kaputtwert","valueJson":"1","updatedAt":-1}]}"#, "Kaputtwert",
        #"{"alerts":[{"boardId":"Kaputtwert","id":"a","controlId":"c","threshold":1,"#
          + #""thresholdMax":null,"enabled":true,"soundType":"s","source":null,"createdAt":1,"#
          + #""updatedAt":1}]}"#,
      ]
      for batch in batches {
        let answer = try receiver.call(
          "POST", "/api/sync", bearer: token, body: Array(batch.utf8))
        #expect((400...499).contains(answer.status), "\(answer)")
        #expect(!answer.text.contains("Kaputtwert"), "\(answer)")
      }
      for target in [
        "/api/Kaputtwert", "/api/tables/Kaputtwert", "/api/tables/boards?after=Kaputtwert",
        "/api/tables/boards?limit=Kaputtwert", "/api/blobs/igc/Kaputtwert",
      ] {
        #expect((400...499).contains(try receiver.call("GET", target, bearer: token).status))
      }
      _ = try receiver.call("GET", "/api/account", bearer: "Kaputtwert")
      _ = try receiver.call("POST", "/api/auth/device-tokens", bearer: "Kaputtwert")
      _ = try receiver.call("Kaputtwert", "/api/sync", bearer: token)
    }

    @Test("a stranger's token reads and ends nothing of another account, endpoint by endpoint")
    func stranger() async throws {
      let field = try await BackedUpBox()
      let (box, receiver) = (field.box, field.receiver)
      try await box.signIn(to: receiver, as: "Ada")
      try await box.switchOn()
      try await field.fly(Self.fixes)
      let board = try await box.run("boards", "add", "Plank")[0]
      try await box.run("alerts", "add", board, "speed", "35")
      try await box.synced()
      let token = try #require(try box.token())
      let stranger = try receiver.signIn(try await receiver.addAccount("Mallory"))
      let flight = try #require(try field.served("flights").first?["id"]?.string)
      let before = try receiver.call("GET", "/api/tables", bearer: token).text
      let counts = try #require(
        try JSONValue.parse(receiver.call("GET", "/api/tables", bearer: stranger).body)["tables"])
      for member in counts.object?.members ?? [] {
        #expect(member.value["count"]?.integer == 0, "\(member.key)")
        let own = try receiver.rows(of: member.key, token: stranger)
        #expect(own.isEmpty, "\(member.key)")
      }
      for method in ["GET", "HEAD"] {
        let blob = try receiver.call(method, "/api/blobs/igc/\(flight)", bearer: stranger)
        #expect(blob.status == 404)
      }
      let account = try receiver.call("GET", "/api/account", bearer: stranger)
      #expect(!account.text.contains("Ada"))
      // A stranger's words about another's rows are words about no row.
      let child =
        #"{"deleteActions":[{"target":"alert","boardId":"\#(board)","id":"x","deletedAt":"#
      _ = try receiver.call(
        "POST", "/api/sync", bearer: stranger, body: Array("\(child)9007199254740991}]}".utf8))
      let action = #"{"deleteActions":[{"target":"board","id":"\#(board)","deletedAt":"#
      let told = try receiver.call(
        "POST", "/api/sync", bearer: stranger, body: Array("\(action)9007199254740991}]}".utf8))
      #expect(told.status == 200, "\(told)")
      let ended = try receiver.call(
        "DELETE", "/api/auth/device-tokens/current", bearer: stranger)
      #expect(ended.status == 204)
      #expect(try receiver.call("GET", "/api/tables", bearer: token).text == before)
      try expectClosed(
        receiver, flight, [stranger, "barograph_" + String(repeating: "0", count: 64)])
      #expect(try receiver.call("GET", "/api/blobs/igc/\(flight)", bearer: token).status == 200)
      await field.stop()
    }

    /// Dead and made-up tokens, and none, open nothing.
    private func expectClosed(_ receiver: ReceiverBox, _ flight: String, _ tokens: [String]) throws
    {
      let calls = [
        ("POST", "/api/sync"), ("GET", "/api/account"), ("GET", "/api/tables"),
        ("GET", "/api/tables/boards"), ("GET", "/api/blobs/igc/\(flight)"),
        ("PUT", "/api/blobs/igc/\(flight)"), ("HEAD", "/api/blobs/igc/\(flight)"),
        ("DELETE", "/api/auth/device-tokens/current"), ("POST", "/api/auth/device-tokens"),
      ]
      for (method, target) in calls {
        for token in tokens.map(Optional.some) + [nil] {
          let body: [UInt8]? = method == "GET" || method == "HEAD" ? nil : []
          let answer = try receiver.call(method, target, bearer: token, body: body)
          #expect(answer.status == 401, "\(method) \(target)")
        }
      }
    }
  }
}

import JSON
import TestSupport
import Testing

extension EndToEnd {
  /// The operator's page of the running receiver.
  @Suite(.timeLimit(.minutes(2)))
  struct ReceiverPageTests {
    @Test("the page tells of accounts, changes nothing, and a port that is taken costs no device")
    func page() async throws {
      let receiver = try ReceiverBox("[page]\nlisten = 127.0.0.1:0")
      try await receiver.start()
      let token = try receiver.signIn(try await receiver.addAccount("Ada"))
      let line = try await eventually("page") {
        receiver.log.lines.first { $0.contains("the page is served") }
      }
      let digits = line.split(separator: "port=").last?.prefix { $0.isNumber } ?? ""
      let browser = Browser(port: try #require(UInt16(digits)))
      #expect(try browser.get("/").body.contains("</html>"))
      #expect(try browser.get("/health").body == "OK\n")
      let account = try #require(try browser.get("/v1/overview").json()["accounts"]?.array?.first)
      #expect(account["name"] == "Ada" && account["flights"] == 0)
      #expect(account["devices"]?.array?.count == 1)
      let metrics = try browser.get("/metrics").body
      #expect(metrics.contains("\nbarograph_receiver_accounts 1\n"))
      #expect(metrics.contains(#"requests_total{route="exchange",class="2xx"} 1"#))
      #expect(try browser.ask("POST", "/v1/overview").status == 405)
      #expect(try browser.ask("POST", "/metrics").status == 405)
      #expect(try browser.get("/api/account").status == 404)
      var stranger = browser
      stranger.host = "evil.example"
      #expect(try stranger.get("/v1/overview").status == 403)
      #expect(try stranger.get("/metrics").status == 403)
      // Another receiver that wants the same port serves devices all the same.
      let other = try ReceiverBox("[page]\nlisten = 127.0.0.1:\(browser.port)")
      try await other.start()
      #expect(other.log.lines.contains { $0.contains("there is no page") })
      #expect(try receiver.call("GET", "/api/account", bearer: token).status == 200)
      #expect(await other.stop() == .exit(0))
      #expect(await receiver.stop() == .exit(0))
    }
  }
}

import ControlAPI
import FlightSimulator
import Glibc
import HTTPClient
import JSON
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// The page's server in the running daemon.
  @Suite(.timeLimit(.minutes(3)))
  struct PageTests {
    private static let loopback = "[page]\nlisten = 127.0.0.1:0"
    private static let flight = SimulatedFlight(.minute)

    @Test("off by default: no port, no token, and the command says how to open it")
    func off() async throws {
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port)
      try await box.start()
      let said = try await box.command("page")
      #expect(said.code == 1 && said.output.contains { $0.contains("listen = 127.0.0.1:8088") })
      #expect(!Files.exists("\(box.state)/page-token"))
      #expect(!box.log.lines.contains { $0.contains("page") })
      await box.stop()
    }

    @Test("who may ask for what: host, method, origin, token; less than the socket offers")
    func rules() async throws {
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port, policy: "manual", more: Self.loopback)
      try await box.start()
      let browser = try await box.page()
      var stranger = browser
      stranger.token = nil
      #expect(try stranger.get("/").body.contains("<title>Barograph"))
      #expect(try stranger.get("/v1/status").json()["schema"]?.integer == 1)
      #expect(try stranger.get("/metrics").body.contains("barograph_up 1"))
      #expect(try stranger.get("/health").body == "OK\n")
      stranger.host = "evil.example"
      let foreign = try stranger.get("/v1/status")
      #expect(foreign.status == 403 && foreign.body.contains("page.hosts"))
      stranger.host = "localhost"
      let preflight = try stranger.ask(
        "OPTIONS", "/v1/record/start", "Origin: http://evil.example\r\n")
      #expect(preflight.status == 405 && !preflight.head.lowercased().contains("access-control"))
      #expect(try stranger.ask("POST", "/v1/record/start").status == 401)
      for path in ["/v1/rows/boards", "/v1/account", "/v1/page", "/v1/telemetry", "/v1/ground"] {
        #expect(try browser.get(path).status == 404, "\(path)")
      }
      #expect(try browser.ask("POST", "/v1/account/sign-out").status == 404)
      #expect(try browser.ask("POST", "/v1/page/token").status == 404)
      // With the token it does what the command does.
      #expect(try browser.ask("POST", "/v1/record/start").status == 409, "there is no date yet")
      try await gpsd.feed(Self.flight.fixes.prefix(10))
      try await box.status("recording") { $0.recording != nil }
      #expect(try browser.ask("POST", "/v1/record/mark").status == 200)
      #expect(try browser.ask("POST", "/v1/record/stop").json()["result"] == "finished")
      #expect(await box.stop() == .exit(0))
    }

    @Test("a dozen tabs see a recording live while a slow one hangs, and end with the service")
    func tabs() async throws {
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port, policy: "always", more: Self.loopback)
      try await box.start()
      let browser = try await box.page()
      let slow = try Loopback.connect(to: browser.port)
      try Loopback.send("GET /v1/ev".utf8, to: slow.rawValue)
      let tabs = try (0..<12).map { _ in try browser.watch() }
      let first = try tabs[0].document()
      #expect(first["recording"]?.isNull == true && first["build"]?.string?.count == 16)
      try await gpsd.feed(Self.flight.fixes)
      try await box.stored(upTo: Self.flight.fixes.last!.time)
      for tab in tabs {
        var document = try tab.document()
        while document["recording"]?.isNull != false { document = try tab.document() }
        #expect(document["build"] == first["build"])
      }
      // Nobody else is kept out.
      #expect(try browser.get("/v1/status").status == 200)
      #expect(try box.status().facts?.counters.fixesStored ?? 0 > 0)
      let more = try (0..<4).map { _ in try browser.watch() }
      _ = try more.map { try $0.document() }
      #expect(try browser.get("/v1/events").status == 503, "sixteen watch already")
      box.daemon?.send(SIGTERM)
      for tab in tabs + more { _ = try tab.whole() }
      #expect(await box.stop() == .exit(0))
    }

    @Test("the socket has the same events, and stops giving them when nobody takes them")
    func socketEvents() async throws {
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port)
      try await box.start()
      var text = ""
      #expect(throws: HTTPClientError.stopped) {
        try box.client.stream(Endpoint.events.path) { bytes in
          text += String(decoding: bytes, as: UTF8.self)
          return !text.contains("\n\n")
        }
      }
      #expect(text.hasPrefix("id: 1\nevent: status\ndata: {\"schema\":1,"))
      await box.stop()
    }

    @Test("the track while it grows, then the flight's, and its report")
    func track() async throws {
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port, policy: "manual", more: Self.loopback)
      try await box.start()
      let browser = try await box.page()
      #expect(try browser.get("/v1/track").json()["points"]?.array == [])
      _ = try browser.ask("POST", "/v1/record/start")
      let fixes = Self.flight.fixes
      try await gpsd.feed(fixes.prefix(30))
      try await box.stored(upTo: fixes[29].time)
      let first = try await eventually("track") {
        let json = try browser.get("/v1/track").json()
        return json["points"]?.array?.count ?? 0 > 20 ? json : nil
      }
      #expect(first["recording"]?.integer != nil && first["flight"]?.isNull == true)
      let next = try #require(first["next"]?.integer)
      let count = try #require(first["points"]?.array?.count)
      try await gpsd.feed(fixes.dropFirst(30))
      try await box.stored(upTo: fixes.last!.time)
      let rest = try await eventually("rest of the track") {
        let json = try browser.get("/v1/track?since=\(next)").json()
        return json["points"]?.array?.count ?? 0 > 20 ? json : nil
      }
      #expect(count + (rest["points"]?.array?.count ?? 0) <= fixes.count)
      let id = try #require(
        try browser.ask("POST", "/v1/record/stop").json()["flight_id"]?.string)
      let flown = try browser.get("/v1/track?since=\(next)").json()
      #expect(flown["flight"]?.string == id && flown["recording"]?.isNull == true)
      #expect(flown["points"]?.array?.count ?? 0 > 50, "from its beginning")
      for _ in 0..<2 {
        let report = try browser.get("/v1/flights/\(id.prefix(8))/report")
        #expect(report.head.contains("text/html") && report.body.contains("</html>"))
        let recent = try await box.json("flights", "recent")["flights"]?.array
        #expect(recent?.first?["id"]?.string == id, "to look at the page is to open the flight")
      }
      await box.stop()
    }

    @Test("in the field nothing but the page without the token; a new one shuts everybody out")
    func field() async throws {
      let gpsd = try await PrivateGPSD()
      let port = try Loopback.freePort()
      let box = try Box(
        port: gpsd.port, more: "[page]\nfield = yes\nlisten = 127.0.0.1:\(port)")
      try await box.start()
      let browser = try await box.page()
      #expect(browser.port == port)
      var stranger = browser
      stranger.token = nil
      #expect(try stranger.get("/").status == 200 && stranger.get("/health").status == 200)
      for path in ["/v1/status", "/v1/events", "/v1/track", "/v1/flights", "/metrics"] {
        #expect(try stranger.get(path).status == 401, "\(path)")
      }
      #expect(try browser.get("/v1/status").status == 200)
      let kept = try Files.readSecret("\(box.state)/page-token", limit: 100)
      #expect(String(decoding: kept, as: UTF8.self) == "\(browser.token ?? "")\n")
      let picture = box.folder.file("code.svg")
      #expect(try await box.command("page", "--svg", picture).output == [picture])
      let said = try await box.command("page", "--new-token", "--no-code").output
      #expect(try browser.get("/v1/status").status == 401)
      let renewed = try await box.page()
      #expect(try renewed.get("/v1/status").status == 200)
      #expect(
        said.contains { $0.contains(":\(port)/#token=\(renewed.token ?? "-")") } || said.count < 3)
      #expect(!box.log.lines.contains { $0.contains(renewed.token ?? "-") }, "no log has it")
      // It is the same after a restart.
      await box.stop()
      try await box.start()
      #expect(try await box.page().token == renewed.token)
      await box.stop()
    }

    @Test("a port that is taken is a problem in the status, and the recorder records")
    func taken() async throws {
      let other = try Loopback.listen()
      let gpsd = try await PrivateGPSD()
      let box = try Box(
        port: gpsd.port, policy: "always",
        more: "[page]\nlisten = 127.0.0.1:\(try Loopback.port(of: other))")
      try await box.start()
      try await gpsd.feed(Self.flight.fixes)
      try await box.stored(upTo: Self.flight.fixes.last!.time)
      let problem = try await eventually("problem") {
        try box.status().problems.first { $0.id == "page-closed" }
      }
      #expect(problem.severity == .warning && problem.message.contains("in use"))
      #expect(try await box.command("page").code == 1)
      #expect(await box.stop() == .exit(0))
    }
  }
}

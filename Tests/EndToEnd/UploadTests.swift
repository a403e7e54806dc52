import ControlAPI
import FlightSimulator
import Glibc
import HTTPClient
import JSON
import Linux
import ServiceDoubles
import TestSupport
import Testing

extension EndToEnd {
  /// Flights on their way to services, by command and by themselves.
  @Suite(.timeLimit(.minutes(10)))
  struct UploadTests {
    static let secrets: [String: String] = [
      "weglide": "weglide-key\n1980-07-31\n", "skylines": "secret\n", "charron": "geheim\n",
    ]
    /// A box that knows the stub's services and has had a flight imported; the flight's id.
    static func field(
      policy: String = "manual"
    ) async throws -> (box: Box, stub: StubServices, flight: String) {
      let stub = try await StubServices()
      let box = try Box(port: 1, policy: policy, more: stub.configuration)
      try box.begin()
      try await box.status("the daemon's answer") { _ in true }
      return (box, stub, try await box.fly(minuteOfDay: 600))
    }

    @Test(
      "connected, uploaded to each, seen there, and sent once",
      arguments: ["weglide", "skylines", "charron"])
    func byCommand(service: String) async throws {
      let (box, stub, flight) = try await Self.field()
      try await box.expectRefusal(1, "connected with no service", of: "upload", flight)
      #expect(try await box.connect(service).output.first?.hasPrefix("Connected with ") == true)
      try await box.run("upload", flight)
      try await box.uploaded(flight, to: service, "done")
      try await box.run("upload", flight, "--to", service)
      #expect(try await stub.flights(of: service).map { $0["uploads"]?.integer } == [1])
      let shown = try await box.run("flights", "show", flight)
      #expect(shown.contains { $0.hasPrefix("at ") && $0.contains("yes") }, "\(shown)")
      await box.stop()
    }

    @Test("nothing that is secret is in a log, a document, a bundle; its file is its owner's")
    func secrets() async throws {
      let (box, stub, flight) = try await Self.field()
      for service in ["weglide", "skylines", "charron"] { _ = try await box.connect(service) }
      try await box.run("upload", flight)
      try await box.uploaded(flight, to: "charron", "done")
      try await stub.fail(["service": "weglide", "status": 401, "times": 9])
      _ = try await box.connect("weglide")
      var said = try await box.run("services", "list", "--json")
      said += try await box.run("services", "list")
      said += try await box.command("status", "--json").output
      said += try await box.run("flights", "show", flight, "--json")
      let bundle = box.folder.file("bundle")
      _ = try await box.run(["doctor", "--bundle", bundle])
      for service in ["weglide", "skylines", "charron"] {
        var status = stat()
        #expect(stat("\(box.state)/services/\(service)", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
      }
      await box.stop()
      let planted = Planted(["weglide-key", "1980-07-31", "geheim", "c2VjcmV0", ":secret"])
      #expect(planted.found(in: (said + box.log.lines).joined(separator: "\n")) == [])
      #expect(box.log.lines.contains { $0.contains("uploaded yes") })
      if Files.exists(bundle) {
        #expect(planted.found(in: try Files.read(bundle, limit: 1 << 26)) == [])
      }
    }

    @Test("a wrong login changes nothing; disconnecting and signing out leave nothing")
    func accounts() async throws {
      let (box, stub, _) = try await Self.field()
      let wrong = try await box.run(
        ["services", "connect", "skylines", "--login", "ada@example.org"], input: "wrong\n")
      #expect(wrong.code == 1 && wrong.output.joined().contains("does not accept"), "\(wrong)")
      #expect(try await box.service("skylines")["state"]?.string == "not-connected")
      for service in ["weglide", "skylines"] { _ = try await box.connect(service) }
      #expect(try await box.service("skylines")["fields"]?["user-id"]?.string == "42")
      try await box.run("services", "disconnect", "weglide")
      #expect(try await box.service("weglide")["state"]?.string == "not-connected")
      #expect(try box.names(in: "services") == ["skylines"])
      try await box.expectRefusal(1, "not signed in", of: "account", "sign-out")
      #expect(try box.names(in: "services") == [])
      await box.stop()
      withExtendedLifetime(stub) {}
    }

    @Test("a credential of systemd's counts until it is disconnected, also after a restart")
    func credentials() async throws {
      let (box, _, _) = try await Self.field()
      await box.stop()
      let folder = box.folder.file("credentials")
      try Files.makeFolder(folder, mode: 0o700)
      try Files.replace(
        "\(folder)/barograph.charron",
        with: Array(#"{"login":"ada","password":"geheim","motor-glider":"no"}"#.utf8), mode: 0o600)
      box.environment["CREDENTIALS_DIRECTORY"] = folder
      for isGone in [false, true] {
        try box.begin()
        try await box.status("the daemon's answer") { _ in true }
        let state = try await box.service("charron")["state"]?.string
        #expect((state == "not-connected") == isGone)
        try await box.run("services", "disconnect", "charron")
        await box.stop()
      }
    }

    @Test(
      "a missing aircraft is found by the doctor and asked for, and the flight follows the answer")
    func missingAircraft() async throws {
      let (box, stub, flight) = try await Self.field()
      _ = try await box.run(
        ["services", "connect", "weglide", "--user-id", "17"], input: Self.secrets["weglide"]!)
      let doctor = try await box.run(["doctor", "services", "--config", box.configurationPath])
      #expect(doctor.output.joined(separator: " ").contains("aircraft"), "\(doctor)")
      try await box.run("upload", flight)
      let asked = try await box.uploaded(flight, to: "weglide", "needs-input")
      #expect(asked["fix"]?.string?.contains("--aircraft-id") == true, "\(asked)")
      let problem = try box.status().problems.first { $0.id == "upload-stuck" }
      #expect(problem?.subject == "weglide" && problem?.fix.contains("--aircraft-id") == true)
      let before = try await stub.control()["log"]?.array?.count
      try await box.run("services", "connect", "weglide", "--aircraft-id", "160")
      try await box.uploaded(flight, to: "weglide", "done")
      #expect(before == 2, "one check, one try")
      #expect(try !box.status().problems.contains { $0.id == "upload-stuck" })
      await box.stop()
    }

    @Test("what a service says it has and does not show is told so")
    func unseen() async throws {
      let (box, stub, flight) = try await Self.field()
      try await stub.set("weglide", ["visible": false])
      _ = try await box.connect("weglide")
      // It has the file from elsewhere: the answer to the first upload is lost.
      try await stub.fail(["path": "igcfile", "mode": "cut", "performed": true])
      try await box.run("upload", flight)
      try await box.uploaded(flight, to: "weglide", "unsure")
      #expect(try await stub.flights(of: "weglide").count == 1)
      await box.stop()
      try box.begin()
      let known = try await box.uploaded(flight, to: "weglide", "known")
      #expect(known["line"]?.string?.contains("cannot be seen") == true, "\(known)")
      #expect(known["server_id"]?.string == "500001")
      await box.stop()
    }

    @Test("a flight goes by itself once it has landed")
    func byItself() async throws {
      let stub = try await StubServices()
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port, policy: "always", more: stub.configuration)
      try await box.start()
      _ = try await box.connect("skylines")
      try await box.run("settings", "set", "skylinesUpload", "true")
      let fixes = SimulatedFlight(.minute).fixes
      try await gpsd.feed(fixes)
      try await box.stored(upTo: fixes.last!.time)
      try await box.run("record", "stop")
      try await eventually("the flight at SkyLines", within: 120) {
        try await stub.flights(of: "skylines").count == 1 ? true : nil
      }
      await box.stop()
    }
  }
}

extension Box {
  /// Imports a flight that began at a minute of the day; its id.
  func fly(minuteOfDay: Int) async throws -> String {
    let path = folder.file("\(minuteOfDay).igc")
    try Files.replace(path, with: LoggerFile(minuteOfDay: minuteOfDay).bytes)
    let told = try await json("import", path)
    let id = told["imports"]?.array?.first?["result"]?["id"]?.string
    return try #require(id, "\(told)")
  }

  /// Connects with the stub's account at a service.
  func connect(_ service: String) async throws -> (code: Int32, output: [String]) {
    let options: [String: [String]] = [
      "weglide": ["--user-id", "17", "--aircraft-id", "160"],
      "skylines": ["--login", "ada@example.org"],
      "charron": ["--login", "ada", "--motor-glider", "no"],
    ]
    return try await run(
      ["services", "connect", service] + options[service]!,
      input: EndToEnd.UploadTests.secrets[service]!)
  }

  /// What the box says of a service.
  func service(_ name: String) async throws -> JSONValue {
    let all = try await json("services", "list")["services"]?.array ?? []
    return try #require(all.first { $0["name"]?.string == name })
  }

  /// What is known when an upload does not come so far.
  private func tale(of flight: String) -> String {
    let answer = try? client.get(Endpoint.flightUploads(id: flight).path)
    let uploads = answer.map { String(decoding: $0.body, as: UTF8.self) } ?? "no answer"
    return "\(uploads)\n\(log.lines.suffix(30).joined(separator: "\n"))"
  }

  /// Waits until a flight's upload stands so.
  @discardableResult
  func uploaded(_ flight: String, to service: String, _ state: String) async throws -> JSONValue {
    try await eventually("upload that is \(state)", within: 120, detail: { tale(of: flight) }) {
      guard let answer = try? client.get(Endpoint.flightUploads(id: flight).path),
        let uploads = try? JSONValue.parse(answer.body)["uploads"]?.array
      else { return nil }
      return uploads.first {
        $0["service"]?.string == service && $0["state"]?.string == state
      }
    }
  }
}

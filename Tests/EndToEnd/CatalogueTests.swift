import ControlAPI
import FlightSimulator
import JSON
import Linux
import ServiceDoubles
import TestSupport
import Testing

extension EndToEnd {
  /// What services give, browsed and taken in.
  @Suite(.timeLimit(.minutes(10)))
  struct CatalogueTests {
    static func box() async throws -> (box: Box, stub: StubServices) {
      let stub = try await StubServices()
      let box = try Box(port: 1, policy: "manual", more: stub.configuration)
      try box.begin()
      try await box.status("the daemon's answer") { _ in true }
      return (box, stub)
    }

    @Test("own flights are listed, come back into the logbook, and can be had as files")
    func ownFlights() async throws {
      let (box, stub) = try await Self.box()
      #expect(try await box.entries("").map(\.path).contains("weglide"))
      try await box.expectRefusal(
        1, "gives nothing without an account", of: "browse", "weglide/flights")
      _ = try await box.connect("weglide")
      #expect(
        try await box.run("browse", "weglide/flights") == ["There is nothing in weglide/flights."])
      let flight = try await box.fly(minuteOfDay: 600)
      try await box.run("upload", flight, "--to", "weglide")
      try await box.uploaded(flight, to: "weglide", "done")
      let listed = try await box.entries("weglide/flights")
      let path = try #require(listed.first?.path)
      #expect(
        listed.count == 1 && path.hasPrefix("weglide/flights/50") && listed[0].kind == "flight")
      try await box.run("flights", "delete", flight, "--yes")
      #expect(try await box.fetch(path) == "added")
      #expect(try await box.fetch(path) == "known")
      try await box.run("flights", "show", flight)
      let file = box.folder.file("own.igc")
      try await box.run("fetch", path, "--output", file)
      #expect(try await box.run(["analyze", file]).code == 0)
      try await box.expectRefusal(
        66, "there is no weglide/flights/1", of: "fetch", "weglide/flights/1")
      try await box.expectRefusal(66, "there is no service", of: "browse", "elsewhere/flights")
      #expect(try await stub.flights(of: "weglide").count == 1)
      await box.stop()
    }

    @Test(
      "a competition is walked through, noted, and its task changed in place when it comes again")
    func competition() async throws {
      let (box, stub) = try await Self.box()
      let wrong = try await box.run(["services", "connect", "soaringspot"], input: "guess\n")
      #expect(wrong.code == 1 && wrong.output.joined().contains("does not accept"), "\(wrong)")
      let token = "Club 4f1c2d:wasserkuppe"
      let connected = try await box.run(
        ["services", "connect", "soaringspot"], input: token + "\n")
      #expect(connected.code == 0, "\(connected)")
      let first = try await box.json("browse", "soaringspot/DE/2026")
      #expect(first["next_page"]?.integer == 2)
      #expect(try await box.run("competitions", "list").count == 1, "nothing was opened yet")
      let classes = try await box.entries("soaringspot/DE/2026/1001")
      #expect(classes.map(\.path) == ["club", "open"].map { "soaringspot/DE/2026/1001/" + $0 })
      let noted = try await box.json("competitions", "list")["rows"]?.array ?? []
      #expect(noted.map { $0["name"]?.string } == ["Rhoen Cup 1"])
      #expect(noted.first?["location"]?.string == "Wasserkuppe")

      let day = "soaringspot/DE/2026/1001/club/2026-07-04"
      #expect(
        try await box.entries(day).map(\.kind).sorted() == ["flight", "flight", "task"])
      #expect(try await box.fetch(day + "/task") == "added")
      #expect(try await box.fetch(day + "/task") == "known")
      let task = try #require(try await box.tasks().first)
      #expect(task["externalUrl"]?.string == "competitions/1001/task/club/2026-07-04")
      let id = try #require(task["id"]?.string)
      try await box.run("tasks", "set", id, "--name", "mine")
      #expect(try await box.fetch(day + "/task") == "replaced")
      let again = try await box.tasks()
      #expect(again.map { $0["id"]?.string } == [id] && again[0]["name"] == task["name"])
      let said = box.log.lines.joined(separator: "\n") + "\(try await box.run("services", "list"))"
      #expect(!said.contains(token))
      let asked = try await stub.control()["soaringspot"]?["asked"]?.array ?? []
      #expect(!asked.isEmpty && asked.allSatisfy { $0["accept"]?.string == "application/json" })
      await box.stop()
    }

    @Test("map files come from catalogues, tell of newer editions, and are replaced when wanted")
    func mapFiles() async throws {
      let (box, stub) = try await Self.box()
      #expect(try await box.fetch("xcsoar/waypoints/Germany.cup") == "added")
      #expect(try await box.fetch("openaip/de") == "added")
      try await box.run("fetch", "openaip/de")
      let files = try await box.files()
      #expect(files.map { $0["source"]?.string } == ["openaip", "xcsoar"])
      #expect(files.map { $0["type"]?.string } == ["airspace", "waypoints"])
      #expect(
        try await box.run("files", "update", "--check") == [
          "Every file is as new as in its catalogue."
        ])
      #expect(try box.status().facts?.imports.outdatedFiles == [])

      try await stub.set("xcsoar", ["update": "2026-09-30"])
      let check = try await box.json("files", "update", "--check")["outdated"]?.array ?? []
      #expect(check.map { $0["new_day"]?.string } == ["2026-09-30"])
      #expect(check.first?["path"]?.string == "xcsoar/waypoints/Germany.cup")
      let status = try await box.run(["status"]).output
      #expect(status.contains { $0.contains("1 file with a newer edition") }, "\(status)")
      try await box.run("files", "update")
      #expect(try await box.json("files", "update", "--check")["outdated"] == .array([]))

      try await stub.set("openaip", ["modified": "Thu, 01 Oct 2026 03:12:00 GMT"])
      try await box.run("settings", "set", "automaticFileUpdates", "true")
      try await eventually("newer airspace, unasked", within: 120) {
        try await box.files().first?["contentUpdatedAt"]?.integer == 1_790_812_800_000 ? true : nil
      }
      #expect(try await box.files().count == 2)

      try await box.run("settings", "set", "automaticFileUpdates", "false")
      try await stub.set("xcsoar", ["update": "2026-10-31"])
      try await box.run("files", "update", "--check")
      #expect(try box.status().facts?.imports.outdatedFiles == ["Germany.cup"])
      let id = try #require(try await box.files().last?["id"]?.string)
      try await box.run("files", "delete", id)
      #expect(
        try box.status().facts?.imports.outdatedFiles == [],
        "who deletes a file wants no news of it")
      await box.stop()
    }

    @Test(
      "what cannot be used is refused, nothing is kept of it, and a service that is down is told")
    func unusable() async throws {
      let (box, stub) = try await Self.box()
      try await stub.set("xcsoar", ["update": "2026-03-01"])
      let broken = try await box.run(["fetch", "xcsoar/waypoints/Broken.cup"])
      #expect(broken.code != 0 && !broken.output.isEmpty, "\(broken)")
      try await stub.fail(["service": "xcsoar", "path": "repository", "status": 503, "times": 1])
      try await box.expectRefusal(75, "gave no usable answer", of: "browse", "xcsoar/waypoints")
      #expect(try await box.files().isEmpty)
      #expect(try await box.json("quarantine", "list")["files"] == .array([]))
      await box.stop()
    }
  }
}

extension Box {
  /// The paths and kinds of a listing.
  func entries(_ path: String) async throws -> [(path: String, kind: String)] {
    let json = try await json("browse", path)
    return (json["entries"]?.array ?? []).map {
      ($0["path"]?.string ?? "", $0["kind"]?.string ?? "")
    }
  }

  /// Fetches a path; what came of it.
  func fetch(_ path: String) async throws -> String? {
    let json = try await json("fetch", path)
    return json["imports"]?.array?.first?["result"]?["outcome"]?.string
  }

  func tasks() async throws -> [JSONValue] { try await json("tasks", "list")["rows"]?.array ?? [] }

  /// Those of airspace first.
  func files() async throws -> [JSONValue] {
    let files = try await json("files", "list")["rows"]?.array ?? []
    return files.sorted { ($0["type"]?.string ?? "") < ($1["type"]?.string ?? "") }
  }
}

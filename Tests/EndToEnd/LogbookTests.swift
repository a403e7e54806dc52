import ControlAPI
import FlightModel
import FlightSimulator
import JSON
import Linux
import RecordingModel
import TestSupport
import Testing

extension EndToEnd {
  /// The logbook's commands on a real daemon.
  @Suite(.timeLimit(.minutes(10)))
  struct LogbookTests {
    private static let early = SimulatedLogger(year: 2025, seconds: 40, pilot: "Ben Sample")
    private static let late = SimulatedLogger(year: 2026, seconds: 75)

    /// A daemon that knows the time.
    private func box() async throws -> (Box, FakeGPSD) {
      let gpsd = try FakeGPSD()
      let box = try Box(port: gpsd.port, policy: "manual")
      try box.begin()
      try gpsd.greet()
      try await box.connected()
      let fixes = Self.late.flight.fixes.prefix(2)
      try gpsd.report(fixes)
      try await box.status("fixes") { $0.fix.time == fixes.last?.time }
      return (box, gpsd)
    }

    /// One with two simulated flights, one more, and their places.
    private func filled() async throws -> (Box, FakeGPSD) {
      let (box, gpsd) = try await box()
      try box.make("in/early.igc", Self.early.bytes)
      try box.make("in/late.igc", Self.late.bytes)
      try box.make("in/north.igc", LoggerFile(pilot: "Cleo Sample").bytes)
      try box.make("in/club.cup", Self.late.places)
      let told = try await box.run("import", box.folder.file("in"))
      #expect(told.last == "5 added", "\(told)")
      try await box.analysed()
      try await named(box, 2)
      return (box, gpsd)
    }

    /// Waits until so many take-offs have the name of their field.
    private func named(_ box: Box, _ count: Int) async throws {
      try await eventually("names of take-offs", within: 120) {
        try await list(box, "--text", "EXSF").count == count ? true : nil
      }
    }

    private func list(_ box: Box, _ words: String...) async throws -> [JSONValue] {
      let result = try await box.run(["flights", "list"] + words + ["--json"])
      let json = try JSONValue.parse(result.output.joined(separator: "\n"))
      return json["flights"]?.array ?? []
    }

    private func names(_ box: Box, _ words: String...) async throws -> [String] {
      let result = try await box.run(["flights", "list"] + words + ["--json"])
      let json = try JSONValue.parse(result.output.joined(separator: "\n"))
      return (json["flights"]?.array ?? []).compactMap { $0["filename"]?.string }
    }

    private func id(_ box: Box, _ name: String) async throws -> String {
      let flight = try await list(box, "--text", name).first
      return try #require(flight?["id"]?.string)
    }

    @Test("flights: listed, filtered, sorted, shown, marked, added up, deleted")
    func flights() async throws {
      let (box, _gpsd) = try await filled()
      #expect(try await names(box) == ["north.igc", "late.igc", "early.igc"])
      #expect(try await names(box, "--year", "2025") == ["early.igc"])
      #expect(try await names(box, "--text", "cleo") == ["north.igc"])
      #expect(try await names(box, "--sort", "pilot", "--ascending").first == "late.igc")
      #expect(
        try await names(box, "--sort", "date", "--ascending", "--limit", "1", "--offset", "1")
          == ["late.igc"])
      try await box.expectRefusal(64, "--sort takes", of: "flights", "list", "--sort", "colour")
      let id = try await id(box, "late")
      let shown = try await box.json("flights", "show", String(id.prefix(8)))
      #expect(shown["takeoff_name"]?.string == "Sample Field", "\(shown)")
      #expect(shown["analysis_version"]?.integer ?? 0 > 0)
      let flown = try await box.json("analyze", box.folder.file("in/late.igc"))
      let distance = try #require(flown["distances"]?["fiveTurnpoints"]?["sphere"]?.double)
      #expect(shown["optimised_distance_m"]?.integer == Int64(distance.rounded()))
      let page = try await box.run("flights", "show", id)
      #expect(page.contains { $0.hasPrefix("take-off") && $0.contains("Sample Field") }, "\(page)")

      try await box.run(
        "flights", "set", id, "--favorite", "yes", "--comments", "first \"big\" one", "--water",
        "40")
      #expect(try await names(box, "--favorite") == ["late.igc"])
      try await box.run("flights", "set", id, "--contest", "yes", "--read", "yes")
      #expect(try await names(box, "--unread").count == 2)
      let years = try #require(try await box.json("flights", "stats")["years"]?.array)
      #expect(years.map { $0["flights"]?.integer } == [2, 1], "\(years)")
      #expect(years.first?["contest_flights"]?.integer == 1)
      let table = try await box.run("flights", "stats")
      #expect(table.count == 4 && table.last?.hasPrefix("all") == true, "\(table)")

      #expect(try await box.run("flights", "delete", id, "--yes") == ["Deleted late.igc."])
      #expect(try await names(box) == ["north.igc", "early.igc"])
      #expect(try box.names(in: "blobs/igc").count == 2)
      #expect(try box.names(in: "flights").count == 2)
      try await box.expectRefusal(66, "no flight", of: "flights", "show", id)
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("flights are written as tracks and reports, complete and never over a file")
    func exports() async throws {
      let (box, _gpsd) = try await filled()
      let id = try await id(box, "late")
      let out = box.folder.file("out")
      try Files.makeFolder(out)
      let written = try await box.run(
        "flights", "export", id, "--igc", "\(out)/", "--gpx", "\(out)/", "--kml", "\(out)/",
        "--geojson", "\(out)/", "--csv", "\(out)/")
      #expect(
        written.map { String($0.dropFirst(out.count + 1)) }.sorted()
          == ["late.csv", "late.geojson", "late.gpx", "late.igc", "late.kml"], "\(written)")
      #expect(try Files.read("\(out)/late.igc", limit: 1 << 20) == Self.late.bytes)
      let fixes = Self.late.flight.fixes.count
      func text(_ name: String) throws -> String {
        String(decoding: try Files.read("\(out)/\(name)", limit: 8 << 20), as: UTF8.self)
      }
      #expect(try text("late.csv").split(whereSeparator: \.isNewline).count == fixes + 1)
      #expect(try text("late.gpx").split(separator: "<trkpt").count == fixes + 1)
      #expect(try text("late.kml").split(separator: "<gx:coord>").count == fixes + 1)
      #expect(try JSONValue.parse(try text("late.geojson"))["type"]?.string == "FeatureCollection")
      try await box.expectRefusal(73, "exists", of: "flights", "export", id, "--gpx", "\(out)/")
      let report = try await box.run("flights", "report", id, "--html", "\(out)/")
      #expect(report == ["\(out)/late.html"])
      let page = try text("late.html")
      #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("Sample Field"))
      #expect(!page.contains("http://") || page.contains("http://www.w3.org/"), "needs no network")
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("tasks, files and home bases: listed, shown, written, declared")
    func places() async throws {
      let (box, _gpsd) = try await filled()
      let tasks = try #require(try await box.json("tasks", "list")["rows"]?.array)
      #expect(tasks.map { $0["name"]?.string } == ["Round"])
      #expect(tasks.first?["distanceM"]?.integer ?? 0 > 3000, "\(tasks)")
      let page = try await box.run("tasks", "show", "Round")
      #expect(page.contains { $0.contains("Mill") && $0.contains("0.5 km") }, "\(page)")
      let path = box.folder.file("tasks.cup")
      #expect(try await box.run("tasks", "export", path) == ["\(path): 1 task"])
      #expect(try await box.run("import", path) == ["\(path): 1 task known"])
      #expect(try await box.run("tasks", "declare") == ["No task is declared."])
      let declared = try await box.json("tasks", "declare", "Round")
      #expect(declared["task"]?["name"]?.string == "Round", "\(declared)")
      #expect(try await box.run("tasks", "declare").first?.contains("Round") == true)
      #expect(try await box.run("tasks", "declare", "clear") == ["No task is declared."])
      try await box.expectRefusal(66, "no task", of: "tasks", "declare", "Square")

      let files = try #require(try await box.json("files", "list")["rows"]?.array)
      #expect(files.map { $0["filename"]?.string } == ["club.cup"])
      let copy = box.folder.file("copy.cup")
      #expect(try await box.run("files", "export", "club.cup", copy) == [copy])
      #expect(try Files.read(copy, limit: 1 << 20) == Self.late.places)
      try await box.run("files", "delete", "club.cup")
      #expect(try box.names(in: "blobs/file").isEmpty, "its bytes go with it")

      try await box.run("homebases", "add", "Sample Field", "48.4233,9.9215")
      try await box.run("homebases", "add", "Other", "47,8")
      try await box.run("homebases", "set", "Other", "--at", "47.5,8.5")
      let bases = try #require(try await box.json("homebases", "list")["rows"]?.array)
      #expect(bases.map { $0["name"]?.string } == ["Other", "Sample Field"], "\(bases)")
      #expect(bases.first?["latitudeE7"]?.integer == 475_000_000)
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("the archive of everything makes the same logbook on an empty box, once")
    func everything() async throws {
      let (box, gpsd) = try await filled()
      let id = try await id(box, "late")
      try await box.run(
        "flights", "set", id, "--favorite", "yes", "--contest", "yes", "--field-landing", "yes",
        "--comments", "two\nlines, größer", "--pilot", "Grace Sample", "--crew", "Hal Sample",
        "--water", "40")
      try await box.run("flights", "set", try await self.id(box, "north"), "--in-logbook", "no")
      let path = box.folder.file("all.zip")
      #expect(try await box.run("export", path) == ["\(path): 3 flights"])
      let (other, _gpsd) = try await self.box()
      let edited = try other.make("early.igc", Self.early.bytes)
      try await other.run("import", edited)
      let early = try await self.id(other, "early")
      try await other.run("flights", "set", early, "--comments", "edited here")
      try await other.run("import", path)
      try await other.run("import", path)
      try await other.analysed()
      try await named(other, 2)
      try await expectSame(box, other)
      let there = try await other.json("flights", "show", id)
      #expect(there["comments"]?.string == "two\nlines, größer")
      #expect(try await other.json("flights", "show", early)["comments"]?.string == "edited here")
      await box.stop()
      await other.stop()
      withExtendedLifetime((gpsd, _gpsd)) {}
    }

    /// Expects the same flights with what is said and computed of them, tasks and files.
    private func expectSame(_ box: Box, _ other: Box) async throws {
      let (here, there) = (try await list(box, "--all"), try await list(other, "--all"))
      #expect(here.map { $0["id"] } == there.map { $0["id"] })
      for (one, two) in zip(here, there) {
        for member in one.object?.members ?? [] {
          let name = member.key
          let isOwn = ["imported_at", "igc_path"].contains(name)
          let isEdited = name == "comments" && two["filename"]?.string == "early.igc"
          if !isOwn && !isEdited { #expect(two[name] == member.value, "\(name)") }
        }
      }
      for table in ["tasks", "files"] {
        let rows = try await [box, other].asyncMap { try await $0.json(table, "list") }
        let ids = rows.map { $0["rows"]?.array?.map { $0["id"]?.string ?? "" } ?? [] }
        #expect(ids[0] == ids[1] && !ids[0].isEmpty, "\(rows)")
      }
      for folder in ["blobs/igc", "blobs/file", "flights"] {
        #expect(try box.names(in: folder) == other.names(in: folder))
      }
    }
  }
}

extension Array {
  fileprivate func asyncMap<Result>(
    _ body: (Element) async throws -> Result
  ) async throws -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}

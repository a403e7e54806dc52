import Compression
import ControlAPI
import FlightModel
import Glibc
import HTTPClient
import JSON
import Linux
import SyncContract
import TestSupport
import Testing

extension EndToEnd {
  /// Files of other loggers on their way into the logbook.
  @Suite(.timeLimit(.minutes(10)))
  struct ImportTests {
    func box(more: String = "") async throws -> (Box, FakeGPSD) {
      let gpsd = try FakeGPSD()
      let box = try Box(port: gpsd.port, policy: "manual", more: more)
      try await box.start()
      return (box, gpsd)
    }

    @discardableResult
    func make(_ box: Box, _ name: String, _ bytes: [UInt8]) throws -> String {
      let path = box.folder.file(name)
      try Files.makeFolder(Files.folder(of: path))
      try Files.replace(path, with: bytes)
      return path
    }

    func outcomes(_ json: JSONValue) -> [String] {
      (json["imports"]?.array ?? []).map { item in
        let file = item["result"]
        return "\(file?["kind"]?.string ?? "?") \(file?["outcome"]?.string ?? "?")"
      }
    }

    func flights(_ box: Box) throws -> Int64 {
      try #require(try StoredRows(box.databasePath)).count(of: .flights)
    }

    func stored(_ box: Box, _ table: ContractTable) throws -> [JSONValue]? {
      let answer = try box.client.get(Endpoint.rows(table).path)
      return try JSONValue.parse(answer.body)["rows"]?.array
    }

    // MARK: Once

    @Test("a flight is one flight under two names and with other line ends, and is analysed")
    func once() async throws {
      let (box, _gpsd) = try await box()
      let first = try make(box, "a/67EXA011.IGC", LoggerFile().bytes)
      let told = try await box.json("import", first)
      #expect(outcomes(told) == ["flight added"], "\(told)")
      let again = try await box.json("import", first)
      #expect(outcomes(again) == ["flight known"])
      let renamed = try make(box, "b/other name.igc", LoggerFile().bytes)
      let unix = try make(box, "b/unix.igc", LoggerFile(lineEnd: "\n").bytes)
      let doubled = try make(box, "b/doubled.igc", LoggerFile(lineEnd: "\r\r\n").bytes)
      let others = try await box.json("import", renamed, unix, doubled)
      #expect(outcomes(others) == Array(repeating: "flight known", count: 3), "\(others)")
      #expect(try flights(box) == 1)
      #expect(try box.names(in: "flights") == ["67EXA011.IGC"])
      #expect(try box.names(in: "blobs/igc").count == 1)
      #expect(
        try Files.read("\(box.state)/flights/67EXA011.IGC", limit: 1 << 20) == LoggerFile().bytes)
      try await box.status("the analysis") { $0.imports.analysisWaiting == 0 }
      let row = try #require(try await box.json("flights", "list")["flights"]?.array?.first)
      #expect(row["pilot"]?.string == "Sample Pilot")
      #expect(row["takeoff_at"]?.string?.hasPrefix("2026-07-14T10:0") == true, "\(row)")
      #expect(try box.names(in: "imports").isEmpty)
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("folders, ZIP, gzip and archives within archives give their flights, each once")
    func packed() async throws {
      let (box, _gpsd) = try await box()
      let flights = (0..<5).map { LoggerFile(minuteOfDay: 500 + $0 * 10).bytes }
      var inner = StoredArchive()
      inner.add("deep.igc", flights[3])
      var archive = StoredArchive()
      archive.add("2026/one.igc", flights[0])
      archive.add("photo.jpg", [0xFF, 0xD8, 0, 1, 2])
      archive.add("2026/same name.igc", flights[1])
      archive.add("more.zip", inner.bytes)
      try make(box, "in/archive.zip", archive.bytes)
      try make(box, "in/sub/two.igc.gz", try Gzip.compress(flights[2]))
      try make(box, "in/sub/same name.igc", flights[4])
      try make(box, "in/sub/notes.txt", Array("just words\n".utf8))
      let told = try await box.json("import", box.folder.file("in"))
      #expect(outcomes(told).filter { $0 == "flight added" }.count == 5, "\(told)")
      #expect(told["counts"]?["passed-over"]?.integer == 1)
      #expect(try self.flights(box) == 5)
      let names = try box.names(in: "flights")
      #expect(names.count == 5 && names.contains("same_name.igc"), "\(names)")
      let again = try await box.run("import", box.folder.file("in"))
      #expect(again.last == "5 known, 1 passed over", "\(again)")
      #expect(try box.names(in: "imports").isEmpty)
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    // MARK: The inbox

    @Test("what is put into the inbox is taken in and removed, what lay there at the start too")
    func inbox() async throws {
      let gpsd = try FakeGPSD()
      let box = try Box(port: gpsd.port, policy: "manual")
      let inbox = "\(box.state)/inbox"
      try Files.makeFolder("\(inbox)/from the field")
      try Files.replace("\(inbox)/early.igc", with: LoggerFile(minuteOfDay: 400).bytes)
      try Files.replace(
        "\(inbox)/from the field/deep.igc", with: LoggerFile(minuteOfDay: 410).bytes)
      try await box.start()
      // Written in two halves: not taken before its writer has closed it.
      let whole = LoggerFile(minuteOfDay: 420).bytes
      let slow = try Descriptor.open("\(inbox)/slow.igc", O_WRONLY | O_CREAT, mode: 0o644)
      try slow.write(all: whole.prefix(9000))
      let outside = try make(box, "moved.igc", LoggerFile(minuteOfDay: 430).bytes)
      try Files.rename(outside, to: "\(inbox)/moved.igc")
      try Files.replace("\(inbox)/words.txt", with: Array("just words\n".utf8))
      #expect(symlink("/etc/passwd", "\(inbox)/passwd.igc") == 0)
      try await box.status("three flights") { _ in
        (try? flights(box)) == 3 && (try? box.names(in: "quarantine"))?.count == 2
      }
      #expect(try Files.names(in: inbox).contains("slow.igc"))
      try slow.write(all: whole.dropFirst(9000))
      close(slow.release())
      try await box.status("an empty inbox") {
        (try? flights(box)) == 4 && $0.imports.waiting == 0
      }
      #expect(try Files.names(in: inbox) == ["from the field", "passwd.igc"])
      let list = try await box.json("quarantine", "list")["files"]?.array ?? []
      #expect(list.map { $0["name"]?.string } == ["words.txt"])
      await box.stop()
      withExtendedLifetime(gpsd) {}
    }

    // MARK: What cannot be used

    @Test("a broken file is kept with its reason, is not tried again unasked, and can be discarded")
    func quarantine() async throws {
      let (box, _gpsd) = try await box()
      let broken = try make(box, "broken.igc", Array("AXXXABC\r\nHFDTE140726\r\nBroken\r\n".utf8))
      try await box.expectRefusal(65, "is a fix", of: "import", broken)
      #expect(try box.status().facts?.imports.quarantined == 1)
      let id = try #require(
        try await box.json("quarantine", "list")["files"]?.array?.first?["id"]?.string)
      let stick = try await box.json("import", "--stick", broken)
      #expect(outcomes(stick) == ["unknown quarantined"], "\(stick)")
      try await box.expectRefusal(65, "is a fix", of: "quarantine", "retry", id)
      try await box.run("quarantine", "discard", String(id.prefix(8)))
      #expect(try box.names(in: "quarantine").isEmpty)
      let passed = try await box.json("import", "--stick", broken)
      #expect(outcomes(passed) == ["unknown passed-over"], "\(passed)")
      try await box.expectRefusal(65, "is a fix", of: "import", broken)
      try await box.expectRefusal(66, "begins with", of: "quarantine", "retry", "0000")
      let words = try make(box, "words.txt", Array("just words\n".utf8))
      try await box.expectRefusal(65, "nothing for the logbook", of: "import", words)
      try await box.expectRefusal(66, "cannot read", of: "import", box.folder.file("none"))
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("a hostile archive writes nowhere else, fills nothing, and loses no good flight")
    func hostile() async throws {
      let (box, _gpsd) = try await box()
      var archive = StoredArchive()
      archive.add("../../../evil.igc", LoggerFile(minuteOfDay: 500).bytes)
      archive.add("/tmp/evil/absolute.igc", LoggerFile(minuteOfDay: 510).bytes)
      archive.add("..", LoggerFile(minuteOfDay: 520).bytes)
      archive.add("a\u{1B}[2J\n.igc", LoggerFile(minuteOfDay: 530).bytes)
      archive.add("bomb.igc.gz", try Gzip.compress([UInt8](repeating: 0x42, count: 40 << 20)))
      let path = try make(box, "hostile.zip", archive.bytes)
      let result = try await box.command("import", path, "--json")
      let told = try JSONValue.parse(result.output.joined(separator: "\n"))
      #expect(outcomes(told).filter { $0 == "flight added" }.count == 4, "\(told)")
      #expect(outcomes(told).last == "archive quarantined", "\(told)")
      #expect(try flights(box) == 4)
      let names = try box.names(in: "flights")
      #expect(names.count == 4 && names.allSatisfy { $0.hasSuffix(".igc") }, "\(names)")
      #expect(!Files.exists("\(box.state)/../evil.igc") && !Files.exists("/tmp/evil"))
      #expect(try box.names(in: "imports").isEmpty)
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("a deleted flight comes back by import, not by a stick")
    func deleted() async throws {
      let (box, _gpsd) = try await box()
      let path = try make(box, "one.igc", LoggerFile().bytes)
      let told = try await box.json("import", path)
      let id = try #require(told["imports"]?.array?.first?["result"]?["id"]?.string)
      let answer = try box.client.post(
        Endpoint.deleteRow(.flight).path, json: Array("{\"id\": \"\(id)\"}".utf8))
      #expect(answer.status == 200)
      #expect(try flights(box) == 0)
      #expect(outcomes(try await box.json("import", "--stick", path)) == ["flight deleted"])
      let unix = try make(box, "unix.igc", LoggerFile(lineEnd: "\n").bytes)
      #expect(outcomes(try await box.json("import", "--stick", unix)) == ["flight deleted"])
      #expect(try flights(box) == 0)
      #expect(outcomes(try await box.json("import", path)) == ["flight added"])
      #expect(try box.names(in: "flights") == ["one.igc"])
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("a deleted flight in the inbox waits in the quarantine")
    func deletedInInbox() async throws {
      let (box, _gpsd) = try await box()
      let path = try make(box, "one.igc", LoggerFile().bytes)
      let told = try await box.json("import", path)
      let id = try #require(told["imports"]?.array?.first?["result"]?["id"]?.string)
      _ = try box.client.post(
        Endpoint.deleteRow(.flight).path, json: Array("{\"id\": \"\(id)\"}".utf8))
      for (name, end) in [("one", "\r\n"), ("unix", "\n")] {
        let file = try make(box, "\(name).copy", LoggerFile(lineEnd: end).bytes)
        try Files.rename(file, to: "\(box.state)/inbox/\(name).igc")
      }
      try await box.status("two files in quarantine") {
        $0.imports.quarantined == 2 && $0.imports.waiting == 0
      }
      #expect(try flights(box) == 0 && Files.names(in: "\(box.state)/inbox").isEmpty)
      let kept = try #require(
        try await box.json("quarantine", "list")["files"]?.array?.first?["id"]?.string)
      try await box.run("quarantine", "retry", kept)
      #expect(try flights(box) == 1)
      #expect(try box.status().facts?.imports.quarantined == 1)
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("a flight whose file is gone gets it back")
    func lostFile() async throws {
      let (box, _gpsd) = try await box()
      let path = try make(box, "one.igc", LoggerFile().bytes)
      try await box.run("import", path)
      let blob = try #require(try box.names(in: "blobs/igc").first)
      try Files.remove("\(box.state)/blobs/igc/\(blob)")
      try Files.remove("\(box.state)/flights/one.igc")
      #expect(outcomes(try await box.json("import", path)) == ["flight known"])
      #expect(try box.names(in: "blobs/igc") == [blob] && box.names(in: "flights") == ["one.igc"])
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("fixes that jump about give neither a distance nor a speed")
    func jumps() async throws {
      let (box, _gpsd) = try await box()
      try await box.run("import", try make(box, "jumps.igc", LoggerFile(fixes: 900).jumping))
      try await box.status("the analysis") { $0.imports.analysisWaiting == 0 }
      let row = try #require(try stored(box, .flights)?.first)
      #expect(row["analysisVersion"]?.integer == 1)
      for name in ["optimisedDistanceM", "optimisedSpeedCentiKmh", "bestTwoHourSpeedCentiKmh"] {
        #expect(row[name] == .null, "\(name)")
      }
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("an analysis that takes long does not keep the service from ending")
    func longAnalysis() async throws {
      let (box, _gpsd) = try await box()
      let path = try make(box, "long.igc", LoggerFile(minuteOfDay: 0, fixes: 80_000).jumping)
      try await box.run("import", path)
      let before = try processorSeconds(of: box)
      // An analysis has the lowest priority: other programs may leave it little for minutes.
      try await box.status("an analysis under way", within: 300) { _ in
        (try? processorSeconds(of: box)).map { $0 >= before + 2 } ?? false
      }
      let began = SystemClock.monotonic()
      await box.stop()
      #expect(SystemClock.monotonic().milliseconds(since: began) < 30_000)
      try await box.start()
      #expect(try #require(try box.status().facts?.imports.analysisWaiting) == 1)
      await box.kill()
      withExtendedLifetime(_gpsd) {}
    }

    /// What the daemon has computed since its start, s.
    private func processorSeconds(of box: Box) throws -> Int {
      let process = try #require(box.daemon?.identifier)
      let text = String(
        decoding: try Files.read("/proc/\(process)/stat", limit: 1 << 12), as: UTF8.self)
      // After the program's name in parentheses, user time is the twelfth.
      let fields = try #require(text.split(separator: ")").last).split(separator: " ")
      return try #require(Int(fields[11])) / sysconf(Int32(_SC_CLK_TCK))
    }

    // MARK: Places and tasks

    @Test("waypoints become a map file with their bytes, tasks become tasks, both once")
    func places() async throws {
      let (box, _gpsd) = try await box()
      let cup = Array(
        """
        name,code,country,lat,lon,elev,style,rwdir,rwlen,freq,desc
        "Dorf","D",CH,4722.000N,00832.501E,400.0m,4,090,700.0m,"123.500",""
        "Berg","B",CH,4730.000N,00840.000E,1800.0m,7,,,,""
        "See","S",CH,4740.000N,00830.000E,410.0m,1,,,,""
        -----Related Tasks-----
        "Round",,"Dorf","Berg","Dorf",

        """.utf8)
      let path = try make(box, "club.cup", cup)
      let told = try await box.json("import", path)
      #expect(outcomes(told) == ["waypoints added", "tasks added"], "\(told)")
      #expect(outcomes(try await box.json("import", path)).allSatisfy { $0.hasSuffix("known") })
      let rows = try #require(try stored(box, .mapFiles))
      #expect(rows.map { $0["filename"]?.string } == ["club.cup"])
      #expect(rows.first?["itemCount"]?.integer == 3)
      let hash = try #require(rows.first?["contentHash"]?.string)
      #expect(try Files.read("\(box.state)/blobs/file/\(hash)", limit: 1 << 20) == cup)
      let tasks = try #require(try stored(box, .tasks))
      #expect(tasks.map { $0["name"]?.string } == ["Round"])
      // A new edition replaces the old one under the same id.
      try make(box, "club.cup", cup + Array("\n".utf8))
      #expect(outcomes(try await box.json("import", path)).first == "waypoints replaced")
      #expect(try box.names(in: "blobs/file").count == 1)
      #expect(try stored(box, .tasks)?.count == 1)
      let id = try #require(rows.first?["id"]?.string)
      _ = try box.client.post(
        Endpoint.deleteRow(.mapFile).path, json: Array("{\"id\": \"\(id)\"}".utf8))
      #expect(try box.names(in: "blobs/file").isEmpty)
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("a take-off has the name of the nearest airfield, also of one that comes later")
    func airfields() async throws {
      let (box, _gpsd) = try await box()
      let flight = try make(box, "one.igc", LoggerFile().bytes)
      try await box.run("import", flight)
      try await box.status("the analysis") { $0.imports.analysisWaiting == 0 }
      #expect(try stored(box, .flights)?.first?["takeoffName"] == .null)
      let list = try make(
        box, "airports.csv",
        Array(
          """
          "id","ident","type","name","latitude_deg","longitude_deg","elevation_ft","iso_country"
          1,"LSZX","small_airport","Dorf",47.37,8.54,1300,"CH"
          2,"LSZY","small_airport","Weit",48.37,8.54,1300,"CH"

          """.utf8))
      #expect(outcomes(try await box.json("import", list)) == ["waypoints added"])
      try await box.status("the name") { _ in
        (try? stored(box, .flights))??.first?["takeoffName"]?.string == "Dorf"
      }
      let row = try #require(try stored(box, .flights)?.first)
      #expect(row["takeoffCode"]?.string == "LSZX" && row["takeoffCountry"]?.string == "CH")
      #expect(row["fieldsUpdatedAt"]?.integer == 0 && row["analysisVersion"]?.integer == 1)
      let airspace = try make(
        box, "zones.txt",
        Array("AC D\nAN Dorf\nAL GND\nAH 3000 ft\nV X=47:20:00 N 008:30:00 E\nDC 5\n".utf8))
      #expect(outcomes(try await box.json("import", airspace)) == ["airspace added"])
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }

    @Test("a stick that cannot be read is told of until one is read")
    func sticks() async throws {
      let (box, _gpsd) = try await box()
      try await box.run("import", "--stick-refused", "exfat")
      let status = try box.status()
      #expect(status.facts?.imports.refusedStick == "exfat")
      #expect(status.problems.contains { $0.id == "stick-refused" && $0.message.contains("exfat") })
      let path = try make(box, "stick/one.igc", LoggerFile().bytes)
      try await box.run("import", "--stick", Files.folder(of: path))
      #expect(try box.status().facts?.imports.refusedStick == nil)
      await box.stop()
      withExtendedLifetime(_gpsd) {}
    }
  }
}

import ControlAPI
import FlightModel
import FlightSimulator
import JSON
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// A task that is declared on the recorder, in the file of the flight that follows.
  @Suite(.timeLimit(.minutes(10)))
  struct TaskDeclarationTests {
    private static let logger = SimulatedLogger(seconds: 75)

    /// A recorder that has had two fixes an hour before take-off, however long a test takes, and knows
    /// the task.
    private func field() async throws -> BackedUpBox {
      let gpsd = try FakeGPSD()
      let field = try await BackedUpBox(box: Box(port: gpsd.port), gpsd: gpsd)
      let early = Self.logger.flight.fixes.prefix(2).map { fix in
        var fix = fix
        fix.time = fix.time.after(-3600)
        return fix
      }
      try await field.feed(early)
      try await field.box.run("import", try field.box.make("club.cup", Self.logger.places))
      return field
    }

    /// The recorder's file of the flight once it is filed and analysed.
    private func land(_ field: BackedUpBox) async throws -> (text: String, flight: JSONValue) {
      let box = field.box
      try await box.stored(upTo: Self.logger.flight.fixes.last!.time)
      try await box.run("record", "stop")
      try await box.status("filing") {
        $0.recording == nil && $0.unfinishedRecordings == 0 && $0.imports.analysisWaiting == 0
          && $0.lastFlight != nil
      }
      try await box.analysed()
      let name = try #require(box.files.first)
      let text = String(
        decoding: try Files.read("\(box.state)/flights/\(name)", limit: 8 << 20), as: UTF8.self)
      let list = try await box.json("flights", "list")
      return (text, try #require(list["flights"]?.array?.first))
    }

    /// The C record's time of declaration, `DDMMYYHHMMSS`.
    private func declared(_ time: UTCInstant) -> String {
      let digits = time.rfc3339.filter(\.isNumber).prefix(14)
      let (year, month) = (digits.dropFirst(2).prefix(2), digits.dropFirst(4).prefix(2))
      return "\(digits.dropFirst(6).prefix(2))\(month)\(year)\(digits.suffix(6))"
    }

    @Test("declared before the flight: C records with its time, zones in L records, evaluated")
    func before() async throws {
      let field = try await field()
      let box = field.box
      let json = try await box.json("tasks", "declare", "Round")
      let time = try #require(
        json["task"]?["declared_at"]?.string.flatMap(UTCInstant.init(rfc3339:)), "\(json)")
      let takeoff = Self.logger.flight.truth.takeoff
      #expect(time < takeoff, "by the receiver's time, whatever the clock on the wall says")
      try field.gpsd.report(Self.logger.flight.fixes)
      let (text, flight) = try await land(field)
      let lines = text.split(whereSeparator: \.isNewline)
      let records = lines.filter { $0.hasPrefix("C") }
      #expect(records.count == 6, "\(records)")
      #expect(records.first?.hasPrefix("C\(declared(time))") == true, "\(records)")
      #expect(records.first?.hasSuffix("000101Round") == true, "\(records)")
      #expect(records.contains { $0.hasSuffix("Mill") })
      let zones = lines.filter { $0.hasPrefix("L") && $0.contains("OZ=") }
      #expect(zones.count == 3 && zones[1].contains("R1=500"), "\(zones)")
      #expect(flight["task_completed"]?.bool == true, "\(flight)")
      let distance = Int64((2 * Self.logger.field.distance(to: Self.logger.turnpoint)).rounded())
      #expect(abs((flight["declared_distance_m"]?.integer ?? 0) - distance) < 10, "\(flight)")
      #expect(flight["task_speed_centi_kmh"]?.integer ?? 0 > 3000)
      let page = try await box.run("flights", "show", try #require(flight["id"]?.string))
      #expect(page.contains { $0.hasPrefix("task") && $0.contains("completed") }, "\(page)")
      await field.stop()
    }

    @Test("declared in the air: told in the file with its time, and it does not count")
    func late() async throws {
      let field = try await field()
      let box = field.box
      let fixes = Self.logger.flight.fixes
      let aloft = fixes.index(at: Self.logger.flight.truth.takeoff.after(60))
      try field.gpsd.report(fixes[..<aloft])
      try await box.status("take-off") { $0.recording?.takeoffAt != nil }
      try await box.stored(upTo: fixes[aloft - 1].time)
      let said = try await box.run("tasks", "declare", "Round")
      #expect(said.first?.contains("too late") == true, "\(said)")
      try field.gpsd.report(fixes[aloft...])
      let (text, flight) = try await land(field)
      let record = try #require(text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("C") })
      #expect(record.hasSuffix("000101Round"), "\(record)")
      #expect(flight["declared_distance_m"]?.integer == nil, "\(flight)")
      #expect(flight["task_completed"]?.bool == nil)
      let name = try #require(box.files.first)
      let page = try await box.run("analyze", "\(box.state)/flights/\(name)")
      #expect(page.contains { $0.contains("does not count") }, "\(page)")
      await field.stop()
    }
  }
}

import ControlAPI
import FlightModel
import FlightSimulator
import IGC
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// A FLARM behind gpsd: its pressure altitude is recorded, who asks not to be tracked is not.
  @Suite(.timeLimit(.minutes(10)))
  struct FLARMTests {
    @Test(
      "PGRMZ becomes the file's pressure altitude, and the NoTrack target is nowhere",
      arguments: ["minute-flarm", "minute-softrf"])
    func pressure(_ name: String) async throws {
      let replayed = try #require(FlightCase.named(name))
      let fixes = replayed.flight.fixes
      let gpsd = try await PrivateGPSD()
      gpsd.format = replayed.log
      let box = try Box(port: gpsd.port, policy: "always")
      try await box.start()
      let found = try await feedUntilFound(fixes, gpsd, box)
      try await gpsd.feed(fixes.dropFirst(found), perSecond: 8)
      try await box.stored(upTo: fixes.last!.time)
      let status = try await box.command("status", "--json").output
      #expect(try await box.command("record", "stop").code == 0)
      let records = try box.file(box.files[0]).track.map { ($0.time, $0.pressureAltitudeM) }
      try expectPressure(records, fixes, from: found + 2)
      try expectHeights(box, fixes)
      let said = box.log.lines + status
      await box.stop()
      #expect(!said.contains { $0.contains(SimulatedTraffic.noTrackID) })
      try expectNowhere(SimulatedTraffic.noTrackID, in: box.state)
    }

    /// Feeds ground time until the daemon has found the FLARM: before, there is no pressure. The count
    /// of fixes that went by.
    private func feedUntilFound(
      _ fixes: [SimulatedFix], _ gpsd: PrivateGPSD, _ box: Box
    ) async throws -> Int {
      for index in 0..<20 {
        try await gpsd.feed([fixes[index]], perSecond: 5)
        let note = try box.status().facts?.sources[0].note
        if note?.contains("FLARM") == true { return index + 1 }
      }
      throw Overdue(description: "the FLARM behind gpsd was not found")
    }

    /// Whole feet come in, whole metres go out. Readings and reports come over two connections, and at
    /// eight times the speed of life a busy machine puts seconds between them.
    private func expectPressure(
      _ records: [(UTCInstant, Int32?)], _ fixes: [SimulatedFix], from first: Int
    ) throws {
      let late = records.filter { $0.0 >= fixes[first].time }
      #expect(late.count >= fixes.count - first)
      for (time, metres) in late {
        let index = fixes.index(at: time)
        let near = fixes[max(0, index - 4)...min(fixes.count - 1, index + 2)].map {
          Double($0.pressureAltitudeCm) / 100
        }
        let (low, high) = (near.min()! - 1.5, near.max()! + 1.5)
        #expect(metres.map { (low...high).contains(Double($0)) } == true, "\(time.rfc3339)")
      }
    }

    /// gpsd takes the pressure altitude for a height; the file must not.
    private func expectHeights(_ box: Box, _ fixes: [SimulatedFix]) throws {
      for record in try box.file(box.files[0]).track where record.isValid {
        let fix = fixes[fixes.index(at: record.time)]
        let difference = Double(record.gnssAltitudeM ?? 0) - Double(fix.ellipsoidAltitudeCm) / 100
        #expect(abs(difference) <= 1, "\(fix.time.rfc3339)")
      }
    }

    /// No file below a folder has the text in it.
    private func expectNowhere(_ text: String, in folder: String) throws {
      let pattern = Array(text.utf8)
      for name in try Files.names(in: folder) {
        let path = "\(folder)/\(name)"
        if let bytes = try? Files.read(path, limit: 64 << 20) {
          #expect(!bytes.indices.contains { bytes[$0...].starts(with: pattern) }, "\(path)")
        } else {
          try expectNowhere(text, in: path)
        }
      }
    }
  }
}

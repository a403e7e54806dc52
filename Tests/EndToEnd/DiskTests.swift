import ControlAPI
import FlightModel
import FlightSimulator
import Glibc
import IGC
import Linux
import SeededRandom
import TestSupport
import Testing

extension EndToEnd {
  /// Disks that are full, and databases that are broken.
  @Suite(.timeLimit(.minutes(10)))
  struct DiskTests {
    @Test(
      "a disk full in mid-flight: told, and when there is space again nothing is missing",
      .enabled("mount namespaces are not permitted here") { await SmallDisk.isPermitted() })
    func diskFull() async throws {
      let flight = SimulatedFlight(.shortFlight(seed: 14))
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port, more: "[storage]\nminimum-free = 16")
      let disk = try await SmallDisk(mebibytes: 72, over: box.state)
      box.prefix = disk.prefix
      try await box.start()
      let full = flight.truth.takeoff.after(60)
      let before = flight.fixes.between(nil, full)
      try await gpsd.feed(before)
      try await box.stored(upTo: before.last!.time)
      try disk.fill()
      let freed = try await feedIntoTrouble(box, gpsd, flight.fixes.between(full, nil))
      try disk.free()
      try await box.stored(upTo: flight.fixes.between(nil, freed).last!.time)
      let healed = try box.status()
      #expect(healed.facts?.storage.consecutiveFailures == 0)
      #expect(!healed.problems.map(\.id).contains("storage-failing"))
      try await gpsd.feed(flight.fixes.between(freed, nil))
      try await box.stored(upTo: flight.fixes.last!.time)
      #expect(try await box.command("record", "stop").code == 0)
      #expect(await box.stop() == .exit(0))
      let rows = try #require(try StoredRows(disk.copy(of: box.databasePath, to: box.folder)))
      let due = flight.fixes.due(in: flight.truth).map(\.time)
      #expect(Set(due).subtracting(try rows.fixTimes()).isEmpty)
      #expect(try rows.recordings().map(\.end) == ["stopped"])
    }

    /// Feeds until commits fail: the log first uses the room that it has had before its last
    /// checkpoint, and who knows how much that was. When the next fix is due.
    private func feedIntoTrouble(
      _ box: Box, _ gpsd: PrivateGPSD, _ fixes: ArraySlice<SimulatedFix>
    ) async throws -> UTCInstant {
      var rest = fixes
      var trouble: StatusDocument?
      while trouble == nil {
        try #require(rest.count > 60, "the disk takes the whole flight")
        try await gpsd.feed(rest.prefix(20), perSecond: 20)
        rest = rest.dropFirst(20)
        let status = try box.status()
        let storage = status.facts?.storage
        if (storage?.consecutiveFailures ?? 0) > 1, (storage?.pendingFixes ?? 0) > 0 {
          trouble = status
        }
      }
      #expect(trouble?.problems.map(\.id).contains("storage-failing") == true)
      #expect(trouble?.facts?.storage.lastFailure?.isEmpty == false)
      #expect(try await box.command("status").code == 2)
      #expect(trouble?.facts?.storage.shedFixes == 0)
      return rest.first!.time
    }

    @Test("a database broken between two starts is set aside, and recording goes on in a new one")
    func brokenDatabase() async throws {
      let flight = SimulatedFlight(.shortFlight(seed: 15))
      let gpsd = try await PrivateGPSD()
      let box = try Box(port: gpsd.port)
      try await box.start()
      let cut = flight.truth.takeoff.after(90)
      try await gpsd.feed(flight.fixes.between(nil, cut))
      try await box.stored(upTo: flight.fixes.between(nil, cut).last!.time)
      await box.stop()
      try spoil(box.databasePath)
      try await box.start()
      try await gpsd.feed(flight.fixes.between(cut, nil))
      try await box.stored(upTo: flight.fixes.last!.time)
      let told = try await eventually("word of the broken database") {
        try box.status().problems.first { $0.id == "database-set-aside" }
      }
      #expect(told.subject == "\(box.databasePath).broken-1")
      #expect(Files.exists("\(box.databasePath).broken-1"))
      #expect(try await box.command("status").code == 1)
      #expect(try await box.command("record", "stop").code == 0)
      let stored = try box.rows().fixTimes()
      #expect(stored == flight.fixes.between(cut, nil).map(\.time))
      await box.stop()
    }

    /// Writes noise over the schema and half of what follows.
    private func spoil(_ path: String) throws {
      var bytes = try Files.read(path, limit: 64 << 20)
      var random = SeededGenerator(seed: 1)
      for index in stride(from: 40, to: min(bytes.count, 20_000), by: 3) {
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      try Files.replace(path, with: bytes)
    }
  }
}

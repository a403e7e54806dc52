import Bytes
import Devices
import FlightModel
import Linux
import TestSupport
import Testing

/// A receiver on a port of its own gives what its log is known to hold, and what gpsd makes of it.
@Suite("Positions without gpsd")
struct NMEAPositionTests {
  private func log(_ name: String) throws -> [UInt8] {
    try Files.read(PackageFolder.fixture("flights/\(name)/flight.nmea"), limit: 1 << 22)
  }

  /// The fixes of a log, delivered in pieces of `size` bytes.
  private func fixes(_ bytes: [UInt8], pieces size: Int) -> [Fix] {
    var configuration = NMEADriver.Configuration()
    configuration.usesPosition = true
    var driver = NMEADriver(receiver: ReceiverID("port"), configuration: configuration)
    var output = DriverOutput()
    var now = MonotonicInstant(nanoseconds: 0)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let piece = Array(bytes[start..<min(bytes.count, start + size)])
      piece.withUnsafeBytes { driver.received($0, at: now, &output) }
      now = now.advanced(byMilliseconds: 1)
    }
    driver.closed(at: now, &output)
    return output.events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
  }

  /// Time, mode, position, heights, speed and track of a row of `truth.csv`.
  private func truth(_ name: String) throws -> [[Int]] {
    let bytes = try Files.read(PackageFolder.fixture("flights/\(name)/truth.csv"), limit: 1 << 22)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
      .filter { !$0.hasPrefix("#") && !$0.hasPrefix("epoch") }
      .map { row in row.split(separator: ",").map { Int($0) ?? .min } }
  }

  @Test(
    "as the simulator knows them",
    arguments: ["minute", "minute-flarm", "minute-softrf", "minute-garbage", "minute-lost-fix"],
    [1, 17, 4096])
  func equalsTheTruth(name: String, size: Int) throws {
    let found = fixes(try log(name), pieces: size)
    let rows = try truth(name)
    #expect(found.count == rows.count)
    #expect(rows.count > 60)
    for (fix, row) in zip(found, rows) {
      #expect(fix.time?.milliseconds == Int64(row[0]))
      #expect(Int(fix.mode.rawValue) == row[1])
      guard fix.mode == .threeDimensional, let position = fix.position else { continue }
      #expect(Int(position.latitudeE7) == row[2])
      #expect(Int(position.longitudeE7) == row[3])
      #expect(fix.ellipsoidAltitudeCm.map(Int.init) == row[4])
      #expect(fix.meanSeaAltitudeCm.map(Int.init) == row[5])
      #expect(fix.groundSpeedCmPerS.map(Int.init) == row[7])
      #expect(fix.trackCentiDeg.map(Int.init) == row[8])
      #expect(fix.satellitesUsed == row[10])
    }
  }

  @Test("as gpsd gives them", .timeLimit(.minutes(10)))
  func equalsGPSD() async throws {
    let line = try SerialLine()
    let gpsd = try PrivateGPSD(port: try Loopback.freePort(), line)
    let bench = try SourceBench(port: gpsd.port)
    await bench.source.start()
    try await bench.waitForReceiver(line.name)
    let bytes = try log("minute")
    let mine = fixes(bytes, pieces: 64)
    let last = try #require(mine.dropLast().last?.time)
    for second in seconds(of: bytes) {
      line.write(second)
      await bench.reactor.pause(milliseconds: 25)
    }
    try await bench.wait { event in
      if case .fix(let fix) = event { fix.time == last } else { false }
    }
    // gpsd's first report of a receiver may lack its heights.
    let theirs = bench.soFar.fixes.filter { $0.mode == .threeDimensional }.dropFirst()
    #expect(theirs.count > 50)
    for fix in theirs { expectSame(try #require(mine.first { $0.time == fix.time }), fix) }
    await gpsd.kill()
  }

  /// The sentences of each second together.
  private func seconds(of log: [UInt8]) -> [String] {
    var seconds: [String] = []
    for row in String(decoding: log, as: UTF8.self).split(whereSeparator: \.isNewline)
    where row.hasPrefix("$") {
      if row.hasPrefix("$GPRMC") { seconds.append("") }
      seconds[seconds.count - 1] += row + "\r\n"
    }
    return seconds
  }

  private func expectSame(_ mine: Fix, _ theirs: Fix) {
    #expect(mine.mode == theirs.mode)
    #expect(mine.position == theirs.position)
    #expect(mine.ellipsoidAltitudeCm == theirs.ellipsoidAltitudeCm)
    #expect(mine.meanSeaAltitudeCm == theirs.meanSeaAltitudeCm)
    #expect(mine.groundSpeedCmPerS == theirs.groundSpeedCmPerS)
    #expect(mine.trackCentiDeg == theirs.trackCentiDeg)
  }
}

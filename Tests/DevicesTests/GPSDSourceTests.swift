import Devices
import FLARM
import FlightModel
import Linux
import TestSupport
import Testing

/// The source against the real gpsd, over pseudo-terminals.
@Suite("gpsd source", .serialized)
struct GPSDSourceTests {
  /// Sends one fix after another, a second of fix time every 25 ms.
  private func feed(
    _ line: SerialLine, _ seconds: ClosedRange<Int>, on bench: SourceBench,
    _ sentences: (Int) -> String
  ) async {
    for second in seconds {
      line.write(sentences(second))
      await bench.reactor.pause(milliseconds: 25)
    }
  }

  private func plain(_ second: Int) -> String {
    Lines.rmc(second: second) + Lines.gga(second: second) + Lines.gsa
  }

  private func expectWhole(_ fixes: [Fix], through last: Int) throws {
    let positions = fixes.filter { $0.mode >= .twoDimensional }
    let first = try #require(positions.first?.time)
    let count = Int(UTCInstant.noon(plus: last).milliseconds(since: first) / 1000) + 1
    let due = (0..<count).map { first.advanced(byMilliseconds: Int64($0) * 1000) }
    #expect(positions.map(\.time) == due)
    for fix in positions {
      #expect(fix.position == Coordinate(latitudeE7: 473_768_867, longitudeE7: 85_416_933))
      #expect(fix.groundSpeedCmPerS == 2696)
      #expect(fix.trackCentiDeg == 27_130)
    }
    for fix in positions.dropFirst() {
      #expect(fix.ellipsoidAltitudeCm == 154_700)
      #expect(fix.meanSeaAltitudeCm == 150_000)
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func deliversEachFixOnceAndWhole() async throws {
    let line = try SerialLine()
    let gpsd = try PrivateGPSD(port: try Loopback.freePort(), line)
    let bench = try SourceBench(port: gpsd.port)
    await bench.source.start()
    try await bench.waitForReceiver(line.name)
    await feed(line, 0...59, on: bench, plain)
    try await bench.waitForFix(second: 58)
    try expectWhole(bench.soFar.fixes, through: 58)
    #expect(bench.soFar.fixes.count >= 50)
    let status = await bench.source.status
    #expect(status.state == .watching)
    #expect(status.release == "3.22" || status.release != nil)
    #expect(status.counters.garbage.total == 0)
    #expect(status.receivers.map(\.id.name) == [line.name])
    #expect(status.receivers.first?.driver == "NMEA0183")
    #expect(line.readBack().isEmpty)
    await bench.source.shutdown()
    await gpsd.kill()
  }

  /// In each order gpsd takes PGRMZ for something else; the heights stay those of GGA.
  @Test(
    .timeLimit(.minutes(10)), arguments: ["f", "F"],
    ["RGAZ", "RZGA", "ZRGA", "GZR", "GAZR"])
  func isNotFooledByPressureAltitude(unit: String, order: String) async throws {
    let line = try SerialLine()
    let gpsd = try PrivateGPSD(port: try Loopback.freePort(), line)
    let bench = try SourceBench(port: gpsd.port) { $0.looksForFLARM = false }
    await bench.source.start()
    try await bench.waitForReceiver(line.name)
    await feed(line, 0...24, on: bench) { second in
      order.map { letter in
        switch letter {
        case "R": Lines.rmc(second: second)
        case "G": Lines.gga(second: second)
        case "A": Lines.gsa
        default: Lines.pgrmz(unit)
        }
      }.joined()
    }
    try await bench.waitForFix(second: 23)
    let timed = bench.soFar.fixes.filter { $0.time != nil }
    try expectWhole(timed, through: 23)
    let repaired = await bench.source.status.counters.repairedAltitudes
    let isMisread = unit == "f" && order.contains("ZG") || unit == "f" && order.hasSuffix("R")
    if isMisread || unit == "F" { #expect((repaired > 10) == isMisread) }
    await bench.source.shutdown()
    await gpsd.kill()
  }

  @Test(.timeLimit(.minutes(10)))
  func comesBackAfterARestartOfGPSD() async throws {
    let line = try SerialLine()
    let port = try Loopback.freePort()
    let first = try PrivateGPSD(port: port, line)
    let bench = try SourceBench(port: port)
    await bench.source.start()
    try await bench.waitForReceiver(line.name)
    await feed(line, 0...10, on: bench, plain)
    try await bench.waitForFix(second: 8)
    await first.kill()
    try await bench.wait { $0 == .receiverGone(ReceiverID(line.name)) }
    let second = try PrivateGPSD(port: port, line)
    try await bench.waitForReceiver(line.name)
    await feed(line, 20...40, on: bench, plain)
    try await bench.waitForFix(second: 38)
    let status = await bench.source.status
    #expect(status.openCount >= 2)
    #expect(status.lossCount >= 1)
    await bench.source.shutdown()
    await second.kill()
  }

  @Test(.timeLimit(.minutes(10)))
  func waitsForAGPSDThatIsNotThereYet() async throws {
    let line = try SerialLine()
    let port = try Loopback.freePort()
    let bench = try SourceBench(port: port)
    await bench.source.start()
    for _ in 0..<3 { try await bench.wait { $0 == .linkState(.waiting) } }
    let absent = await bench.source.status
    #expect(absent.lastTrouble?.contains("127.0.0.1") == true)
    let gpsd = try PrivateGPSD(port: port, line)
    try await bench.waitForReceiver(line.name)
    await feed(line, 0...12, on: bench, plain)
    try await bench.waitForFix(second: 10)
    await bench.source.shutdown()
    await gpsd.kill()
  }

  @Test(.timeLimit(.minutes(10)))
  func tellsReceiversApart() async throws {
    let lines = [try SerialLine(), try SerialLine()]
    let gpsd = try PrivateGPSD(port: try Loopback.freePort(), lines[0], lines[1])
    let bench = try SourceBench(port: gpsd.port) { $0.looksForFLARM = false }
    await bench.source.start()
    try await bench.waitForReceiver(lines[1].name)
    for second in 0...24 {
      for line in lines { line.write(plain(second)) }
      await bench.reactor.pause(milliseconds: 25)
    }
    var waiting = Set(lines.map(\.name))
    try await bench.wait { event in
      if case .fix(let fix) = event, fix.time == .noon(plus: 23) {
        waiting.remove(fix.receiver.name)
      }
      return waiting.isEmpty
    }
    for line in lines {
      let own = bench.soFar.fixes.filter { $0.receiver.name == line.name }
      try expectWhole(own.filter { $0.time! <= .noon(plus: 23) }, through: 23)
    }
    await bench.source.shutdown()
    await gpsd.kill()
  }

  @Test(.timeLimit(.minutes(10)))
  func hearsAFLARMAndForgetsWhoeverForbidsTracking() async throws {
    let line = try SerialLine()
    let gpsd = try PrivateGPSD(port: try Loopback.freePort(), line)
    let bench = try SourceBench(port: gpsd.port)
    await bench.source.start()
    try await bench.waitForReceiver(line.name)
    await feed(line, 0...30, on: bench) { second in
      plain(second) + Lines.pgrmz("F") + Lines.sentence("PFLAA,0,300,400,134,2,DD1A2B,,,,,1")
        + Lines.sentence("PFLAA,0,100,0,10,2,ABCDEF,,,,,1,1")
        + Lines.sentence("PFLAU,2,1,2,1,0,,0,,,")
    }
    try await bench.waitForFix(second: 28)
    let reports = bench.soFar.compactMap { event -> TrafficReport? in
      if case .traffic(let report) = event { report } else { nil }
    }
    let pressures = bench.soFar.compactMap { event -> Sample? in
      if case .sample(let sample) = event { sample } else { nil }
    }
    #expect(reports.count >= 10)
    #expect(reports.allSatisfy { $0.targets.allSatisfy { $0.id == "DD1A2B" } })
    #expect(reports.last?.targets.first?.distanceM == 500)
    #expect(pressures.count >= 10)
    #expect(pressures.allSatisfy { $0.reading == .pressureAltitudeCm(95_982) })
    #expect(pressures.allSatisfy { $0.source == line.name })
    let flarm = await bench.source.status.receivers.first?.flarm
    #expect((flarm?.withheldCount ?? 0) > 0)
    #expect(flarm?.nearestM == 500)
    #expect(await bench.source.status.receivers.first?.passThrough == .keeping)
    #expect(line.readBack().isEmpty)
    await bench.source.shutdown()
    await gpsd.kill()
  }
}

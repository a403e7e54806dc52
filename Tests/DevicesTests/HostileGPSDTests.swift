import Devices
import FlightModel
import Linux
import SeededRandom
import TestSupport
import Testing

/// The source against a server that sends what no gpsd should.
@Suite("Hostile gpsd")
struct HostileGPSDTests {
  /// Serves reports until the other end goes, after whatever `garbage` sends.
  private func server(
    _ garbage: @escaping @Sendable (FakeGPSD.Client) -> Void
  ) throws -> FakeGPSD {
    try FakeGPSD { client, _ in
      guard client.request().contains("\"json\":true") else { return client.waitForClose() }
      for second in 0...5 { client.send(line: Lines.tpv(second: second)) }
      garbage(client)
      for second in 10...40 { client.send(line: Lines.tpv(second: second)) }
      client.waitForClose()
    }
  }

  /// The fixes around the garbage, and the counters.
  private func play(
    _ garbage: @escaping @Sendable (FakeGPSD.Client) -> Void
  ) async throws -> (seconds: [Int64], counters: GPSDCounters) {
    let server = try server(garbage)
    let bench = try SourceBench(port: server.port) { $0.looksForFLARM = false }
    await bench.source.start()
    try await bench.waitForFix(second: 39)
    let counters = await bench.source.status.counters
    await bench.source.shutdown()
    let start = UTCInstant.noon(plus: 0)
    let seconds = bench.soFar.fixes.compactMap { $0.time?.milliseconds(since: start) }
      .map { $0 / 1000 }
    return (seconds, counters)
  }

  private let due = (0...5).map(Int64.init) + (10...39).map(Int64.init)

  @Test(.timeLimit(.minutes(10)))
  func skipsALineOfTwoMegabytes() async throws {
    let (seconds, counters) = try await play { client in
      client.send([UInt8](repeating: 0x41, count: 2_000_000))
      client.send(line: "")
    }
    #expect(seconds == due)
    #expect(counters.garbage.overlong == 1)
  }

  @Test(.timeLimit(.minutes(10)))
  func skipsAnEndlessReport() async throws {
    let (seconds, counters) = try await play { client in
      client.send(Array("{\"class\":\"TPV\",\"device\":\"".utf8))
      client.send([UInt8](repeating: 0x2F, count: 100_000))
      client.send(line: "\",\"mode\":3}")
    }
    #expect(seconds == due)
    #expect(counters.garbage.overlong == 1)
  }

  @Test(.timeLimit(.minutes(10)))
  func skipsBinaryAndHalfLines() async throws {
    let (seconds, counters) = try await play { client in
      var random = SeededGenerator(seed: 23)
      for _ in 0..<200 {
        let count = Int.random(in: 1...400, using: &random)
        let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        client.send(noise.filter { $0 != 0x0A })
        client.send(line: "")
      }
      client.send(line: String(Lines.tpv(second: 7).dropLast(40)))
      client.send(line: String(Lines.tpv(second: 7).dropFirst(40)))
      client.send(line: Lines.tpv(second: 7) + Lines.tpv(second: 8))
    }
    #expect(seconds == due)
    #expect(counters.garbage.notAReport >= 199)
    #expect(counters.garbage.malformed == 2)
  }

  @Test(.timeLimit(.minutes(10)))
  func readsWhatDripsIn() async throws {
    let (seconds, counters) = try await play { client in
      for byte in Array((Lines.tpv(second: 7) + "\r\n" + Lines.tpv(second: 8) + "\n").utf8) {
        client.send([byte])
      }
    }
    #expect(seconds == (0...5).map(Int64.init) + [7, 8] + (10...39).map(Int64.init))
    #expect(counters.garbage.total == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func passesNothingOnThatIsNoNumber() async throws {
    let (_, counters) = try await play { client in
      let head = "{\"class\":\"TPV\",\"device\":\"/dev/ttyS9\",\"mode\":3,"
      client.send(line: head + "\"lat\":NaN,\"lon\":NaN,\"altHAE\":NaN}")
      client.send(line: head + "\"time\":\"1980-01-06T00:00:00.000Z\",\"lat\":0.0,\"lon\":0.0}")
      client.send(line: head + "\"time\":\"2099-12-31T23:59:59.000Z\",\"lat\":1e400,\"lon\":0.0}")
      client.send(line: Lines.devices("/a", "/b", "/c", "/d", "/e", "/f"))
    }
    #expect(counters.positionReports >= 40)
  }

  @Test(.timeLimit(.minutes(10)))
  func opensAgainWhenTheOtherEndClosesInMidLine() async throws {
    let server = try FakeGPSD { client, number in
      guard client.request().contains("\"json\":true") else { return }
      let start = number * 10
      for second in start...start + 5 { client.send(line: Lines.tpv(second: second)) }
      client.send(Array(Lines.tpv(second: start + 6).utf8.prefix(80)))
    }
    let bench = try SourceBench(port: server.port) { $0.looksForFLARM = false }
    await bench.source.start()
    try await bench.waitForFix(second: 35)
    let status = await bench.source.status
    #expect(status.lossCount >= 3)
    #expect(status.counters.garbage.total == 0)
    // A fix that still waited is delivered when the link goes.
    let times = bench.soFar.fixes.map(\.time)
    #expect(times.contains(.noon(plus: 5)))
    #expect(times.contains(.noon(plus: 25)))
    await bench.source.shutdown()
  }

  @Test(.timeLimit(.minutes(10)))
  func opensAgainWhenNothingComesAnyMore() async throws {
    let server = try FakeGPSD { client, number in
      guard client.request().contains("\"json\":true") else { return }
      client.send(line: Lines.tpv(second: number))
      client.waitForClose()
    }
    let bench = try SourceBench(port: server.port) {
      $0.looksForFLARM = false
      $0.link.silenceLimit = 60
    }
    await bench.source.start()
    try await bench.waitForFix(second: 2)
    #expect(await bench.source.status.silenceCount >= 2)
    await bench.source.shutdown()
  }

  @Test(.timeLimit(.minutes(10)))
  func tellsOnceOfAGPSDWithoutAReceiver() async throws {
    let server = try FakeGPSD { client, number in
      guard client.request().contains("\"json\":true") else { return }
      client.send(line: Lines.version)
      if number > 3 { client.send(line: Lines.tpv(second: number)) }
      client.waitForClose()
    }
    let bench = try SourceBench(port: server.port) {
      $0.looksForFLARM = false
      $0.link.firstReportLimit = 60
    }
    await bench.source.start()
    try await bench.wait { if case .fix = $0 { true } else { false } }
    #expect(await bench.source.status.silenceCount >= 4)
    #expect(bench.logged == ["watching gpsd at 127.0.0.1:\(server.port)"])
    await bench.source.shutdown()
  }

  @Test(.timeLimit(.minutes(10)))
  func stopsAskingADeviceWithoutFLARM() async throws {
    let server = try FakeGPSD { client, _ in
      if client.request().contains("\"json\":true") {
        client.send(line: Lines.devices("/dev/ttyS9"))
        for second in 0...5 { client.send(line: Lines.tpv(second: second)) }
      } else {
        client.send(line: Lines.version)
        client.send(Array(Lines.rmc(second: 1).utf8))
        client.send(Array(Lines.pgrmz("F").utf8))
      }
      client.waitForClose()
    }
    let bench = try SourceBench(port: server.port) { $0.passThrough.probe = 50 }
    await bench.source.start()
    try await bench.waitForReceiver("/dev/ttyS9")
    try await bench.waitForFix(second: 5)
    while await bench.source.status.receivers.first?.passThrough != .resting {
      await bench.reactor.pause(milliseconds: 10)
    }
    #expect(bench.soFar.allSatisfy { if case .sample = $0 { false } else { true } })
    await bench.source.shutdown()
  }
}

import Devices
import FlightModel
import Testing

@Suite struct AutoDriverTests {
  private struct Bench {
    var driver = AutoDriver(listener: NMEADriver(receiver: ReceiverID("x")))
    var output = DriverOutput()
    var now = MonotonicInstant(nanoseconds: 1_000_000_000)

    mutating func open(isNordicUART: Bool) {
      driver.opened(
        LinkTraits(transport: .bluetooth, isNordicUART: isNordicUART), at: now, &output)
    }

    mutating func wait(milliseconds: Int64) {
      now = now.advanced(byMilliseconds: milliseconds)
      if let wakeAt = output.wakeAt, wakeAt <= now { driver.woke(at: now, &output) }
    }

    mutating func hear(_ text: String) {
      Array(text.utf8).withUnsafeBytes { driver.received($0, at: now, &output) }
    }
  }

  @Test func aVESCIsAskedBehindTheNordicUARTWhereNobodySpeaks() {
    var bench = Bench()
    bench.open(isNordicUART: true)
    bench.wait(milliseconds: 2_999)
    #expect(bench.output.requests.isEmpty)
    bench.wait(milliseconds: 1)
    #expect(bench.output.requests == [[0x02, 0x01, 0x00, 0x00, 0x00, 0x03]])
  }

  @Test func nobodyElseIsEverAsked() {
    var bench = Bench()
    bench.open(isNordicUART: false)
    for _ in 0..<100 { bench.wait(milliseconds: 1_000) }
    #expect(bench.output.requests.isEmpty)
  }

  @Test func whoSpeaksIsNotAsked() {
    var bench = Bench()
    bench.open(isNordicUART: true)
    bench.wait(milliseconds: 1_000)
    bench.hear(Lines.sentence("PFLAU,2,1,2,1,0,,0,,,"))
    for _ in 0..<100 { bench.wait(milliseconds: 1_000) }
    #expect(bench.output.requests.isEmpty)
    #expect(bench.driver.flarmStatus != nil)
    #expect(bench.driver.counters.messages == 1)
    // A FLARM that falls silent after that is a FLARM still.
    bench.driver.closed(at: bench.now, &bench.output)
    bench.open(isNordicUART: true)
    for _ in 0..<100 { bench.wait(milliseconds: 1_000) }
    #expect(bench.output.requests.isEmpty)
  }

  @Test func whoDoesNotAnswerIsListenedToAgain() {
    var bench = Bench()
    bench.open(isNordicUART: true)
    bench.wait(milliseconds: 3_000)
    bench.driver.closed(at: bench.now, &bench.output)
    bench.output = DriverOutput()
    bench.open(isNordicUART: true)
    #expect(bench.output.requests.isEmpty)
    bench.hear(Lines.sentence("PFLAU,2,1,2,1,0,,0,,,"))
    #expect(bench.driver.flarmStatus != nil)
  }
}

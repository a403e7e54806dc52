import Devices
import FLARM
import FlightModel
import Testing

@Suite("NMEA driver")
struct NMEADriverTests {
  private static let port = ReceiverID("/dev/ttyUSB3")

  /// A driver, and all that it has said.
  private struct Bench {
    var driver: NMEADriver
    var output = DriverOutput()
    var identities: [InstrumentIdentity] = []

    init(_ change: (inout NMEADriver.Configuration) -> Void = { _ in }) {
      var configuration = NMEADriver.Configuration()
      change(&configuration)
      driver = NMEADriver(receiver: port, configuration: configuration)
      driver.opened(LinkTraits(transport: .serial, speed: 19_200), at: at(0), &output)
    }

    mutating func receive(_ text: String, _ milliseconds: Int64 = 0) {
      Array(text.utf8).withUnsafeBytes { driver.received($0, at: at(milliseconds), &output) }
      if let identity = output.recognised { identities.append(identity) }
      output.recognised = nil
    }

    mutating func send(_ body: String, _ milliseconds: Int64 = 0) {
      receive(Lines.sentence(body), milliseconds)
    }

    func at(_ milliseconds: Int64) -> MonotonicInstant {
      MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
    }

    var fixes: [Fix] {
      output.events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }
    var readings: [Sample.Reading] {
      output.events.compactMap { if case .sample(let it) = $0 { it.reading } else { nil } }
    }
    var traffic: Int {
      output.events.count { if case .traffic = $0 { true } else { false } }
    }
  }

  @Test func aReceiverIsRecognisedAndItsPositionsAreLeftAlone() {
    var bench = Bench()
    for second in 0..<3 { bench.receive(Lines.rmc(second: second) + Lines.gga(second: second)) }
    #expect(bench.identities == [InstrumentIdentity(kind: .receiver)])
    #expect(bench.output.events.isEmpty)
    #expect(bench.driver.counters.messages == 6)
  }

  @Test func aReceiverIsASourceOfPositionsWhereWanted() {
    var bench = Bench { $0.usesPosition = true }
    for second in 0..<5 {
      bench.receive(Lines.rmc(second: second) + Lines.gga(second: second), Int64(second) * 1000)
    }
    #expect(bench.output.events.first == .receiverAppeared(Self.port))
    #expect(bench.fixes.map(\.time) == (0..<5).map { .noon(plus: $0) })
    #expect(bench.fixes.allSatisfy { $0.ellipsoidAltitudeCm == 154_700 })
    #expect(bench.fixes.allSatisfy { $0.receiver == Self.port })
    bench.driver.closed(at: bench.at(6000), &bench.output)
    #expect(bench.output.events.last == .receiverGone(Self.port))
  }

  @Test func aQuietLineEndsAnInstant() {
    var bench = Bench { $0.usesPosition = true }
    bench.receive(Lines.rmc(second: 0), 0)
    #expect(bench.output.wakeAt == bench.at(250))
    bench.receive(Lines.gga(second: 0), 200)
    #expect(bench.output.wakeAt == bench.at(450))
    #expect(bench.fixes.isEmpty)
    bench.driver.woke(at: bench.at(450), &bench.output)
    #expect(bench.fixes.map(\.time) == [.noon(plus: 0)])
  }

  @Test func aFLARMGivesTrafficAndPressure() {
    var bench = Bench()
    bench.receive(Lines.pgrmz("F"))
    #expect(bench.readings.isEmpty)
    bench.send("PFLAV,A,2.00,7.22,")
    bench.send("PFLAE,A,2,31,GPS antenna unplugged")
    bench.send("PFLAA,0,100,0,50,2,CCCCCC,,,,,1,1")
    bench.send("PFLAA,0,300,400,50,2,BBBBBB,,,,,1,0")
    bench.send("PFLAU,2,1,2,1,0")
    bench.receive(Lines.pgrmz("f"))
    #expect(bench.readings == [.pressureAltitudeCm(95_982)])
    #expect(bench.traffic == 1)
    #expect(
      bench.identities.last
        == InstrumentIdentity(kind: .flarm, product: "FLARM", firmware: "7.22"))
    #expect(bench.driver.flarmStatus?.withheldCount == 1)
    #expect(bench.driver.flarmStatus?.nearestM == 500)
    #expect(bench.driver.flarm.faults.map(\.code) == [0x31])
    #expect(bench.driver.flarm.faults.first?.explanation == "its GPS is not working")
    bench.send("PFLAE,A,0,0")
    #expect(bench.driver.flarm.faults.isEmpty)
    #expect(!bench.output.events.contains { String(describing: $0).contains("CCCCCC") })
  }

  @Test func othersPGRMZCountsOnlyWhereConfigured() {
    var bench = Bench()
    bench.receive(Lines.rmc(second: 0) + Lines.pgrmz("F"))
    #expect(bench.readings.isEmpty)
    var told = Bench { $0.altitudeIsStandard = true }
    told.receive(Lines.rmc(second: 0) + Lines.pgrmz("F"))
    #expect(told.readings == [.pressureAltitudeCm(95_982)])
    var denied = Bench { $0.altitudeIsStandard = false }
    denied.send("PFLAU,0,1,2,1,0")
    denied.receive(Lines.pgrmz("F"))
    #expect(denied.readings.isEmpty)
  }

  @Test func lxnavSpeaksForItselfBeforeItsFLARM() {
    var bench = Bench()
    bench.send("LXWP1,S80,4711,9.10,07,ABC")
    bench.send("LXWP0,Y,118.4,1421.7,1.21,,,,,,243,251,18.6")
    #expect(bench.readings == [.varioCmPerS(121)])
    bench.send("PLXVF,12.40,0.98,0.04,-0.11,1.87,32.4,1423.9", 100)
    bench.receive(Lines.pgrmz("F"), 200)
    bench.send("LXWP0,Y,118.4,1421.7,1.21,,,,,,243,251,18.6", 300)
    #expect(
      bench.readings == [.varioCmPerS(121), .pressureAltitudeCm(142_390), .varioCmPerS(187)])
    bench.receive(Lines.pgrmz("F"), 6000)
    #expect(bench.readings.last == .pressureAltitudeCm(95_982))
    let identity = InstrumentIdentity(
      kind: .vario, product: "LXNAV S80", serialNumber: "4711", firmware: "9.10")
    #expect(bench.identities.last == identity)
    bench.send("PFLAU,0,1,2,1,0", 6100)
    #expect(bench.identities.last?.kind == .flarm)
    #expect(bench.identities.last?.product == "LXNAV S80")
  }

  @Test func aStaticPressureBecomesPressureAltitude() {
    var bench = Bench()
    bench.send("POV,P,898.746,Q,312.45,E,-0.5")
    #expect(bench.readings == [.pressureAltitudeCm(100_000), .varioCmPerS(-50)])
    #expect(bench.identities == [InstrumentIdentity(kind: .vario, product: "OpenVario")])
  }

  @Test func linesWithoutChecksumAreBelievedWhenTheyComeAgain() {
    var bench = Bench()
    bench.receive("PRS 16F2D\r\n")
    #expect(bench.identities.isEmpty)
    bench.receive("PRS 16F2C\r\nPRS 16F2B\r\n")
    #expect(bench.identities == [InstrumentIdentity(kind: .vario, product: "BlueFly")])
    #expect(bench.readings.count == 3)
  }

  @Test func nothingIsEverSent() {
    var bench = Bench { $0.usesPosition = true }
    for body in [
      "PFLAC,A,ERROR", "PFLAX", "POV,?,MC", "PFLAU,0,1,2,1,0", "LXWP0,Y,,,,,,,,,,,", "PXYZ",
    ] {
      bench.send(body)
    }
    bench.driver.woke(at: bench.at(1000), &bench.output)
    bench.driver.closed(at: bench.at(1000), &bench.output)
    #expect(bench.output.requests.isEmpty)
  }

  @Test func countsWhatItReadsAndRefuses() {
    var bench = Bench()
    bench.receive("AT+GMI\r\n$PXYZ,1*00\r\n")
    bench.send("PXYZ1,1")
    bench.send("PGRMZ,1,F,3", 40)
    #expect(bench.driver.counters.refused == 2)
    #expect(bench.driver.counters.unknown == 1)
    #expect(bench.driver.counters.messages == 1)
    #expect(bench.driver.counters.lastMessageAt == bench.at(40))
  }

  @Test func anotherLinkBeginsAnew() {
    var bench = Bench()
    bench.send("PFLAU,0,1,2,1,0")
    bench.receive("$PGRMZ,31")
    bench.driver.closed(at: bench.at(10), &bench.output)
    bench.driver.opened(LinkTraits(transport: .tcp), at: bench.at(20), &bench.output)
    bench.receive("49,F,3*06\r\n" + Lines.pgrmz("F"), 30)
    #expect(bench.readings.isEmpty)
    #expect(bench.driver.flarmStatus == nil)
  }
}

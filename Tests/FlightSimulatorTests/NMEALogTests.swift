import Bytes
import FlightModel
import FlightSimulator
import Testing

@Suite struct NMEALogTests {
  @Test func aSentenceCarriesItsChecksum() {
    let sentence = NMEASentence("PFLAC", fields: ["S", "NEWTASK", "Task"])
    #expect(String(decoding: sentence.bytes, as: UTF8.self) == "$PFLAC,S,NEWTASK,Task*5B\r\n")
  }

  @Test func everySentenceFitsTheLimit() {
    var plan = FlightPlan.shortFlight(rate: 10)
    plan.fieldElevation = -420
    plan.field = Coordinate(latitudeE7: -315_000_000, longitudeE7: -1_654_800_000)
    let log = NMEALog(skyEvery: 5, pressure: .upperCase, hasTraffic: true)
    let lines = log.bytes(of: SimulatedFlight(plan).fixes).split(separator: ASCII.lineFeed)
    #expect(lines.count > 2000)
    for line in lines {
      #expect(line.first == ASCII.dollar && line.last == ASCII.carriageReturn)
      #expect(line.count <= 81, "\(String(decoding: line, as: UTF8.self))")
    }
  }

  @Test func aLostFixIsVoidInBothSentences() {
    var fix = SimulatedFlight(.minute).fixes[0]
    fix.mode = .none
    let text = String(decoding: NMEALog().bytes(of: fix, index: 0), as: UTF8.self)
    #expect(
      text
        == "$GPRMC,110000.00,V,,,,,,,040726,,,N*7A\r\n$GPGGA,110000.00,,,,,0,00,99.99,,,,,,*66\r\n")
  }

  @Test func positionsKeepEveryUnit() {
    var fix = SimulatedFlight(.minute).fixes[0]
    for value: Int32 in [0, 1, 7, 599_999_999, 899_999_999, -1, -123_456_789] {
      fix.position = Coordinate(latitudeE7: value, longitudeE7: value)
      let text = String(decoding: NMEALog().bytes(of: fix, index: 0), as: UTF8.self)
      let fields = text.split(separator: ",", omittingEmptySubsequences: false)
      let degrees = Double(fields[3].prefix(2))!
      let read = (degrees + Double(fields[3].dropFirst(2))! / 60) * 1e7
      #expect(Int32(read.rounded()) == abs(value))
      #expect(fields[4] == (value < 0 ? "S" : "N"))
    }
  }

  @Test func faultsHarmNoGoodSentence() {
    let fixes = SimulatedFlight(.minute).fixes
    let good = NMEALog().bytes(of: fixes).split(separator: ASCII.lineFeed)
    let all = NMEALog().bytesWithFaults(of: fixes, seed: 9).split(separator: ASCII.lineFeed)
    #expect(all.count > good.count + 10)
    var rest = good[...]
    for line in all where line == rest.first { rest = rest.dropFirst() }
    #expect(rest.isEmpty)
  }

  @Test func pressureIsRoundedToFeet() {
    #expect(NMEALog.feet(30_480) == 1000)
    #expect(NMEALog.feet(-30_480) == -1000)
    #expect(NMEALog.feet(46) == 2)
    #expect(NMEALog.feet(-14) == 0)
  }
}

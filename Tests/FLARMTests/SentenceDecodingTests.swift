import FLARM
import FlightModel
import NMEA
import SeededRandom
import TestSupport
import Testing

@Suite("FLARM sentences")
struct SentenceDecodingTests {
  private func sentence(_ text: String) throws -> Sentence {
    try Sentence(checking: Array(text.utf8)[...])
  }

  @Test func readsTraffic() throws {
    for row in try Table.rows("flarm/sentences/pflaa.tsv") {
      let decoding = TrafficTarget.decode(try sentence(row[1]))
      guard row[2] != "withheld" else {
        #expect(decoding == .withheld, "\(row[0])")
        continue
      }
      guard case .target(let target) = decoding else {
        Issue.record("\(row[0]) gave \(decoding)")
        continue
      }
      let climb = target.climbCmPerS.map { Double($0) / 100 }
      #expect(target.alarmLevel == Int(row[2]), "\(row[0])")
      #expect(target.northM == Int(row[3]), "\(row[0])")
      #expect(target.eastM == Int(row[4]), "\(row[0])")
      #expect(target.verticalM == Int(row[5]), "\(row[0])")
      #expect(target.id ?? "-" == row[6], "\(row[0])")
      #expect(target.trackDegrees == Int(row[7]), "\(row[0])")
      #expect(target.groundSpeedMPerS == Int(row[8]), "\(row[0])")
      #expect(climb == Double(row[9]), "\(row[0])")
      #expect(target.aircraftType == Int(row[10]), "\(row[0])")
    }
  }

  @Test func readsOperatingStates() throws {
    for row in try Table.rows("flarm/sentences/pflau.tsv") {
      let state = try #require(OperatingState(try sentence(row[1])), "\(row[0])")
      #expect(state.receivedCount == Int(row[2]), "\(row[0])")
      #expect(String(state.isTransmitting) == row[3], "\(row[0])")
      #expect(state.positioning?.rawValue == Int(row[4]), "\(row[0])")
      #expect(String(state.hasGoodSupply) == row[5], "\(row[0])")
      #expect(state.alarmLevel == Int(row[6]), "\(row[0])")
      #expect(state.relativeBearingDegrees == Int(row[7]), "\(row[0])")
      #expect(state.alarmType == Int(row[8]), "\(row[0])")
      #expect(state.relativeVerticalM == Int(row[9]), "\(row[0])")
      #expect(state.distanceM == Int(row[10]), "\(row[0])")
    }
  }

  @Test("whatever the NoTrack field holds but 0 withholds", arguments: ["1", "2", "x", "-1", "01"])
  func withholdsWhenInDoubt(_ mark: String) throws {
    let body = "PFLAA,0,-812,1043,134,2,DD1A2B,215,,31,2.4,1,\(mark)"
    #expect(TrafficTarget.decode(try checksummed(body)) == .withheld)
  }

  @Test func reportsTheNearestFirstAndForgets() throws {
    var picture = TrafficPicture(receiver: ReceiverID("/dev/ttyUSB0"))
    func at(_ seconds: Int64) -> MonotonicInstant {
      MonotonicInstant(nanoseconds: seconds * 1_000_000_000)
    }
    func take(_ body: String, _ seconds: Int64) throws -> TrafficReport? {
      let sentence = try checksummed(body)
      return picture.take(sentence, at: at(seconds))
    }
    #expect(try take("PFLAA,0,900,0,50,2,AAAAAA,,,,,1", 1) == nil)
    #expect(try take("PFLAA,0,300,400,50,2,BBBBBB,,,,,1", 1) == nil)
    #expect(try take("PFLAA,0,100,0,50,2,CCCCCC,,,,,1,1", 1) == nil)
    let one = try take("PFLAU,3,1,2,1,0", 1)
    let first = try #require(one)
    #expect(first.targets.map(\.id) == ["BBBBBB", "AAAAAA"])
    #expect(first.targets.first?.distanceM == 500)
    #expect(first.state.receivedCount == 3)
    #expect(picture.withheldCount == 1)
    #expect(try take("PFLAA,0,100,0,50,2,AAAAAA,,,,,1", 4) == nil)
    let two = try take("PFLAU,1,1,2,1,0", 6)
    let later = try #require(two)
    #expect(later.targets.map(\.id) == ["AAAAAA"])
    #expect(later.targets.first?.distanceM == 100)
  }

  @Test func keepsABoundedNumberOfTargets() throws {
    var picture = TrafficPicture(receiver: ReceiverID("a"))
    let now = MonotonicInstant(nanoseconds: 0)
    for north in 1...500 {
      _ = picture.take(try checksummed("PFLAA,0,\(north),,,,,,,,,8"), at: now)
    }
    let end = picture.take(try checksummed("PFLAU,1,1,2,1,0"), at: now)
    let report = try #require(end)
    #expect(report.targets.count == TrafficPicture.capacity)
    #expect(report.targets.first?.northM == 1)
  }

  @Test func survivesAnything() throws {
    var random = SeededGenerator(seed: 3)
    let pieces = ["", "-", "0", "1", "99999999999999", "-20000000", "FFFFFFFF", "!", "2.4", "é"]
    var picture = TrafficPicture(receiver: ReceiverID("a"))
    for step in 0..<3000 {
      let count = Int.random(in: 0...16, using: &random)
      let fields = (0..<count).map { _ in pieces.randomElement(using: &random)! }
      let head = ["PFLAA", "PFLAU"].randomElement(using: &random)!
      let line = ([head] + fields).joined(separator: ",")
      let now = MonotonicInstant(nanoseconds: Int64(step) * 100_000_000)
      _ = picture.take(try checksummed(line), at: now)
    }
    #expect(picture.withheldCount > 0)
    #expect(picture.malformedCount > 0)
  }

  private func checksummed(_ body: String) throws -> Sentence {
    let sum = String(body.utf8.reduce(0, ^), radix: 16)
    return try sentence("$\(body)*\(sum.count == 1 ? "0" : "")\(sum)")
  }
}

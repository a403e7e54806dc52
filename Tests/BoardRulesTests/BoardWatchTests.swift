import BoardRules
import FlightModel
import RecordingModel
import Telemetry
import Testing

@Suite("Alert rules")
struct AlertTests {
  /// Feeds values of a control a second apart; the seconds at which the rule fires.
  private func firings(
    _ rule: AlertRule, _ values: [Double?], _ set: (inout MotionColumns, Double) -> Void
  ) -> [Int] {
    var watch = BoardWatch()
    watch.rules = [rule]
    return values.indices.filter { second in
      var motion = MotionColumns()
      if let value = values[second] { set(&motion, value) }
      let now = MonotonicInstant(nanoseconds: Int64(second) * 1_000_000_000)
      return !watch.take(motion, batteryPermille: nil, of: "b", at: now).isEmpty
    }
  }

  private func rule(
    _ control: AlertControl, _ threshold: Double, max: Double? = nil, every: Int64? = nil
  ) -> AlertRule {
    AlertRule(
      boardID: "b", id: "r", control: control, threshold: threshold, thresholdMax: max,
      repeatEverySeconds: every)
  }

  private func speed(_ motion: inout MotionColumns, _ value: Double) {
    motion.speedCentiKmh = Int32(value * 100)
  }

  private func volts(_ motion: inout MotionColumns, _ value: Double) {
    motion.batteryVoltageMv = Int32(value * 1000)
  }

  @Test("fires once at the threshold, and again only after the value was clearly below it")
  func hysteresis() {
    let values: [Double?] = [39.9, 40, 41, 39, 40, 38.1, 40, 37.9, 40, nil, 40]
    #expect(firings(rule(.speed, 40), values, speed) == [1, 8])
  }

  @Test("repeats while it lasts") func repeats() {
    let values: [Double?] = Array(repeating: 45, count: 10)
    #expect(firings(rule(.speed, 40, every: 4), values, speed) == [0, 4, 8])
    #expect(firings(rule(.speed, 40, every: 0), values, speed) == [0])
  }

  @Test("-low fires at or below") func falling() {
    let values: [Double?] = [60, 58.1, 58, 58.4, 58, 58.6, 58]
    #expect(firings(rule(.batteryVoltageLow, 58), values, volts) == [2, 6])
  }

  @Test("with an upper end it fires between the two") func range() {
    let values: [Double?] = [10, 20, 30, 31, 33, 25]
    #expect(firings(rule(.speed, 20, max: 30), values, speed) == [1, 5])
  }

  @Test("a rule of another board, and one that was switched off, is silent") func others() {
    var watch = BoardWatch()
    watch.rules = [rule(.speed, 10)]
    var motion = MotionColumns()
    motion.speedCentiKmh = 2_000
    let now = MonotonicInstant(nanoseconds: 0)
    #expect(watch.take(motion, batteryPermille: nil, of: "c", at: now).isEmpty)
    watch.rules = []
    #expect(watch.take(motion, batteryPermille: nil, of: "b", at: now).isEmpty)
  }

  @Test("each control reads its own column", arguments: AlertControl.allCases)
  func columns(control: AlertControl) {
    var motion = MotionColumns()
    motion.speedCentiKmh = -1_100
    motion.dutyPermille = -120
    motion.batteryVoltageMv = 13_000
    motion.batteryCurrentMa = control == .regenCurrent ? -14_000 : 15_000
    motion.motorCurrentMa = -16_000
    motion.tempMosfetDeciC = 170
    motion.tempMotorDeciC = 180
    motion.faultCode = 19
    let expected: [AlertControl: Double] = [
      .speed: 11, .duty: 12, .batteryVoltageLow: 13, .batteryVoltageHigh: 13, .regenCurrent: 14,
      .batteryCurrent: 15, .motorCurrent: 16, .mosfetTemperature: 17, .motorTemperature: 18,
      .fault: 19, .batteryPercentLow: 20,
    ]
    var watch = BoardWatch()
    let value = expected[control] ?? -1
    watch.rules = [rule(control, value)]
    let now = MonotonicInstant(nanoseconds: 0)
    let fired = watch.take(motion, batteryPermille: 200, of: "b", at: now)
    #expect(fired.map(\.value) == [value])
  }
}

@Suite("Board warnings")
struct CellSpreadTests {
  private func changes(_ spreads: [Int32]) -> [BoardWarningChange] {
    var watch = BoardWatch()
    return spreads.flatMap { spread in
      watch.take(
        BoardFacts(
          boardKey: "k", receivedAt: MonotonicInstant(nanoseconds: 0),
          cellMillivolts: [4_000, 4_000 + spread, 4_001, 0]), of: "b")
    }
  }

  @Test("three evaluations in a row raise it, a clean one clears it") func raiseAndClear() {
    let found = changes([30, 120, 120, 30, 120, 120, 120, 120, 90, 79, 30])
    #expect(found.count == 3)
    #expect(found.first == .cleared(boardID: "b", .cellSpread), "an earlier run may have left it")
    guard case .raised(let warning) = found[1] else {
      Issue.record("nothing raised")
      return
    }
    #expect(warning.severity == .warn)
    #expect(warning.payloadJSON == #"{"spreadMv":120,"lowestMv":4000,"cells":3}"#)
    #expect(found.last == .cleared(boardID: "b", .cellSpread))
  }

  @Test("a wider spread makes it critical, a narrower one no less") func severity() {
    let severities = changes([150, 150, 150, 250, 250, 150, 150, 150]).map { change in
      if case .raised(let warning) = change { warning.severity.rawValue } else { "" }
    }
    #expect(severities == ["warn", "critical"])
  }

  @Test("without cells nothing is judged") func nothing() {
    var watch = BoardWatch()
    let facts = BoardFacts(
      boardKey: "k", receivedAt: MonotonicInstant(nanoseconds: 0), cellMillivolts: [4_000])
    #expect(watch.take(facts, of: "b").isEmpty)
  }
}

package import FlightModel
package import RecordingModel
package import Telemetry

/// A rule that has fired.
package struct AlertFiring: Equatable, Sendable {
  package var rule: AlertRule
  /// In the control's unit.
  package var value: Double
  /// It fired before and still holds.
  package var isRepeated: Bool
}

/// Watches one stream of samples and facts: which rules fire, which warnings hold.
package struct BoardWatch: Sendable {
  private struct Active: Sendable {
    var boardID: String
    var id: String
    var firedAt: MonotonicInstant

    func belongs(to rule: AlertRule) -> Bool { boardID == rule.boardID && id == rule.id }
  }

  /// The rules that are on, of every board.
  package var rules: [AlertRule] = [] {
    didSet { active.removeAll { known in !rules.contains { known.belongs(to: $0) } } }
  }
  private var active: [Active] = []
  private var cells = CellSpreadWatch()

  package init() {}

  /// Takes a board's next judged sample; the rules that fire with it. One that has fired is silent until
  /// its value was out of its range by the control's margin, or its time to repeat has come.
  package mutating func take(
    _ counted: MotionColumns, batteryPermille: Int32?, of boardID: String, at now: MonotonicInstant
  ) -> [AlertFiring] {
    var firings: [AlertFiring] = []
    for rule in rules where rule.boardID == boardID {
      guard let value = rule.control.value(of: counted, batteryPermille: batteryPermille) else {
        continue
      }
      if let firing = judge(rule, value, now) { firings.append(firing) }
    }
    return firings
  }

  /// Takes what a board tells seldom; the warnings that begin, change or end with it.
  package mutating func take(_ facts: BoardFacts, of boardID: String) -> [BoardWarningChange] {
    cells.take(facts.cellMillivolts, of: boardID).map { [$0] } ?? []
  }

  private mutating func judge(
    _ rule: AlertRule, _ value: Double, _ now: MonotonicInstant
  ) -> AlertFiring? {
    guard let index = active.firstIndex(where: { $0.belongs(to: rule) }) else {
      guard rule.covers(value) else { return nil }
      active.append(Active(boardID: rule.boardID, id: rule.id, firedAt: now))
      return AlertFiring(rule: rule, value: value, isRepeated: false)
    }
    guard rule.covers(value, margin: rule.control.margin) else {
      active.remove(at: index)
      return nil
    }
    guard let seconds = rule.repeatEverySeconds, seconds > 0, rule.covers(value),
      now.nanoseconds / 1_000_000_000 - active[index].firedAt.nanoseconds / 1_000_000_000 >= seconds
    else { return nil }
    active[index].firedAt = now
    return AlertFiring(rule: rule, value: value, isRepeated: true)
  }
}

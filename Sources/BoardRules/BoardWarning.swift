/// A Board Warning that holds: a row of `board_warnings`.
package struct BoardWarning: Equatable, Sendable {
  /// The contract's kinds that can be judged from what is read without touching a board's
  /// configuration.
  package enum Kind: String, CaseIterable, Sendable { case cellSpread = "cell-spread" }
  package enum Severity: String, Sendable { case warn, critical }

  package var boardID: String
  package var kind: Kind
  package var severity: Severity
  /// Figures for a person, one JSON object.
  package var payloadJSON: String
}

/// What became of a warning.
package enum BoardWarningChange: Equatable, Sendable {
  /// It holds, newly or with another severity.
  case raised(BoardWarning)
  /// An evaluation was clean. A warning that was not there is cleared too: an earlier run may have
  /// left it.
  case cleared(boardID: String, BoardWarning.Kind)
}

/// `cell-spread`: the highest cell of a battery less its lowest.
struct CellSpreadWatch: Sendable {
  /// A balanced pack is within 30 mV; from here on it deserves a look, …
  static let warnMv: Int32 = 100
  /// … and from here on a cell may be emptied while the pack looks well.
  static let criticalMv: Int32 = 200
  /// Clean is below this; between it and `warnMv` nothing changes.
  static let cleanMv: Int32 = 80
  /// Evaluations in a row that raise it: a sag under load passes.
  static let toRaise = 3
  /// Voltages that a cell can have; others are wires that are not connected.
  static let cellMv: ClosedRange<Int32> = 500...5_000

  private struct State: Sendable {
    var severity: BoardWarning.Severity?
    var isKnown = false
    var dirty = 0
  }
  private var states: [String: State] = [:]

  mutating func take(_ cells: [Int32], of boardID: String) -> BoardWarningChange? {
    let cells = cells.filter(Self.cellMv.contains)
    guard cells.count >= 2, let high = cells.max(), let low = cells.min() else { return nil }
    guard states.count < 64 || states[boardID] != nil else { return nil }
    var state = states[boardID] ?? State()
    defer { states[boardID] = state }
    let spread = high - low
    if spread < Self.cleanMv { return clear(&state, boardID) }
    guard spread >= Self.warnMv else {
      state.dirty = 0
      return nil
    }
    state.dirty += 1
    let severity: BoardWarning.Severity = spread >= Self.criticalMv ? .critical : .warn
    guard state.dirty >= Self.toRaise, severity != state.severity else { return nil }
    if state.severity == .critical { return nil }
    state.severity = severity
    state.isKnown = true
    return .raised(
      BoardWarning(
        boardID: boardID, kind: .cellSpread, severity: severity,
        payloadJSON: "{\"spreadMv\":\(spread),\"lowestMv\":\(low),\"cells\":\(cells.count)}"))
  }

  private func clear(_ state: inout State, _ boardID: String) -> BoardWarningChange? {
    defer { state = State(severity: nil, isKnown: true, dirty: 0) }
    guard state.severity != nil || !state.isKnown else { return nil }
    return .cleared(boardID: boardID, .cellSpread)
  }
}

import BoardRules
import ControlAPI
import Devices
import Linux
import Log
import Recorder
import RecordingModel
import Store
import SyncContract

/// Boards with a motor: who they are, their samples, their alerts and warnings.
extension RecordingService {
  /// The alert rules that are on from now on.
  func use(_ rules: [AlertRule]) { drive(.alertRules(rules)) }

  /// Takes what a board says; what comes before the store knows the board waits.
  func takeBoard(_ event: SourceEvent) {
    switch event {
    case .boardAppeared(let identity): ask(identity)
    case .motor(let sample):
      if boards.isReady(event, of: sample.boardKey) { drive(.motor(sample)) }
    case .boardFacts(let facts):
      if boards.isReady(event, of: facts.boardKey) { drive(.boardFacts(facts)) }
    case .boardGone(let key, let instant):
      if boards.isReady(event, of: key) { drive(.boardGone(key: key, instant)) }
    default: break
    }
  }

  /// Finds or makes the row of a board, on the store's thread.
  private func ask(_ identity: BoardIdentity) {
    guard boards.begin(identity.key) else { return }
    Task {
      do throws(StoreError) {
        let id = try await store.perform { (database) throws(StoreError) in
          try database.board(of: identity)
        }
        drive(.boardAppeared(identity, boardID: id, SystemClock.monotonic()))
        for event in boards.settle(identity.key) { takeBoard(event) }
      } catch {
        log.error("the board \(identity.name) cannot be entered and is not recorded: \(error)")
        loop.after(milliseconds: 10_000) { [weak self] in
          self?.assumeIsolated { $0.askAgain(identity) }
        }
      }
    }
  }

  private func askAgain(_ identity: BoardIdentity) {
    boards.forget(identity.key)
    ask(identity)
  }

  // MARK: Alerts and warnings

  /// Tells of a rule that has fired: the journal, the operator's hook, and support.
  func tell(_ firing: AlertFiring) {
    let rule = firing.rule
    let value = Decimal.text(firing.value, places: 1)
    log.warning(
      "alert: \(rule.control.rawValue) is \(value) \(rule.control.unit)",
      [.board: rule.boardID, .rule: rule.id, .repeated: firing.isRepeated ? "yes" : "no"])
    hook?.run([rule.control.rawValue, value, rule.control.unit, rule.boardID, rule.id])
    let event = DiagnosticEvent(
      occurredAtMs: 0, elapsedRealtimeMs: 0, eventName: "alert", operation: "watch",
      boardID: rule.boardID,
      properties: [
        "control": rule.control.rawValue, "value": value, "rule": rule.id,
        "threshold": Decimal.text(rule.threshold, places: 1),
      ])
    Task {
      // What cannot be noted is in the journal.
      _ = try? await store.perform { (database) throws(StoreError) in try database.note(event) }
    }
  }

  /// Writes or deletes the row of a warning.
  func tell(_ change: BoardWarningChange) {
    Task {
      do throws(StoreError) {
        switch change {
        case .raised(let warning):
          log.warning(
            "board warning \(warning.kind.rawValue): \(warning.severity.rawValue)",
            [.board: warning.boardID, .figures: warning.payloadJSON])
          try await store.perform { (database) throws(StoreError) in
            _ = try database.put(.boardWarnings, warning.fields)
          }
        case .cleared(let board, let kind):
          let wasThere = try await store.perform { (database) throws(StoreError) in
            try database.clearWarning(board: board, kind: kind.rawValue)
          }
          if wasThere { log.notice("board warning \(kind.rawValue) is over", [.board: board]) }
        }
      } catch {
        log.error("a board warning could not be stored: \(error)")
      }
    }
  }
}

extension BoardWarning {
  fileprivate var fields: [String: ContractValue] {
    [
      "boardId": .text(boardID), "kind": .text(kind.rawValue), "severity": .text(severity.rawValue),
      "payloadJson": .text(payloadJSON),
    ]
  }
}

extension AlertRule {
  /// The rules that are on and watch something that is known here.
  @Sendable static func enabled(_ contents: StoreContents) throws(StoreError) -> [AlertRule] {
    try contents.everyRow(of: .alerts, limit: 10_000).compactMap { row in
      guard row["enabled"]?.bool == true, let board = row["boardId"]?.text,
        let id = row["id"]?.text, let control = row["controlId"]?.text.flatMap(AlertControl.init),
        let threshold = row["threshold"]?.number
      else { return nil }
      return AlertRule(
        boardID: board, id: id, control: control, threshold: threshold,
        thresholdMax: row["thresholdMax"]?.number,
        repeatEverySeconds: row["repeatEverySeconds"]?.integer)
    }
  }
}

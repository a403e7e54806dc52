/// Whether the recorder runs, and how it came to that.
package struct RecorderFacts: Sendable {
  /// What came of asking it.
  package enum Answer: Equatable, Sendable {
    /// What it is doing, for people: `recording flight 42, last write 0.8 s ago`.
    case answers(version: String, doing: String)
    /// Nobody listens; why.
    case notRunning(String)
    /// It may run, and this user may not ask.
    case notPermitted(String, fix: String)
    /// It runs and gives no answer that can be used.
    case silent(String, fix: String)
  }

  package var answer: Answer
  /// The version of the command that asks.
  package var commandVersion: String
  package var unit: Known<UnitState>

  package init(answer: Answer, commandVersion: String, unit: Known<UnitState>) {
    self.answer = answer
    self.commandVersion = commandVersion
    self.unit = unit
  }

  package var findings: [Finding] {
    var found = Findings(.recorder)
    running(&found)
    version(&found)
    found.judge("recorder-enabled", unit, Self.enabled)
    found.judge("recorder-restarts", unit, Self.restarts)
    return found.all
  }

  private func running(_ found: inout Findings) {
    let id = "recorder-running"
    switch answer {
    case .answers(let version, let doing): found.ok(id, "runs, version \(version), \(doing)")
    case .notRunning(let why):
      let (message, fix) = unit.value.flatMap(Self.causeOfStop) ?? (why, Self.start)
      found.fail(id, message, fix: fix)
    // What to do about it stands with the permissions.
    case .notPermitted(let why, _): found.skip(id, why)
    case .silent(let why, let fix): found.fail(id, why, fix: fix)
    }
  }

  private static let start = "start it with: sudo systemctl start barographd"

  private static func causeOfStop(_ unit: UnitState) -> (String, String)? {
    switch (unit.load, unit.active) {
    case ("not-found", _):
      ("barographd.service is not installed", "install the package barograph")
    case ("masked", _):
      ("barographd.service is masked", "sudo systemctl unmask --now barographd")
    case (_, "activating"):
      (
        "barographd is being started, or started again after it failed",
        "see journalctl -u barographd"
      )
    case (_, "failed") where unit.exitStatus == 78:
      (
        "barographd does not start because its configuration is wrong",
        "barographd --check-config says where; then: sudo systemctl restart barographd"
      )
    case (_, "failed"):
      (
        "barographd has failed (\(unit.result))",
        "journalctl -u barographd tells why; then: sudo systemctl restart barographd"
      )
    case (_, "inactive"): ("barographd is stopped", start)
    default: nil
    }
  }

  private func version(_ found: inout Findings) {
    guard case .answers(let version, _) = answer, version != commandVersion else { return }
    found.warn(
      "recorder-version", "the recorder is version \(version), this command \(commandVersion)",
      fix: "after the flight: sudo systemctl restart barographd")
  }

  private static func enabled(_ found: inout Findings, _ unit: UnitState) {
    guard unit.isInstalled, !unit.file.isEmpty else { return }
    if unit.isEnabled { return found.ok("recorder-enabled", "starts with the box") }
    found.warn(
      "recorder-enabled", "barographd does not start when the box is switched on",
      fix: "sudo systemctl enable barographd")
  }

  private static func restarts(_ found: inout Findings, _ unit: UnitState) {
    guard unit.restarts > 0 else { return }
    let times = unit.restarts == 1 ? "once" : "\(unit.restarts) times"
    found.warn(
      "recorder-restarts", "systemd has started barographd again \(times) after it failed",
      fix: "journalctl -b -u barographd tells why (a watchdog timeout is a stalled card mostly); "
        + "barograph doctor --bundle FILE.tar.gz collects what a report needs")
  }
}

/// What systemd knows of a unit (systemctl(1), `show`).
package struct UnitState: Equatable, Sendable {
  /// `loaded`, `not-found`, `masked`.
  package var load = ""
  /// `active`, `inactive`, `failed`, `activating`.
  package var active = ""
  /// `enabled`, `disabled`, `static`, `masked`.
  package var file = ""
  /// Why it ended last: `success`, `exit-code`, `watchdog`, `oom-kill`.
  package var result = ""
  /// What its program ended with.
  package var exitStatus = 0
  /// How often systemd has started it again by itself.
  package var restarts = 0
  /// Its process, nil without one.
  package var process: Int32?

  package init() {}

  package var isInstalled: Bool { load != "not-found" && !load.isEmpty }
  package var isActive: Bool { active == "active" }
  /// Whether it starts with the box, or is started by something that does.
  package var isEnabled: Bool {
    file.hasPrefix("enabled") || ["static", "indirect"].contains(file)
  }

  /// The properties that ``units(in:)`` reads.
  package static let properties =
    "Id,LoadState,ActiveState,UnitFileState,Result,ExecMainStatus,NRestarts,MainPID"

  /// Units by name, out of `KEY=VALUE` lines with an empty one between units. Lines of anything else
  /// are passed over.
  package static func units(in text: String) -> [String: UnitState] {
    var units: [String: UnitState] = [:]
    for block in text.split(separator: "\n\n", omittingEmptySubsequences: true) {
      var (name, unit) = ("", UnitState())
      for line in block.split(separator: "\n") {
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { continue }
        if parts[0] == "Id" { name = String(parts[1]) }
        unit.take(String(parts[0]), String(parts[1]))
      }
      if !name.isEmpty { units[name] = unit }
    }
    return units
  }

  private mutating func take(_ key: String, _ value: String) {
    switch key {
    case "LoadState": load = value
    case "ActiveState": active = value
    case "UnitFileState": file = value
    case "Result": result = value
    case "ExecMainStatus": exitStatus = Int(value) ?? 0
    case "NRestarts": restarts = Int(value) ?? 0
    case "MainPID": process = Int32(value).flatMap { $0 > 0 ? $0 : nil }
    default: break
    }
  }
}

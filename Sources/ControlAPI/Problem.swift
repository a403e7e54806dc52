package import FlightModel

/// Something that a person should know, with what to do about it.
package struct Problem: Equatable, Sendable {
  /// How bad it is.
  package enum Severity: String, Sendable, CaseIterable {
    /// Recording goes on.
    case warning
    /// A flight would be lost, or is being lost, now.
    case critical
  }

  /// Short and stable: `source-gone`, `storage-failing`.
  package var id: String
  /// What it is about when there are several: the name of a source.
  package var subject: String?
  package var severity: Severity
  /// When it began; nil while unknown.
  package var since: UTCInstant?
  package var message: String
  /// What to do.
  package var fix: String

  package init(
    id: String, subject: String? = nil, severity: Severity, since: UTCInstant? = nil,
    message: String, fix: String
  ) {
    self.id = id
    self.subject = subject
    self.severity = severity
    self.since = since
    self.message = message
    self.fix = fix
  }
}

/// Remembers since when each problem lasts, for those whose facts do not say it.
package struct ProblemHistory: Equatable, Sendable {
  private var firstSeen: [String: UTCInstant] = [:]

  package init() {}

  /// The same problems with `since` filled in. A problem that is gone is forgotten. A clock that was
  /// never set names no beginning: nobody is helped by 1970.
  package mutating func update(_ problems: [Problem], now: UTCInstant) -> [Problem] {
    var kept: [String: UTCInstant] = [:]
    let dated = problems.map { problem in
      var problem = problem
      let key = problem.id + "\n" + (problem.subject ?? "")
      problem.since = problem.since ?? firstSeen[key] ?? (now.date.year < 2025 ? nil : now)
      kept[key] = problem.since
      return problem
    }
    firstSeen = kept
    return dated
  }
}

/// What `barograph status` ends with.
package enum HealthCode: Int, Sendable, CaseIterable {
  /// Healthy; idle or armed counts.
  case healthy = 0
  case warnings = 1
  /// Running, but a flight would not be recorded safely.
  case notSafelyRecording = 2
  case notRunning = 3
  case cannotTell = 4
}

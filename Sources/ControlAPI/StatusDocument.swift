package import FlightModel

/// The one document that `status`, its JSON form, the page and the metrics are made of. It expires:
/// after `expiresAt` nobody may present it as the state of things.
package struct StatusDocument: Equatable, Sendable {
  /// Adding fields is free; removing or repurposing one raises this.
  package static let schema = 1
  /// Two update intervals of a second, and one more.
  package static let lifetimeMs: Int64 = 3000

  package var generatedAt: UTCInstant
  package var expiresAt: UTCInstant
  package var state: ServiceState
  package var exitCode: HealthCode
  package var problems: [Problem]
  /// Nil when the daemon could not be asked.
  package var facts: StatusFacts?

  package init(
    generatedAt: UTCInstant, expiresAt: UTCInstant, state: ServiceState, exitCode: HealthCode,
    problems: [Problem], facts: StatusFacts?
  ) {
    self.generatedAt = generatedAt
    self.expiresAt = expiresAt
    self.state = state
    self.exitCode = exitCode
    self.problems = problems
    self.facts = facts
  }

  /// Judges facts. `history` remembers since when problems last.
  package init(
    facts: StatusFacts, now: UTCInstant, history: inout ProblemHistory,
    rules: HealthRules = HealthRules()
  ) {
    let problems = history.update(rules.problems(of: facts), now: now)
    self.init(
      generatedAt: now, expiresAt: now.advanced(byMilliseconds: Self.lifetimeMs),
      state: facts.state, exitCode: rules.code(for: problems), problems: problems, facts: facts)
  }

  /// The document of a daemon that does not run or cannot be asked.
  package init(
    unavailable code: HealthCode, problem: Problem, now: UTCInstant
  ) {
    self.init(
      generatedAt: now, expiresAt: now.advanced(byMilliseconds: Self.lifetimeMs),
      state: code == .notRunning ? .down : .unknown, exitCode: code, problems: [problem],
      facts: nil)
  }

  /// The same document as it may be shown at `now`: past its expiry it claims nothing. Nor does one
  /// from the future, which a clock that was set back between writing and reading makes.
  package func asShown(at now: UTCInstant) -> StatusDocument {
    let margin = generatedAt.advanced(byMilliseconds: -Self.lifetimeMs)
    guard now > expiresAt || now < margin else { return self }
    var stale = self
    let age = now.milliseconds(since: generatedAt) / 1000
    stale.state = .unknown
    stale.exitCode = .cannotTell
    stale.problems.insert(
      Problem(
        id: "status-stale", severity: .critical, since: expiresAt,
        message: "this status is \(age) s old and no longer true",
        fix: "ask the daemon again; if it stays, see journalctl -u barographd"), at: 0)
    return stale
  }
}

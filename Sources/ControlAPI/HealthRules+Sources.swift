/// What the sources of data may have against a safe recording.
extension HealthRules {
  func sourceProblems(_ facts: StatusFacts) -> [Problem] {
    let isYoung = facts.uptimeS < graceS && !isRecording(facts)
    if facts.sources.allSatisfy({ !$0.givesPosition }) {
      return isYoung ? [] : [noSource(facts)] + facts.sources.compactMap { lack(of: $0, in: facts) }
    }
    return facts.sources.compactMap { lack(of: $0, in: facts) }
  }

  /// A ride can do without positions, a flight cannot.
  private func noSource(_ facts: StatusFacts) -> Problem {
    let isRide = facts.sources.contains { $0.kind == "vesc" && $0.state == .ok }
    return Problem(
      id: "no-source", severity: isRide ? .warning : .critical,
      message: "there is no source of positions",
      fix: "plug in a GNSS receiver, or name gpsd or an [instrument] in barograph.conf; "
        + "barograph devices shows what there is")
  }

  /// Right after the start a refusal is told but does not alarm, and silence is not yet a fault:
  /// gpsd may start a moment later. What was found by itself may be taken away again, but not out
  /// of a recording, and while its port is there it may not fall silent.
  private func lack(of source: SourceStatus, in facts: StatusFacts) -> Problem? {
    let isYoung = facts.uptimeS < graceS && !isRecording(facts)
    let hasPosition = facts.sources.contains {
      $0.givesPosition && $0.link == .connected && $0.state == .ok
    }
    let severity: Problem.Severity =
      source.givesPosition && !hasPosition && !isYoung ? .critical : .warning
    if source.link == .gone || source.link == .connecting && !isYoung {
      guard source.isConfigured || isRecording(facts) else { return nil }
      return Problem(
        id: "source-gone", subject: source.name, severity: severity,
        message: "\(source.spoken) cannot be reached" + (source.note.map { ": \($0)" } ?? ""),
        fix: remedyIfGone(source))
    }
    guard !isYoung, source.state == .lost || source.state == .absent else { return nil }
    let silence = source.ageS.map { "has been silent for \(Int($0)) s" } ?? "has sent nothing yet"
    return Problem(
      id: "source-silent", subject: source.name, severity: severity,
      message: "\(source.spoken) is connected but \(silence)", fix: remedyIfSilent(source))
  }

  private func remedyIfGone(_ source: SourceStatus) -> String {
    source.remedy
      ?? (source.isGPSD
        ? "see that it runs (systemctl status gpsd) and that the cable is in"
        : "see that it is switched on and its cable is in (barograph devices shows what is there)")
  }

  private func remedyIfSilent(_ source: SourceStatus) -> String {
    source.remedy
      ?? (source.isGPSD
        ? "see that the receiver has power and its cable is in (gpspipe -w shows its reports)"
        : "see that it has power and its cable is in (barograph devices tells more)")
  }
}

extension SourceStatus {
  var isGPSD: Bool { name.hasPrefix("gpsd://") }
}

/// A problem that the recorder itself reports in its status document.
package struct ReportedProblem: Equatable, Sendable {
  package var id: String
  /// The source that it is about.
  package var about: String?
  package var isCritical: Bool
  package var message: String
  package var fix: String

  package init(id: String, about: String? = nil, isCritical: Bool, message: String, fix: String) {
    self.id = id
    self.about = about
    self.isCritical = isCritical
    self.message = message
    self.fix = fix
  }

  /// The same words in both commands.
  package var finding: Finding {
    Finding(
      id: id, subject: Subject(problem: id, about: about), about: about,
      status: isCritical ? .failure : .warning, message: message, fix: fix)
  }

  /// Problems that a check of the doctor's own sees too.
  private static let ownChecks = [
    "disk-low": "disk-space", "disk-full": "disk-space", "supply-low": "power-supply",
  ]

  /// Whether a finding is the cause of it, or the same: a gpsd that is not installed is told once.
  fileprivate func isExplained(by finding: Finding) -> Bool {
    if !finding.isBad { return false }
    if let own = Self.ownChecks[id] { return finding.id == own }
    if id == "service-login" { return finding.id == id && finding.about == about }
    return ["source-gone", "source-silent"].contains(id) && about != nil && finding.about == about
  }
}

extension [Finding] {
  /// These with what the recorder reports, causes in the place of their symptoms and as grave.
  package func joined(with problems: [ReportedProblem]) -> [Finding] {
    let causes = map { finding in
      let symptoms = problems.filter { $0.isExplained(by: finding) }
      guard !symptoms.isEmpty else { return finding }
      var cause = finding
      cause.isOptional = false
      if symptoms.contains(where: \.isCritical) { cause.status = .failure }
      return cause
    }
    let others = problems.filter { problem in !contains { problem.isExplained(by: $0) } }
    return causes + others.map(\.finding)
  }
}

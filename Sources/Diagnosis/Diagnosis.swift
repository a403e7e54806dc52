/// All findings about a box, and what they come to.
package struct Diagnosis: Equatable, Sendable {
  /// What `barograph doctor` ends with.
  package enum Verdict: Int, Sendable {
    case pass = 0
    case warnings = 1
    case failures = 2
    /// What matters most could not be looked at.
    case cannotTell = 4
  }

  /// In the order of the subjects.
  package var findings: [Finding]
  /// Whether warnings, and what is optional, count as failures.
  package var isStrict: Bool

  package init(_ findings: [Finding], isStrict: Bool = false) {
    let order = Subject.allCases
    self.findings = order.flatMap { subject in findings.filter { $0.subject == subject } }
    self.isStrict = isStrict
  }

  package var verdict: Verdict {
    let bad = findings.filter(counts)
    if bad.contains(where: { isStrict || $0.status == .failure }) { return .failures }
    if !isKnown { return .cannotTell }
    return bad.isEmpty ? .pass : .warnings
  }

  /// Whether a finding has a part in the verdict.
  package func counts(_ finding: Finding) -> Bool {
    finding.isBad && (isStrict || !finding.isOptional)
  }

  /// Findings of a status that count.
  package func count(_ status: Finding.Status) -> Int {
    findings.count { $0.status == status && ($0.status == .notChecked || counts($0)) }
  }

  /// Only what answers to one of the names: a subject, a check, an instrument or source, whole or a
  /// part of its name. Nil if one of the names is of nothing.
  package func only(_ names: [String]) -> Diagnosis? {
    let chosen = names.map { name in findings.filter { $0.answers(to: name) } }
    if chosen.contains(where: \.isEmpty) { return nil }
    return Diagnosis(
      findings.filter { finding in names.contains { finding.answers(to: $0) } },
      isStrict: isStrict)
  }

  /// Whether the recorder could be asked, and at least something could be looked at.
  private var isKnown: Bool {
    findings.contains { $0.status != .notChecked }
      && !findings.contains { $0.id == "recorder-running" && $0.status == .notChecked }
  }
}

extension Finding {
  fileprivate func answers(to name: String) -> Bool {
    name == subject.rawValue || name == id || !name.isEmpty && about?.contains(name) == true
  }
}

import CommandLineInterface
import Diagnosis

/// A diagnosis as a person reads it: a line a subject, details of what is wrong, the verdict last.
struct DoctorText {
  let diagnosis: Diagnosis
  let hasColour: Bool
  /// Whether what to do about notes is told too.
  let explainsNotes: Bool

  var lines: [String] {
    Subject.allCases.flatMap(lines) + notChecked + hint + [verdict]
  }

  private static let columns = 79
  private static let indent = 21

  private func lines(_ subject: Subject) -> [String] {
    let findings = diagnosis.findings.filter { $0.subject == subject }
    let bad = findings.filter(\.isBad).sorted { rank($0) < rank($1) }
    if bad.isEmpty {
      let good = findings.filter { $0.status == .ok }.map(\.message)
      return good.isEmpty ? [] : row("OK", subject.rawValue, good.joined(separator: "; "))
    }
    return bad.enumerated().flatMap { index, finding in
      row(word(finding), index == 0 ? subject.rawValue : "", finding.message)
        + (isExplained(finding) ? wrapped("-> ", (finding.fix ?? "").printable) : [])
    }
  }

  private func rank(_ finding: Finding) -> Int {
    ["FAIL", "WARN", "NOTE"].firstIndex(of: word(finding)) ?? 3
  }

  /// What is optional is a note, unless it counts.
  private func word(_ finding: Finding) -> String {
    if !diagnosis.counts(finding) { return "NOTE" }
    return finding.status == .failure || diagnosis.isStrict ? "FAIL" : "WARN"
  }

  private func isExplained(_ finding: Finding) -> Bool {
    explainsNotes || diagnosis.counts(finding)
  }

  private func row(_ word: String, _ name: String, _ message: String) -> [String] {
    let start = Self.padded(word, 6) + Self.padded(name, Self.indent - 6)
    let texts = HelpText.wrap(message.printable, width: Self.columns - Self.indent)
    let coloured = paint(word) + String(start.dropFirst(word.count))
    return [coloured + texts[0]] + texts.dropFirst().map { Self.blanks(Self.indent) + $0 }
  }

  private func wrapped(_ lead: String, _ text: String) -> [String] {
    let width = Self.indent + lead.count
    return HelpText.wrap(text, width: Self.columns - width).enumerated().map { index, line in
      (index == 0 ? Self.blanks(Self.indent) + lead : Self.blanks(width)) + line
    }
  }

  /// What could not be looked at, a line a reason.
  private var notChecked: [String] {
    var reasons: [(reason: String, ids: [String])] = []
    for finding in diagnosis.findings where finding.status == .notChecked {
      if let index = reasons.firstIndex(where: { $0.reason == finding.message }) {
        reasons[index].ids.append(finding.id)
      } else {
        reasons.append((finding.message, [finding.id]))
      }
    }
    if reasons.isEmpty { return [] }
    return ["Not checked:"]
      + reasons.flatMap { item in
        HelpText.wrap(
          "\(item.ids.joined(separator: ", ")): \(item.reason)".printable, width: Self.columns - 4
        ).enumerated().map { ($0 == 0 ? "  " : "    ") + $1 }
      }
  }

  private var hint: [String] {
    let hasHidden = diagnosis.findings.contains { $0.isBad && !isExplained($0) }
    return hasHidden
      ? ["A NOTE may be so; barograph doctor SUBJECT tells what to do about it."] : []
  }

  // MARK: Verdict

  private var verdict: String {
    let (failures, warnings) = (diagnosis.count(.failure), diagnosis.count(.warning))
    let counts = [
      failures > 0 ? Counted.text(failures, "failure") : nil,
      warnings > 0 ? Counted.text(warnings, "warning") : nil,
    ].compactMap(\.self).joined(separator: ", ")
    switch diagnosis.verdict {
    case .pass:
      return paint("OK", "All is well") + (isWhole ? "." : ", as far as could be checked.")
    case .warnings: return paint("WARN", "Working, with \(counts).")
    case .failures: return paint("FAIL", "NOT GOOD: \(counts).")
    case .cannotTell: return paint("FAIL", "CANNOT TELL: the recorder could not be asked.")
    }
  }

  private var isWhole: Bool { diagnosis.count(.notChecked) == 0 }

  /// Colour says again what the word says.
  private func paint(_ word: String, _ text: String? = nil) -> String {
    guard hasColour else { return text ?? word }
    let code = ["OK": "32", "WARN": "33", "FAIL": "1;31"][word] ?? "36"
    return "\u{1B}[\(code)m\(text ?? word)\u{1B}[0m"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + blanks(max(1, width - text.count))
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}

/// What a person should know of files that came in.
extension HealthRules {
  func importProblems(_ imports: ImportFacts) -> [Problem] {
    var found: [Problem] = []
    if let fault = imports.inboxFault {
      found.append(
        Problem(
          id: "inbox-not-watched", severity: .warning,
          message: "the inbox is not watched: \(fault)",
          fix: "see that import.inbox names a folder that the service may write to"))
    }
    if imports.quarantined > 0 {
      found.append(
        Problem(
          id: "files-quarantined", severity: .warning,
          message: imports.quarantined == 1
            ? "1 file could not be taken in and is kept"
            : "\(imports.quarantined) files could not be taken in and are kept",
          fix: "barograph quarantine list tells why; retry or discard them"))
    }
    if let stick = imports.refusedStick {
      found.append(
        Problem(
          id: "stick-refused", severity: .warning,
          message: "a stick could not be read: \(stick)",
          fix: "copy its flights to a FAT stick, or import them by hand: barograph import FOLDER"))
    }
    if imports.analysisFailed > 0 {
      found.append(
        Problem(
          id: "analysis-failed", severity: .warning,
          message: imports.analysisFailed == 1
            ? "1 flight cannot be analysed; it is kept"
            : "\(imports.analysisFailed) flights cannot be analysed; they are kept",
          fix: "see journalctl -u barographd; an update may help"))
    }
    return found
  }
}

import ControlAPI
import FlightModel

/// What a lamp tells: the one thing that matters most now.
enum LampState: String, Sendable, CaseIterable {
  /// The recorder does not run or does not answer, or a flight would be lost.
  case fault
  /// No receiver speaks.
  case noReceiver = "no-receiver"
  /// A receiver speaks, but has no position.
  case noFix = "no-fix"
  /// Positions come, and it records only when told to.
  case idle
  /// Positions come, and it will record at take-off.
  case armed
  /// It records, or writes the file of what it has recorded: do not switch off.
  case recording

  /// What a status document comes to.
  init(_ document: StatusDocument) {
    guard let facts = document.facts,
      ![ServiceState.down, .unknown, .stopping].contains(document.state)
    else {
      self = .fault
      return
    }
    let critical = document.problems.filter { $0.severity == .critical }
    if let fault = Self.worst(of: critical) {
      self = fault
    } else if facts.recording != nil || [.recording, .landed, .finishing].contains(facts.state) {
      self = .recording
    } else if !facts.sources.contains(where: { $0.givesPosition && $0.isSpeaking }) {
      self = .noReceiver
    } else if ![DataState.ok, .late].contains(facts.fix.state) || facts.fix.mode == .some(.none) {
      self = .noFix
    } else {
      self = facts.state == .armed ? .armed : .idle
    }
  }

  private static func worst(of problems: [Problem]) -> LampState? {
    let states = problems.map { problem in
      switch problem.id {
      case "no-source", "source-gone", "source-silent": LampState.noReceiver
      case "fix-lost": LampState.noFix
      default: LampState.fault
      }
    }
    return allCases.first(where: states.contains)
  }
}

extension SourceStatus {
  /// Whether data comes.
  fileprivate var isSpeaking: Bool { link == .connected && (state == .ok || state == .late) }
}

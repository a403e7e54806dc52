import ControlAPI
import FlightModel

/// What `barograph watch --until` waits for.
enum WatchGoal: String, CaseIterable {
  /// A recording is open.
  case recording
  /// It records, or will at take-off.
  case armed
  /// Positions come.
  case fix
  /// Nothing is wrong.
  case healthy

  func isReached(_ document: StatusDocument) -> Bool {
    guard let facts = document.facts, document.exitCode != .cannotTell else { return false }
    return switch self {
    case .recording: facts.recording != nil
    case .armed: facts.recording != nil || facts.state == .armed
    case .fix: facts.fix.state == .ok && facts.fix.mode.map { $0 != .none } == true
    case .healthy: document.exitCode == .healthy
    }
  }
}

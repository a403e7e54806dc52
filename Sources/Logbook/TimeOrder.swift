import FlightModel
package import RecordingModel

/// Lets fixes through in strictly increasing time, so that no step of a clock reaches a file.
///
/// Runs that a plan does not want are left out whole: one fix with a time half an hour ahead hides
/// nothing, and hours on a wrong clock do not hide the ones after it was set right. A pilot's mark
/// on a fix that is left out goes to the next one that passes.
package struct TimeOrder: Sendable {
  /// Fixes that were left out.
  package private(set) var leftOut = 0
  private let plan: RunPlan
  private var splitter = RunSplitter()
  private var newest: UTCInstant?
  private var isMarked = false

  /// With the plan of a first pass over the same fixes.
  package init(plan: RunPlan) { self.plan = plan }

  /// The next fix in the order of arrival, or nil if it is left out.
  package mutating func take(_ fix: FixRecord) -> FixRecord? {
    guard isWanted(splitter.place(fix.recordedAt)), newest.map({ $0 < fix.recordedAt }) ?? true
    else {
      leftOut += 1
      isMarked = isMarked || fix.isPilotEvent
      return nil
    }
    newest = fix.recordedAt
    var fix = fix
    fix.isPilotEvent = fix.isPilotEvent || isMarked
    isMarked = false
    return fix
  }

  private func isWanted(_ place: RunSplitter.Place) -> Bool {
    switch place {
    case .begins(let run), .continues(let run): plan.wants(run)
    case .outside: false
    }
  }
}

extension CirclingSummary {
  /// Circles that gain height for so long are a climb, ms.
  static let shortestClimbMs: Int64 = 30_000

  /// Of all phases of a flight that took so long, ms.
  init(_ phases: [FlightPhase], durationMs: Int64) {
    self.init()
    var circlingMs: Int64 = 0
    for phase in phases {
      guard case .circling(let turn) = phase.kind else { continue }
      circlingMs += phase.durationMs
      guard phase.durationMs >= Self.shortestClimbMs, phase.heightChangeM > 0 else { continue }
      switch turn {
      case .left: left += 1
      case .right: right += 1
      case .mixed: mixed += 1
      }
      bestClimbMPerS = max(bestClimbMPerS ?? 0, phase.climbMPerS)
    }
    if durationMs > 0 { share = min(1, Double(circlingMs) / Double(durationMs)) }
  }
}

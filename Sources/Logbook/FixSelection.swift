package import RecordingModel

/// Chooses the fixes of a recording that belong in its file: in strictly increasing time, so many a
/// second, marks kept.
package struct FixSelection: Sendable {
  private var order: TimeOrder
  private var thinning: FixThinning

  /// For `rate` fixes a second, with the plan of a first pass over the same fixes.
  package init(rate: Int, plan: RunPlan) {
    order = TimeOrder(plan: plan)
    thinning = FixThinning(rate: rate)
  }

  /// Fixes that were left out since their time did not increase.
  package var leftOut: Int { order.leftOut }

  /// Takes the next fix in the order of arrival; returns one that is settled by it.
  package mutating func take(_ fix: FixRecord) -> FixRecord? {
    order.take(fix).flatMap { thinning.take($0) }
  }

  /// The last fix, which waited for a better one.
  package mutating func finish() -> FixRecord? { thinning.finish() }
}

package import RecordingModel

/// Passes the fixes of a recording that belong in its file: in strictly increasing time, so many a
/// second, marks kept.
package struct FixSelection: Sendable {
  private var order = TimeOrder()
  private var thinning: FixThinning

  /// For `rate` fixes a second.
  package init(rate: Int) { thinning = FixThinning(rate: rate) }

  /// Fixes that were left out since their time did not increase.
  package var leftOut: Int { order.leftOut }

  /// Takes the next fix in the order of arrival.
  package mutating func take(_ fix: FixRecord, _ pass: (FixRecord) -> Void) {
    var thinning = thinning
    order.take(fix) { if let chosen = thinning.take($0) { pass(chosen) } }
    self.thinning = thinning
  }

  /// Passes what was waiting for a next fix.
  package mutating func finish(_ pass: (FixRecord) -> Void) {
    var thinning = thinning
    order.finish { if let chosen = thinning.take($0) { pass(chosen) } }
    self.thinning = thinning
    if let chosen = self.thinning.finish() { pass(chosen) }
  }
}

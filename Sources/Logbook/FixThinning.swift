import FlightModel
package import RecordingModel

/// Chooses the fixes of a file that has a fixed number of fixes a second.
///
/// Time is divided into slots of 1/rate seconds, centred on whole multiples; of the fixes in a slot
/// the one nearest to its centre is taken, the earlier of two equals. A receiver that is not faster
/// than the rate thus loses none, though its times tremble. At 1 Hz, where a file has whole seconds
/// only, the fix is given the second that it is nearest to.
///
/// A pilot's mark on a fix that is not taken goes to the one taken from its slot.
package struct FixThinning: Sendable {
  /// Slots a second (Hz).
  package let rate: Int
  private var slot: Int64?
  private var best: FixRecord?
  private var isMarked = false

  /// For `rate` fixes a second, at least one.
  package init(rate: Int) { self.rate = max(1, rate) }

  /// Takes the next fix in strictly increasing time; returns the one chosen from the slot before
  /// when a new slot begins.
  package mutating func take(_ fix: FixRecord) -> FixRecord? {
    let slot = slot(of: fix.recordedAt)
    guard slot == self.slot else {
      let chosen = finish()
      self.slot = slot
      best = fix
      isMarked = fix.isPilotEvent
      return chosen
    }
    isMarked = isMarked || fix.isPilotEvent
    if let best, distance(fix, from: slot) < distance(best, from: slot) { self.best = fix }
    return nil
  }

  /// The fix chosen from the last slot; nil if there was none.
  package mutating func finish() -> FixRecord? {
    guard var chosen = best, let slot else { return nil }
    best = nil
    chosen.isPilotEvent = isMarked
    if rate == 1 { chosen.recordedAt = UTCInstant(milliseconds: slot * 1000) }
    return chosen
  }

  /// Numbers of slots are times in 1/rate seconds, so distances are compared in 1/rate ms.
  private func slot(of time: UTCInstant) -> Int64 {
    let scaled = scaled(time) + 500
    return scaled >= 0 ? scaled / 1000 : (scaled - 999) / 1000
  }

  private func distance(_ fix: FixRecord, from slot: Int64) -> Int64 {
    abs(scaled(fix.recordedAt) - slot * 1000)
  }

  /// Time in 1/rate ms; a time beyond any calendar is held within what can be multiplied.
  private func scaled(_ time: UTCInstant) -> Int64 {
    let limit: Int64 = 1 << 52
    return min(limit, max(-limit, time.milliseconds)) * Int64(min(rate, 1000))
  }
}

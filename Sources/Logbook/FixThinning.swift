import FlightModel
package import RecordingModel

/// Chooses the fixes of a file that has a fixed number of fixes a second.
///
/// Time is divided into slots of 1/rate seconds, centred on whole multiples; of the fixes in a slot
/// the one nearest to its centre is taken, the earlier of two equals. A receiver that is not faster
/// than the rate thus loses none, though its times tremble.
///
/// At 1 Hz, where a file has whole seconds only, the fix is given the second that it is nearest to.
/// Above, it keeps its time, unless the file would cut it down to the slot of the fix before: then
/// it gets the time of its own slot's centre, less than half a slot later.
///
/// A pilot's mark on a fix that is not taken goes to the one taken from its slot.
package struct FixThinning: Sendable {
  /// Slots a second (Hz).
  package let rate: Int
  private var slot: Int64?
  private var lastFloorSlot = Int64.min
  private var best: FixRecord?
  private var isMarked = false

  /// For 1 to 20 fixes a second; another rate becomes the nearest of these.
  package init(rate: Int) { self.rate = min(20, max(1, rate)) }

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
    if rate == 1 || floorSlot(of: chosen.recordedAt) <= lastFloorSlot {
      chosen.recordedAt = UTCInstant(milliseconds: ceiling(of: slot))
    }
    lastFloorSlot = floorSlot(of: chosen.recordedAt)
    return chosen
  }

  /// The first whole millisecond that is not before a slot's centre.
  private func ceiling(of slot: Int64) -> Int64 {
    let rate = Int64(rate)
    return (slot * 1000 + rate - 1).flooredQuotient(by: rate)
  }

  /// The slot that a file puts a time in, which it cuts and does not round.
  private func floorSlot(of time: UTCInstant) -> Int64 {
    scaled(time).flooredQuotient(by: 1000)
  }

  private func slot(of time: UTCInstant) -> Int64 {
    (scaled(time) + 500).flooredQuotient(by: 1000)
  }

  private func distance(_ fix: FixRecord, from slot: Int64) -> Int64 {
    abs(scaled(fix.recordedAt) - slot * 1000)
  }

  /// Time in 1/rate ms, in which slots are 1000 long; a time beyond any calendar is held within
  /// what can be multiplied.
  private func scaled(_ time: UTCInstant) -> Int64 {
    let limit: Int64 = 1 << 52
    return min(limit, max(-limit, time.milliseconds)) * Int64(rate)
  }
}

extension Int64 {
  fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

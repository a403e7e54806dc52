package import FlightModel

/// Makes one fix of the several reports that gpsd sends for one instant of one receiver.
///
/// Until gpsd has learnt which sentence ends a receiver's cycle it reports after each of them, the
/// first times without height. While that lasts a fix waits for its successor (or a short timer);
/// once instants come singly, each goes through at once.
package struct FixMerger: Sendable {
  /// Instants in a row with one report each; from the next `flush` on nothing waits any more.
  package static let singlesToSettle = 3
  /// How long a fix may wait for another report of its instant, in milliseconds.
  package static let patienceMilliseconds: Int64 = 250

  /// Reports that were merged into an earlier one, or came too late for it.
  package private(set) var duplicateCount = 0

  private var held: (fix: Fix, verdict: Altitudes.Verdict)?
  private var heldIsSingle = true
  private var singles = 0
  private var lastTime: UTCInstant?

  package init() {}

  /// Whether a fix waits for `flush`.
  package var isHolding: Bool { held != nil }

  /// Takes a report; gives back the fix that is complete now, an older one or this.
  package mutating func take(_ fix: Fix, _ verdict: Altitudes.Verdict) -> Fix? {
    guard let time = fix.time else { return fix }
    if let current = held, current.fix.time == time {
      duplicateCount += 1
      heldIsSingle = false
      held = Self.merge(current, (fix, verdict))
      return nil
    }
    if time == lastTime {
      duplicateCount += 1
      singles = 0
      return nil
    }
    lastTime = time
    if held == nil && singles >= Self.singlesToSettle { return fix }
    let complete = release()
    held = (fix, verdict)
    heldIsSingle = true
    return complete
  }

  /// Gives up waiting: the held fix, if there is one.
  package mutating func flush() -> Fix? { release() }

  /// Waits again for the next instants: gpsd may have forgotten what it had learnt.
  package mutating func unsettle() { singles = 0 }

  private mutating func release() -> Fix? {
    guard let complete = held?.fix else { return nil }
    held = nil
    singles = heldIsSingle ? singles + 1 : 0
    return complete
  }

  /// The newer report, filled from the older one; heights come from the more believable.
  private static func merge(
    _ old: (fix: Fix, verdict: Altitudes.Verdict), _ new: (fix: Fix, verdict: Altitudes.Verdict)
  ) -> (fix: Fix, verdict: Altitudes.Verdict) {
    var fix = new.fix
    fix.receivedAt = old.fix.receivedAt
    fix.mode = max(old.fix.mode, new.fix.mode)
    fix.position = new.fix.position ?? old.fix.position
    fix.groundSpeedCmPerS = new.fix.groundSpeedCmPerS ?? old.fix.groundSpeedCmPerS
    fix.trackCentiDeg = new.fix.trackCentiDeg ?? old.fix.trackCentiDeg
    fix.climbCmPerS = new.fix.climbCmPerS ?? old.fix.climbCmPerS
    fix.horizontalErrorCm = new.fix.horizontalErrorCm ?? old.fix.horizontalErrorCm
    fix.verticalErrorCm = new.fix.verticalErrorCm ?? old.fix.verticalErrorCm
    fix.satellitesUsed = new.fix.satellitesUsed ?? old.fix.satellitesUsed
    let oldHasHeights = old.fix.ellipsoidAltitudeCm != nil
    let newHasHeights = new.fix.ellipsoidAltitudeCm != nil
    let keepsOld = oldHasHeights && (!newHasHeights || old.verdict > new.verdict)
    if keepsOld {
      fix.ellipsoidAltitudeCm = old.fix.ellipsoidAltitudeCm
      fix.meanSeaAltitudeCm = old.fix.meanSeaAltitudeCm
    } else if !newHasHeights {
      fix.meanSeaAltitudeCm = new.fix.meanSeaAltitudeCm ?? old.fix.meanSeaAltitudeCm
    }
    return (fix, keepsOld ? old.verdict : new.verdict)
  }
}

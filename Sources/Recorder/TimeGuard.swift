package import FlightModel

/// Keeps the recording's clock: strictly increasing fix times, whatever a receiver says.
///
/// A step that the monotonic clock does not explain is not believed from one fix. Such fixes wait
/// in a run; it is let through when it goes on by itself, and dropped when the old time returns. In
/// a replay faster than life every gap looks like a jump, and is confirmed in the same way.
package struct TimeGuard: Sendable {
  package enum Verdict: Equatable, Sendable {
    case accepted(UTCInstant)
    /// The same time as the newest accepted fix.
    case duplicate(UTCInstant)
    /// Not filed: counted, or waiting in the run.
    case withheld
    /// The run is confirmed: `takeRun` gives it, in increasing time.
    case confirmed
    /// The run is confirmed and lies before what was accepted: the earlier times were wrong.
    case rewound
  }

  /// A step of at most this is always believed, ms.
  static let freeStepMs: Int64 = 3_000
  /// What the monotonic clock may fall short of a step, ms: the receiver's and the link's delays.
  static let slackMs: Int64 = 2_000
  /// The longest step inside a run, and the longest rate that is learnt, ms.
  static let longestRunStepMs: Int64 = 10_000
  /// Fixes that start a clock.
  static let startRun = 2
  /// Fixes that confirm a jump ahead.
  static let aheadRun = 3
  /// Fixes and time that prove that the clock had run ahead before: far more than a hiccup.
  static let rewindRun = 20
  static let rewindMs: Int64 = 60_000

  private let calendar: FixCalendar
  private var newest: (time: UTCInstant, receivedAt: MonotonicInstant)?
  private var usualStepMs: Int64 = 1_000
  private var run: [DatedFix] = []
  private var isRunAhead = true
  /// Reports whose date needed rounds of 1024 weeks.
  package private(set) var rolloverCorrected = 0

  package init(calendar: FixCalendar) { self.calendar = calendar }

  /// The time of the newest accepted fix.
  package var newestTime: UTCInstant? { newest?.time }

  /// Whether a standby receiver's report would continue the clock.
  package func isNews(_ fix: Fix) -> Bool {
    guard let raw = fix.time, let time = calendar.corrected(raw) else { return false }
    return newest.map { time > $0.time } ?? true
  }

  /// Judges the next report of the active receiver.
  package mutating func judge(_ fix: Fix, _ counters: inout FixCounters) -> Verdict {
    guard let raw = fix.time else {
      counters.withoutTime += 1
      return .withheld
    }
    guard let time = calendar.corrected(raw) else {
      counters.implausibleDate += 1
      return .withheld
    }
    if time != raw { rolloverCorrected += 1 }
    let dated = DatedFix(fix: fix, time: time)
    guard let newest else { return hold(dated, isAhead: true, &counters) }
    let step = time.milliseconds(since: newest.time)
    if step == 0 { return .duplicate(time) }
    guard step > 0, isExplained(step, fix.receivedAt) else {
      return hold(dated, isAhead: step > 0, &counters)
    }
    dropRun(&counters)
    accept(dated)
    return .accepted(time)
  }

  /// The confirmed run; its times are accepted by this.
  package mutating func takeRun() -> [DatedFix] {
    let taken = run
    run.removeAll()
    for fix in taken { accept(fix) }
    return taken
  }

  /// Forgets what waits: another receiver is active, or the service ends.
  package mutating func dropRun(_ counters: inout FixCounters) {
    guard !run.isEmpty else { return }
    if isRunAhead { counters.jumpedAhead += run.count } else { counters.backward += run.count }
    run.removeAll(keepingCapacity: true)
  }

  private func isExplained(_ step: Int64, _ receivedAt: MonotonicInstant) -> Bool {
    if step <= max(Self.freeStepMs, 2 * usualStepMs + 500) { return true }
    guard let newest else { return false }
    let waited = elapsedMs(from: newest.receivedAt, to: receivedAt)
    return waited >= 0 && step <= waited &+ Self.slackMs
  }

  private mutating func accept(_ dated: DatedFix) {
    if let newest {
      let step = dated.time.milliseconds(since: newest.time)
      if step > 0 { usualStepMs = min(step, Self.longestRunStepMs / 2) }
    }
    newest = (dated.time, dated.fix.receivedAt)
  }

  private mutating func hold(
    _ dated: DatedFix, isAhead: Bool, _ counters: inout FixCounters
  ) -> Verdict {
    // A receiver without a position may tell the time of its own clock: no evidence.
    guard dated.fix.mode >= .twoDimensional else {
      if newest == nil || isAhead {
        counters.withoutPosition += 1
      } else {
        counters.backward += 1
      }
      return .withheld
    }
    if let last = run.last {
      let step = dated.time.milliseconds(since: last.time)
      if step == 0 {
        counters.duplicates += 1
        return .withheld
      }
      if !isAhead, isRunAhead == isAhead, (1..<900).contains(step) {
        counters.backward += 1
        return .withheld
      }
      if step < 0 || step > Self.longestRunStepMs || isAhead != isRunAhead { dropRun(&counters) }
    }
    isRunAhead = isAhead
    run.append(dated)
    return verdictOnRun
  }

  private var verdictOnRun: Verdict {
    guard let newest else { return run.count >= Self.startRun ? .confirmed : .withheld }
    if isRunAhead, run[0].time > newest.time {
      return run.count >= Self.aheadRun ? .confirmed : .withheld
    }
    let span = run[run.count - 1].time.milliseconds(since: run[0].time)
    return run.count >= Self.rewindRun && span >= Self.rewindMs ? .rewound : .withheld
  }
}

/// Milliseconds between two monotonic readings, without trapping on garbage.
func elapsedMs(from earlier: MonotonicInstant, to later: MonotonicInstant) -> Int64 {
  let (difference, overflow) = later.nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
  return overflow ? (later < earlier ? .min : .max) : difference / 1_000_000
}

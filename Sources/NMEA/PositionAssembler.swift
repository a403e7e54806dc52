package import FlightModel

/// Joins the sentences that a receiver sends for one instant into a fix, so that a receiver on a
/// port of its own is a source of positions.
///
/// Which sentences an instant has is learnt: a fix is complete with the last of them, at the next
/// instant, or at `flush`, when the line has been quiet for a while. Nothing becomes a fix before
/// its date is known.
package struct PositionAssembler: Sendable {
  /// How long a line is quiet when nothing more of an instant will come, in milliseconds.
  package static let patienceMilliseconds: Int64 = 250
  /// Instants in a row that must lack a sentence before it is no longer waited for.
  static let shortfallsToForget = 3
  /// How long the date of one sentence serves for others that have only the time, in milliseconds.
  static let calendarMilliseconds: Int64 = 3_600_000

  /// Sentences of an instant whose fix had been given.
  package private(set) var lateCount = 0
  /// Positions that were not given because their date is unknown.
  package private(set) var undatedCount = 0

  private let receiver: ReceiverID
  private var epoch: PositionEpoch?
  private var expected: PositionEpoch.Parts = []
  private var shortfalls = 0
  /// What came after the fix of the last instant, and of the one before it.
  private var late: PositionEpoch.Parts = []
  private var lateBefore: PositionEpoch.Parts = []
  private var lastTime: TimeOfDay?
  private var calendar: (time: UTCInstant, at: MonotonicInstant)?

  package init(receiver: ReceiverID) { self.receiver = receiver }

  /// Whether an instant waits for `flush`.
  package var isHolding: Bool { epoch != nil }

  /// Takes a sentence and appends the fixes that are complete now.
  package mutating func take(
    _ sentence: PositionSentence, at now: MonotonicInstant, _ fixes: inout [Fix]
  ) {
    switch sentence {
    case .recommendedMinimum(let minimum):
      guard let time = minimum.time else { return takeTimeless(minimum, at: now, &fixes) }
      join(time, .minimum, sentence, at: now, &fixes)
    case .fixData(let data):
      guard let time = data.time else { return }
      join(time, .data, sentence, at: now, &fixes)
    case .timeAndDate(let clock):
      guard let time = clock.time, clock.date != nil else { return }
      join(time, .date, sentence, at: now, &fixes)
    case .courseAndSpeed:
      guard let time = epoch?.time ?? lastTime else { return }
      join(time, .course, sentence, at: now, &fixes)
    case .activeSatellites:
      guard let time = epoch?.time ?? lastTime else { return }
      join(time, .satellites, sentence, at: now, &fixes)
    }
  }

  /// Gives up waiting: the instant held is complete as it is.
  package mutating func flush(_ fixes: inout [Fix]) {
    guard let parts = epoch?.parts else { return }
    learn(parts)
    finish(&fixes)
  }

  private mutating func join(
    _ time: TimeOfDay, _ part: PositionEpoch.Parts, _ sentence: PositionSentence,
    at now: MonotonicInstant, _ fixes: inout [Fix]
  ) {
    if epoch?.time != time {
      guard time != lastTime else {
        return noteLate(part)
      }
      flush(&fixes)
      (late, lateBefore) = ([], late)
      epoch = PositionEpoch(time: time, receivedAt: now)
    }
    epoch?.take(sentence)
    epoch?.parts.formUnion(part)
    if !expected.isEmpty, epoch?.parts.isSuperset(of: expected) == true {
      shortfalls = 0
      finish(&fixes)
    }
  }

  /// A receiver that does not know the time has no position either.
  private mutating func takeTimeless(
    _ minimum: RecommendedMinimum, at now: MonotonicInstant, _ fixes: inout [Fix]
  ) {
    guard !minimum.isValid else { return }
    flush(&fixes)
    fixes.append(Fix(receiver: receiver, time: nil, receivedAt: now, mode: .none))
  }

  /// What comes too late twice in a row is waited for; what is sent now and then is not.
  private mutating func noteLate(_ part: PositionEpoch.Parts) {
    lateCount += 1
    late.formUnion(part)
    expected.formUnion(late.intersection(lateBefore))
  }

  private mutating func learn(_ parts: PositionEpoch.Parts) {
    shortfalls += 1
    guard expected.isEmpty || shortfalls >= Self.shortfallsToForget else { return }
    expected = parts
    shortfalls = 0
  }

  private mutating func finish(_ fixes: inout [Fix]) {
    guard let complete = epoch else { return }
    epoch = nil
    lastTime = complete.time
    let time = instant(of: complete)
    guard complete.minimum != nil || complete.data != nil else { return }
    let fix = complete.fix(of: receiver, time: time)
    guard time != nil || fix.mode == .none else {
      undatedCount += 1
      return
    }
    fixes.append(fix)
  }

  /// Time and date, the date from an earlier sentence where this instant has none of its own.
  private mutating func instant(of epoch: PositionEpoch) -> UTCInstant? {
    let inDay = epoch.time.millisecondOfDay
    if let date = epoch.minimum?.date ?? epoch.date {
      let time = UTCInstant(date, millisecondOfDay: inDay)
      calendar = (time, epoch.receivedAt)
      return time
    }
    guard let calendar,
      epoch.receivedAt.milliseconds(since: calendar.at) <= Self.calendarMilliseconds
    else { return nil }
    let time = UTCInstant(calendar.time.date, millisecondOfDay: inDay)
    let day = UTCInstant.millisecondsPerDay
    switch time.milliseconds(since: calendar.time) {
    case ..<(-day / 2): return time.advanced(byMilliseconds: day)
    case (day / 2)...: return time.advanced(byMilliseconds: -day)
    default: return time
    }
  }
}

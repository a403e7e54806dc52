import FlightModel

/// What is known of one receiver behind gpsd.
struct ReceiverTrack {
  let id: ReceiverID
  var isPresent = false
  var driver: String?
  var mode: Fix.Mode?
  var satellitesUsed: Int?
  var satellitesVisible: Int?
  var hdop: Double?
  var merger = FixMerger()
  var fixCount = 0
  var lastFixAt: MonotonicInstant?
  private var rate = RateMeter()

  init(id: ReceiverID) { self.id = id }

  mutating func countFix(at now: MonotonicInstant) {
    fixCount += 1
    lastFixAt = now
    rate.count(at: now)
  }

  func fixesPerSecond(at now: MonotonicInstant) -> Double? { rate.perSecond(at: now) }

  func status(at now: MonotonicInstant, channel: PassThroughChannel?) -> ReceiverStatus {
    ReceiverStatus(
      id: id, isPresent: isPresent, driver: driver, mode: mode, satellitesUsed: satellitesUsed,
      satellitesVisible: satellitesVisible, hdop: hdop, lastFixAt: lastFixAt, fixCount: fixCount,
      fixesPerSecond: rate.perSecond(at: now),
      passThrough: channel?.machine.state ?? .idle, flarm: channel?.sentences.status)
  }
}

/// Counts events a second over windows of five seconds.
struct RateMeter {
  private static let windowMilliseconds: Int64 = 5000

  private var windowStart: MonotonicInstant?
  private var newest = MonotonicInstant(nanoseconds: 0)
  private var count = 0
  private var last: Double?

  /// Counts one; several of one instant were read together, and no window ends among them.
  mutating func count(at now: MonotonicInstant) {
    guard let start = windowStart else {
      windowStart = now
      newest = now
      return
    }
    if now > newest { endWindow(since: start) }
    newest = now
    if now != windowStart { count += 1 }
  }

  private mutating func endWindow(since start: MonotonicInstant) {
    let elapsed = newest.milliseconds(since: start)
    guard elapsed >= Self.windowMilliseconds else { return }
    last = Double(count) * 1000 / Double(elapsed)
    windowStart = newest
    count = 0
  }

  /// Nil before the first window is full; falls towards 0 while nothing comes.
  func perSecond(at now: MonotonicInstant) -> Double? {
    guard let start = windowStart else { return nil }
    let elapsed = now.milliseconds(since: start)
    guard elapsed >= 2 * Self.windowMilliseconds else { return last }
    return Double(count) * 1000 / Double(elapsed)
  }
}

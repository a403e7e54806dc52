package import FlightModel

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
      fixesPerSecond: rate.perSecond(at: now), usualRate: rate.usual,
      passThrough: channel?.machine.state ?? .idle, flarm: channel?.sentences.status)
  }
}

/// Counts events a second over windows of five seconds.
package struct RateMeter {
  private static let windowMilliseconds: Int64 = 5000
  /// After it a new beginning is not averaged with what was before.
  private static let longestPause: Int64 = 20_000

  private var windowStart: MonotonicInstant?
  private var newest = MonotonicInstant(nanoseconds: 0)
  private var count = 0
  /// The rate of the last whole window, which silence is judged by: it does not fall. Nil before it.
  package private(set) var usual: Double?

  package init() {}

  /// Counts one; several of one instant were read together, and no window ends among them.
  package mutating func count(at now: MonotonicInstant) {
    guard let start = windowStart, now.milliseconds(since: newest) <= Self.longestPause else {
      (windowStart, newest, count) = (now, now, 0)
      return
    }
    if now > newest { endWindow(since: start) }
    newest = now
    if now != windowStart { count += 1 }
  }

  private mutating func endWindow(since start: MonotonicInstant) {
    let elapsed = newest.milliseconds(since: start)
    guard elapsed >= Self.windowMilliseconds else { return }
    usual = Double(count) * 1000 / Double(elapsed)
    windowStart = newest
    count = 0
  }

  /// Nil before the first window is full; falls towards 0 while nothing comes.
  package func perSecond(at now: MonotonicInstant) -> Double? {
    guard let start = windowStart else { return nil }
    let elapsed = now.milliseconds(since: start)
    guard elapsed >= 2 * Self.windowMilliseconds else { return usual }
    return Double(count) * 1000 / Double(elapsed)
  }
}

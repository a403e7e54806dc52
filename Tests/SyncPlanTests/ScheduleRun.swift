import FlightModel
import SyncContract
import SyncPlan

/// A schedule with a clock of its own and a record of what it asked for.
struct ScheduleRun {
  var schedule: SyncSchedule
  /// Milliseconds since the run began.
  private(set) var clock: Int64 = 0
  private(set) var actions: [SyncAction] = []
  private(set) var timer: MonotonicInstant?

  static func instant(_ ms: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: 7_000_000_000_000).advanced(byMilliseconds: ms)
  }

  /// On, signed in, online without metering, unless told otherwise.
  static var conditions: SyncConditions {
    var conditions = SyncConditions()
    conditions.isOn = true
    conditions.isSignedIn = true
    conditions.network = .online(.unmetered)
    return conditions
  }

  init(
    _ conditions: SyncConditions = ScheduleRun.conditions, pause: SyncPause? = nil,
    limits: ContractLimits = ContractLimits()
  ) {
    schedule = SyncSchedule(
      version: "1", conditions: conditions, pause: pause, limits: limits, at: Self.instant(0))
  }

  mutating func on(_ event: SyncEvent) {
    actions = schedule.on(event, at: Self.instant(clock))
    for case .wake(let moment) in actions { timer = moment }
  }

  mutating func pass(_ ms: Int64) { clock += ms }

  /// Lets time pass until the timer rings; nil if there is none.
  @discardableResult
  mutating func ring() -> Int64? {
    guard let timer else { return nil }
    let before = clock
    clock = max(clock, timer.milliseconds(since: Self.instant(0)))
    self.timer = nil
    on(.wake)
    return clock - before
  }

  /// The ticket of the scan that the last event has asked for.
  var scan: SyncTicket? {
    for case .scan(let ticket, _) in actions { return ticket }
    return nil
  }

  var scanLimits: ContractLimits? {
    for case .scan(_, let limits) in actions { return limits }
    return nil
  }

  var shouts: [SyncPause] {
    actions.compactMap { if case .shout(let pause) = $0 { pause } else { nil } }
  }

  /// Milliseconds until the timer rings.
  var wait: Int64? { timer.map { $0.milliseconds(since: Self.instant(clock)) } }

  static let last = CursorAdvance(table: .telemetryFrames, cursor: 44)

  /// Answers the scan just asked for with rows, and the request with an answer. False if no scan was
  /// asked for.
  @discardableResult
  mutating func deliver(
    _ answer: SyncAnswer, rows: Int = 10, bytes: Int = 5000, hasMore: Bool = false
  ) -> Bool {
    guard let ticket = scan else { return false }
    on(.scanned(ticket, .rows(rows, bytes: bytes, last: Self.last, hasMore: hasMore)))
    on(.answered(ticket, answer))
    if actions.contains(.commit(ticket)) { on(.committed(ticket)) }
    return true
  }

  /// Answers the scan just asked for: nothing waits.
  mutating func findNothing() {
    if let ticket = scan { on(.scanned(ticket, .nothing)) }
  }
}

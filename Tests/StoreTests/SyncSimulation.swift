import FlightModel
import RecordingModel
import SeededRandom
import Store
import SyncContract
import SyncPlan
import Telemetry

/// A box over weeks: rides, edits, a clock that steps, a network that comes and goes, restarts,
/// retention, and a server that fails; driven by the schedule on a clock of its own.
final class SyncSimulation {
  static let minute: Int64 = 60_000
  static let hour = 60 * minute
  static let day = 24 * hour
  static let origin = "https://club.example"
  static let start = BatchStream.start - BatchStream.start % day

  var fixture = StoreFixture()
  private(set) var store: StoreDatabase
  private(set) var reader: StoreReader
  private(set) var schedule: SyncSchedule
  var server = ModelServer()
  var random: SeededGenerator
  /// Milliseconds since the beginning, as an atomic clock counts them.
  var now: Int64 = 0
  /// How wrong the box's clock is.
  var clockError: Int64 = 0 { didSet { setClock() } }
  var isOnline = true
  var isSignedIn = false
  /// How often the server or the way to it fails.
  var faultPercent = 25
  /// What went wrong with the promises; empty is good.
  var violations: [String] = []
  var tally: [String: Int] = [:]
  var ledger = WriteLedger()

  private var timer: MonotonicInstant?
  private var rounds: [SyncTicket: ScannedWork] = [:]

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    fixture.clock.milliseconds = Self.start
    store = try fixture.open()
    reader = StoreReader(path: fixture.path)
    schedule = SyncSchedule(version: "1", at: Self.instant(0))
    try send(.started)
  }

  static func instant(_ ms: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: 7_000_000_000_000).advanced(byMilliseconds: ms)
  }

  /// The true time, which fixes carry.
  var time: Int64 { Self.start + now }

  var dialect: ContractDialect {
    get throws { try store.contents.syncState().dialect ?? .strict }
  }

  func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  func count(_ what: String) { tally[what, default: 0] += 1 }

  private func setClock() { fixture.clock.milliseconds = max(0, time + clockError) }

  /// Lets time pass until `moment`; the timer rings on the way.
  func pass(until moment: Int64) throws {
    while let timer, timer <= Self.instant(moment) {
      now = max(now, timer.milliseconds(since: Self.instant(0)))
      self.timer = nil
      setClock()
      try send(.wake)
    }
    now = max(now, moment)
    setClock()
  }

  /// Closes and opens everything, as a power cut or a new boot does.
  func restart(isNewBoot: Bool) throws {
    try store.close()
    try reader.close()
    if isNewBoot {
      let digits = String(Int.random(in: 100_000_000_000...999_999_999_999, using: &random))
      fixture.bootID = "11111111-2222-3333-4444-\(digits)"
    }
    store = try fixture.open()
    reader = StoreReader(path: fixture.path)
    let kept = try store.contents.syncState()
    var conditions = SyncConditions()
    conditions.isOn = true
    conditions.isSignedIn = isSignedIn
    conditions.network = isOnline ? .online(.unmetered) : .offline
    schedule = SyncSchedule(
      version: "1", conditions: conditions, pause: kept.pause, limits: kept.limits,
      at: Self.instant(now))
    rounds = [:]
    timer = nil
    try send(.started)
  }

  /// Tells the schedule of something, and does what it asks for.
  func send(_ event: SyncEvent) throws {
    var events = [event]
    while !events.isEmpty {
      for action in schedule.on(events.removeFirst(), at: Self.instant(now)) {
        events += try perform(action)
      }
    }
  }

  private func perform(_ action: SyncAction) throws -> [SyncEvent] {
    switch action {
    case .scan(let ticket, let limits): return try scan(ticket, limits)
    case .send(let ticket, _): return deliver(ticket)
    case .commit(let ticket): return try commit(ticket)
    case .cancel(let ticket): rounds[ticket] = nil
    case .keepLimits(let limits): try store.keep(limits: limits)
    case .keepPause(let pause): try store.keep(pause: pause)
    case .shout(let pause): violations.append("paused: \(pause)")
    case .wake(let moment): timer = moment
    case .dropCredential, .refreshAppStatus: break
    }
    return []
  }

  private func scan(_ ticket: SyncTicket, _ limits: ContractLimits) throws -> [SyncEvent] {
    let dialect = try dialect
    for _ in 0..<1000 {
      let work = try reader.read { (contents) throws(StoreError) in
        try contents.work(in: dialect, limits)
      }
      switch work.next {
      case .batch(let batch):
        rounds[ticket] = work
        return [.scanned(ticket, batch.scan)]
      case .blob(let blob):
        if chance(faultPercent) { return [.scanFailed(ticket)] }
        server.receive(.init(kind: blob.kind.rawValue, id: blob.id))
        // The answer may be lost: then it is sent again, which is safe.
        if chance(faultPercent) { return [.scanFailed(ticket)] }
        try store.accept(blob, of: work.instance)
        count("blobs")
      }
    }
    throw SyncTestFailure.isStuck
  }

  private func deliver(_ ticket: SyncTicket) -> [SyncEvent] {
    guard case .batch(let batch)? = rounds[ticket]?.next else { return [] }
    count("requests")
    guard chance(faultPercent) else { return [.answered(ticket, receive(batch))] }
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return [.answered(ticket, .unreachable)]
    case 1: return [.answered(ticket, .failing(waitMs: nil))]
    case 2: return [.answered(ticket, .throttled(waitMs: 45_000))]
    case 3:
      // Applied, and the answer lost.
      count("lost answers")
      _ = receive(batch)
      return [.answered(ticket, .timedOut)]
    case 4:
      // Applied twice over.
      count("duplicates")
      _ = receive(batch)
      return [.answered(ticket, receive(batch))]
    case 5:
      // Applied, and the network goes before the answer comes.
      _ = receive(batch)
      return [
        .network(.offline), .answered(ticket, .accepted),
        .network(isOnline ? .online(.unmetered) : .offline),
      ]
    default: return []  // No answer at all: the round ends at its deadline.
    }
  }

  private func receive(_ batch: SyncBatch) -> SyncAnswer {
    server.receive(batch.body, counting: batch.counts)
  }

  private func commit(_ ticket: SyncTicket) throws -> [SyncEvent] {
    guard let work = rounds.removeValue(forKey: ticket), case .batch(let batch) = work.next else {
      return [.commitFailed(ticket)]
    }
    if chance(faultPercent / 5) { return [.commitFailed(ticket)] }
    try store.commit(batch.advances, in: batch.counts.dialect, of: work.instance)
    for advance in batch.advances { checkCursor(advance, batch.counts.dialect) }
    try? store.keep(successAtMs: time)
    return [.committed(ticket)]
  }

  /// Every row up to a cursor is on the server.
  private func checkCursor(_ advance: CursorAdvance, _ dialect: ContractDialect) {
    let checked = ledger.checked[advance.table] ?? 0
    guard
      let rows = try? store.contents.rows(
        of: advance.table, after: checked, through: advance.cursor)
    else { return violations.append("unreadable \(advance.table)") }
    while let pending = try? rows.next() {
      let isKnown = dialect.includes(pending.row.deleteTarget?.dialect ?? .strict)
      if isKnown && pending.row["boardId"] != .text("") && !server.has(pending.row) {
        violations.append("cursor of \(advance.table) ahead of \(pending.cursor)")
      }
    }
    // Going back to the first row makes it be looked at once more.
    ledger.checked[advance.table] = advance.cursor
  }
}

/// What was written and has not reached the server yet.
struct WriteLedger {
  var checked: [ContractTable: Int64] = [:]
  /// Recordings whose fixes were gone when it was looked at last.
  var prunedBefore: Set<RecordingID> = []
  private var seen: [ContractTable: Int64] = [:]
  /// Of append-only tables by number, of buckets by natural key.
  private(set) var waiting: [ContractTable: [String: ContractRow]] = [:]
  private(set) var written: [ContractTable: Int] = [:]

  static let appendOnly: [ContractTable] = [
    .telemetryMarkers, .diagnosticEvents, .telemetryFrames, .deleteActions, .tuneHistoryEntries,
    .metricExclusionRanges,
  ]

  /// Notes the rows that were written since the last time.
  mutating func note(_ contents: StoreContents) throws {
    for table in Self.appendOnly + [.telemetryMinuteBuckets] {
      let rows = try contents.rows(of: table, after: seen[table] ?? 0)
      while let pending = try rows.next() {
        let key =
          table == .telemetryMinuteBuckets ? ModelServer.key(pending.row) : "\(pending.cursor)"
        waiting[table, default: [:]][key] = pending.row
        written[table, default: 0] += 1
        seen[table] = pending.cursor
      }
    }
  }

  /// Forgets what the server has.
  mutating func settle(_ server: ModelServer) {
    for (table, rows) in waiting { waiting[table] = rows.filter { !server.has($0.value) } }
  }

  /// Forgets what is not in the database: nobody was promised anything yet.
  mutating func forgetMissing(_ contents: StoreContents) throws {
    for (table, missing) in try missing(contents) {
      for key in missing { waiting[table]?[key] = nil }
    }
  }

  /// What waits and is not in the database any more.
  func missing(_ contents: StoreContents) throws -> [ContractTable: Set<String>] {
    var found: [ContractTable: Set<String>] = [:]
    for (table, rows) in waiting where !rows.isEmpty {
      var present: Set<String> = []
      let source = try contents.rows(of: table)
      while let pending = try source.next() {
        present.insert(
          table == .telemetryMinuteBuckets ? ModelServer.key(pending.row) : "\(pending.cursor)")
      }
      let missing = Set(rows.keys).subtracting(present)
      if !missing.isEmpty { found[table] = missing }
    }
    return found
  }
}

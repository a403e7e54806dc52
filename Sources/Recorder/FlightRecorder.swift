import BoardRules
import FlightModel
import RecordingModel

/// The state machine from position reports to durable batches: no database, descriptor, clock or
/// thread, only events in and actions out.
///
/// A report passes the receiver choice, the time guard and the position guard; the detector looks at
/// what is left, and it goes to the ring and, while a Recording is open, to the commit queue.
package struct FlightRecorder: Sendable {
  /// A cut of at most this, ms, continues a Recording whatever it did.
  package static let briefCutMs: Int64 = 5 * 60_000
  /// One of at most this continues it if it was and is airborne.
  package static let longCutMs: Int64 = 30 * 60_000
  /// Without a fix for this long after a start, ms, what was unfinished is finished.
  package static let resumeWaitMs: Int64 = 5 * 60_000
  /// A landing near the height of take-off is final after this, ms; elsewhere after the other.
  package static let certainLandingMs: Int64 = 3 * 60_000
  package static let doubtedLandingMs: Int64 = 10 * 60_000
  /// Fixes after landing that a file holds.
  package static let fixesAfterLanding = 20
  /// Void fixes are kept once a second, and after this many once in ten.
  static let voidsAtOneHertz = 600

  /// A Recording while it runs.
  struct OpenRecording: Sendable {
    var recording: Recording
    /// Opened since something moved; given up if it never flies.
    var isProvisional: Bool
    var fixesSinceLanding = 0
    /// Since when nothing moves, in one that a restart found on the ground.
    var calmSince: UTCInstant?
  }

  var configuration: RecorderConfiguration
  var choice = ReceiverChoice()
  var timeGuard: TimeGuard
  var positionGuard = PositionGuard()
  var readings = InstrumentReadings()
  var detector = FlightDetector()
  var ring = PreflightRing()
  var queue: CommitQueue
  var telemetry: TelemetryStream
  var gaps = GapWatch()
  var ride = RideState()

  var open: OpenRecording?
  var resuming: ResumePoint?
  var resumeSince: MonotonicInstant?
  var nextID: RecordingID
  /// A Recording is to run whatever the detector says.
  var isWanted: Bool
  /// Policy `auto` was told to stop in flight: not before the next landing again.
  var isDisarmed = false
  /// Since when nothing has moved after such a stop.
  var standsDisarmedSince: UTCInstant?
  var isShuttingDown = false
  var interim: RecordingID?
  var marks: [String] = []
  /// Where a ride is not recorded, and since when the newest fixes were dropped for it.
  var zones: [PrivacyZone] = []
  var privateSince: UTCInstant?
  /// Detail was given up since the store last took a batch, and it was said.
  var isLosing = false

  var now = MonotonicInstant(nanoseconds: .min)
  var lastFix: FixRecord?
  var lastFixReceivedAt: MonotonicInstant?
  var voidsInARow = 0
  /// Ellipsoid less mean sea, cm, as the receiver last said.
  var geoidCm: Int32?
  var bucketStoredAt: UTCInstant?
  var fixes = FixCounters()
  var positions = PositionCounters()
  var actions: [RecorderAction] = []

  /// A recorder at start; `resuming` is the Recording that the store found unfinished.
  package init(configuration: RecorderConfiguration, resuming: ResumePoint? = nil) {
    self.configuration = configuration
    self.resuming = resuming
    timeGuard = TimeGuard(calendar: FixCalendar(floor: configuration.dateFloor))
    queue = CommitQueue(limit: configuration.queueBytes)
    telemetry = TelemetryStream(boardID: configuration.boardID)
    ride.untimed = configuration.untimed.map { UntimedRide(boardID: $0.boardID, at: $0.began) }
    nextID = configuration.nextRecordingID
    isWanted = configuration.policy == .always
    if let last = resuming?.recording.id, nextID <= last {
      nextID = RecordingID(last.rawValue &+ 1)
    }
  }

  /// Everything was sent and answered: after a shutdown the process may end.
  package var isDrained: Bool { queue.isEmpty }

  /// Takes what happened and gives what is to be done, in order.
  package mutating func on(_ event: RecorderEvent) -> [RecorderAction] {
    finishEndedAtStart()
    switch event {
    case .fix(let fix): take(CollectionOfOne(fix))
    case .fixes(let fixes): take(fixes)
    case .sample(let sample):
      advance(to: sample.receivedAt)
      readings.take(sample)
    case .receiverLost(let receiver, let instant):
      advance(to: instant)
      lose(receiver)
    case .boardAppeared(let identity, let boardID, let instant):
      advance(to: instant)
      meet(identity, boardID)
    case .motor(let sample):
      advance(to: sample.receivedAt)
      if !isShuttingDown { take(sample) }
    case .boardFacts(let facts): take(facts)
    case .boardGone(let key, let instant):
      advance(to: instant)
      lose(board: key)
    case .clock(let time, let instant):
      advance(to: instant)
      take(clock: time, at: instant)
    case .tick(let instant):
      advance(to: instant)
      tick()
    case .command(let command): obey(command)
    case .declaration(let declaration): use(declaration)
    case .privacyZones(let zones): self.zones = zones
    case .alertRules(let rules): ride.watch.rules = rules
    case .committed(let sequence): noteCommitted(sequence)
    case .commitFailed(let sequence, let reason): noteFailed(sequence, reason)
    case .shutdown: shutDown()
    }
    guard !actions.isEmpty else { return [] }
    defer { actions.removeAll() }
    return actions
  }

  mutating func advance(to instant: MonotonicInstant) { now = max(now, instant) }

  mutating func log(_ severity: RecorderSeverity, _ text: String) {
    actions.append(.log(severity, text))
  }

  // MARK: Reports

  private mutating func take(_ fixes: some Sequence<Fix>) {
    for fix in fixes { take(fix) }
    if !isShuttingDown { pump() }
  }

  private mutating func take(_ fix: Fix) {
    advance(to: fix.receivedAt)
    fixes.received += 1
    guard !isShuttingDown else {
      fixes.standby += 1
      return
    }
    switch choice.take(fix, isNews: timeGuard.isNews(fix)) {
    case .standby: fixes.standby += 1
    case .active: file(fix)
    case .changed(let change): follow(change)
    }
  }

  private mutating func lose(_ receiver: ReceiverID) {
    let wasActive = choice.active == receiver
    if let change = choice.lose(receiver) {
      // All of the backlog was counted as standing by, its newest report too.
      fixes.standby -= change.backlog.isEmpty ? 0 : 1
      follow(change)
    } else if wasActive {
      gaps.note(.noReceiver)
      mark(.disconnected, "\(receiver)")
    }
    if wasActive { log(.warning, "receiver \(receiver): its link is gone") }
    pump()
  }

  /// Files what the new receiver reported since the newest kept fix.
  private mutating func follow(_ change: ReceiverChoice.ReceiverChange) {
    timeGuard.dropRun(&fixes)
    settlePositions()
    mark(.receiverChanged, "\(change.from) to \(change.to): \(change.reason)")
    log(.notice, "receiver \(change.to) is active instead of \(change.from): \(change.reason)")
    for fix in change.backlog.dropLast() where timeGuard.isNews(fix) {
      fixes.standby -= 1
      file(fix)
    }
    if let newest = change.backlog.last { file(newest) }
  }

  private mutating func file(_ fix: Fix) {
    if fix.mode < .twoDimensional { gaps.note(.noPosition) }
    let verdict = timeGuard.judge(fix, &fixes)
    if verdict != .withheld { choice.noteFiled() }
    switch verdict {
    case .accepted(let time): place(DatedFix(fix: fix, time: time))
    case .duplicate(let time): merge(fix, time)
    case .withheld: break
    case .confirmed: for dated in timeGuard.takeRun() { place(dated) }
    case .rewound: rewind()
    }
  }

  private mutating func place(_ dated: DatedFix) {
    var settled: [JudgedFix] = []
    positionGuard.take(dated, &positions) { settled.append($0) }
    for judged in settled { keep(judged) }
  }

  /// Lets go of what the position guard holds back, as void fixes.
  mutating func settlePositions() {
    var settled: [JudgedFix] = []
    positionGuard.flush(&positions) { settled.append($0) }
    for judged in settled { keep(judged) }
  }

  /// A second report of the newest time adds what the first did not know, while it can.
  private mutating func merge(_ fix: Fix, _ time: UTCInstant) {
    fixes.duplicates += 1
    guard let lastFix, lastFix.recordedAt == time, lastFix.mode >= .twoDimensional,
      fix.mode >= .twoDimensional
    else { return }
    let judged = JudgedFix(fix: fix, time: time, position: lastFix.position)
    let second = readings.record(of: judged, lastPosition: lastFix.position, &positions)
    queue.improveNewest(at: time) { $0.complete(with: second) }
    if ring.newest?.record.recordedAt == time { ring.newest?.record.complete(with: second) }
  }

  /// The receiver has gone on from an earlier time for so long that its time before was wrong. What
  /// was recorded under it stays as it is; what follows is a Recording of its own.
  private mutating func rewind() {
    let wasAirborne = detector.state == .flying
    let ground = detector.groundAltitudeCm
    log(.error, "the receiver's time went back for good: a new recording begins")
    report("clock-jump", "the receiver's time went back for good")
    if open != nil { end(.interrupted) }
    ring.removeAll()
    positionGuard.reset()
    telemetry.restart()
    ride.clock = RideClock()
    gaps.reset()
    detector = FlightDetector()
    if wasAirborne { detector.resumeFlying(groundAltitudeCm: ground) }
    lastFix = nil
    for dated in timeGuard.takeRun() { place(dated) }
  }
}

extension FixRecord {
  /// Fills what is unknown from a second report of the same time.
  mutating func complete(with other: FixRecord) {
    mode = max(mode, other.mode)
    gnssAltitudeCm = gnssAltitudeCm ?? other.gnssAltitudeCm
    pressureAltitudeCm = pressureAltitudeCm ?? other.pressureAltitudeCm
    groundSpeedCmPerS = groundSpeedCmPerS ?? other.groundSpeedCmPerS
    varioCmPerS = varioCmPerS ?? other.varioCmPerS
    bearingCentiDeg = bearingCentiDeg ?? other.bearingCentiDeg
    horizontalErrorCm = horizontalErrorCm ?? other.horizontalErrorCm
    verticalErrorCm = verticalErrorCm ?? other.verticalErrorCm
    satellitesUsed = satellitesUsed ?? other.satellitesUsed
  }
}

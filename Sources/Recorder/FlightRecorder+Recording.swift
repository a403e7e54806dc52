import FlightModel
import RecordingModel

/// From a judged fix to the open Recording.
extension FlightRecorder {
  /// Keeps a fix: in the ring always, in the Recording while one is open.
  mutating func keep(_ judged: JudgedFix) {
    guard let record = record(of: judged) else {
      fixes.withoutPosition += 1
      return
    }
    fixes.kept += 1
    let kept = KeptFix(record: record, receivedAt: judged.fix.receivedAt)
    noteTime(of: kept)
    if resuming != nil { decideOnResume(kept) }
    timeUntimedRide()
    splitAfterLongGap(record)
    observe(record, meanSeaCm: judged.fix.meanSeaAltitudeCm)
    openIfDue(with: kept)
    append(kept)
    ring.append(kept)
    lastFix = record
    lastFixReceivedAt = kept.receivedAt
    endIfLanded(at: record.recordedAt)
    giveUpIfCalm(at: record.recordedAt)
  }

  private mutating func record(of judged: JudgedFix) -> FixRecord? {
    guard judged.position == nil else {
      voidsInARow = 0
      return readings.record(
        of: judged, lastPosition: Coordinate(latitudeE7: 0, longitudeE7: 0), &positions)
    }
    gaps.note(judged.fix.mode >= .twoDimensional ? .implausible : .noPosition)
    guard let lastFix, resuming == nil else { return nil }
    let spacing: Int64 = voidsInARow < Self.voidsAtOneHertz ? 950 : 9_950
    guard judged.time.milliseconds(since: lastFix.recordedAt) >= spacing else { return nil }
    voidsInARow += 1
    return readings.record(of: judged, lastPosition: lastFix.position, &positions)
  }

  // MARK: The detector's word

  private mutating func observe(_ record: FixRecord, meanSeaCm: Int32?) {
    guard record.mode >= .twoDimensional else { return }
    if isRideMode { return noteGroundMotion(record) }
    if let event = detector.take(sample(of: record, meanSeaCm: meanSeaCm)) { apply(event) }
    rearmIfStanding(at: record.recordedAt)
  }

  /// A stop in the landing roll leaves no flight that could land: what stands has.
  private mutating func rearmIfStanding(at time: UTCInstant) {
    guard isDisarmed, detector.state == .ground else { return standsDisarmedSince = nil }
    let since = standsDisarmedSince ?? time
    standsDisarmedSince = since
    if time.milliseconds(since: since) >= FlightDetector.calmAfter * 1000 { isDisarmed = false }
  }

  /// What the detector sees; where only the mean-sea height is known, it stands in.
  mutating func sample(of record: FixRecord, meanSeaCm: Int32?) -> MotionSample {
    let meanSeaCm = meanSeaCm.flatMap { InstrumentReadings.altitudesCm.contains($0) ? $0 : nil }
    if let ellipsoid = record.gnssAltitudeCm, let meanSeaCm {
      geoidCm = ellipsoid &- meanSeaCm
    }
    let height = record.gnssAltitudeCm ?? meanSeaCm.map { $0 &+ (geoidCm ?? 0) }
    let isSharp = (record.verticalErrorCm ?? 0) <= 5_000
    return MotionSample(
      time: record.recordedAt, position: record.position,
      speed: record.groundSpeedCmPerS.map { Double($0) / 100 },
      altitude: isSharp ? height.map { Double($0) / 100 } : nil)
  }

  mutating func apply(_ event: FlightDetector.Event) {
    switch event {
    case .rolling: beginRolling()
    case .calm:
      isDisarmed = false
      if open?.isProvisional == true { end(.discarded) }
    case .takeoff(let time, let ground, let rejoins): noteTakeoff(time, ground, rejoins)
    case .landing(let time): noteLanding(time)
    }
  }

  /// Policy `auto` records whatever moves. After a landing on known ground that is a new flight.
  private mutating func beginRolling() {
    guard configuration.policy == .auto, !isDisarmed else { return }
    if let open, open.recording.progress.landingAt != nil, detector.isLandingCertain,
      open.fixesSinceLanding >= Self.fixesAfterLanding
    {
      end(.landed)
    }
    if open == nil { begin(isProvisional: true) }
  }

  private mutating func noteTakeoff(_ time: UTCInstant, _ ground: Int32?, _ rejoins: Bool) {
    let wasLanded = open?.recording.progress.landingAt != nil
    if wasLanded, !rejoins, configuration.policy == .auto { end(.landed) }
    if open == nil, configuration.policy == .auto, !isDisarmed { begin(isProvisional: false) }
    guard open != nil else { return }
    open!.isProvisional = false
    open!.fixesSinceLanding = 0
    open!.recording.progress.isAirborne = true
    open!.recording.progress.landingAt = nil
    if open!.recording.progress.takeoffAt == nil {
      open!.recording.progress.takeoffAt = time
      open!.recording.progress.groundAltitudeCm = ground
    }
    log(
      .notice,
      rejoins && wasLanded
        ? "flying still: the landing was none" : "take-off at \(time.rfc3339)")
  }

  private mutating func noteLanding(_ time: UTCInstant) {
    isDisarmed = false
    guard open != nil else {
      detector.forgetFlight()
      return
    }
    open!.recording.progress.isAirborne = false
    open!.recording.progress.landingAt = time
    open!.fixesSinceLanding = ring.fixes.filter { $0.record.recordedAt > time }.count
    log(.notice, "landing at \(time.rfc3339)")
  }

  // MARK: Opening and closing

  /// Opens a Recording that begins with the ring.
  mutating func begin(isProvisional: Bool, at time: UTCInstant? = nil) {
    if let boardID = rideBoardID {
      if let start = time ?? lastFix?.recordedAt { beginRide(boardID, at: start) }
      return
    }
    useBoard(configuration.boardID)
    let head = ring.fixes
    guard let start = head.first?.record.recordedAt ?? time else { return }
    let recording = Recording(
      id: nextID, kind: configuration.kind ?? .flight, boardID: configuration.boardID,
      bootID: configuration.bootID, startedAt: start, declaration: configuration.declaration,
      progress: Recording.Progress(
        lastFixAt: head.last?.record.recordedAt ?? start,
        groundAltitudeCm: detector.groundAltitudeCm))
    nextID = RecordingID(nextID.rawValue &+ 1)
    open = OpenRecording(recording: recording, isProvisional: isProvisional)
    ride.beginStretch(at: now)
    if detector.state == .flying {
      open?.recording.progress.isAirborne = true
      open?.recording.progress.takeoffAt = start
    }
    log(.info, "recording \(recording.id) begins")
    for fix in head { enqueue(fix, isLive: false) }
    queue.hurry()
  }

  private mutating func openIfDue(with kept: KeptFix) {
    guard open == nil, resuming == nil else { return }
    let isAloft =
      !isRideMode && configuration.policy == .auto && detector.state == .flying && !isDisarmed
    if isWanted || isAloft { begin(isProvisional: false, at: kept.record.recordedAt) }
  }

  /// Ends the Recording that runs; its file is due when this is durable.
  mutating func end(_ reason: RecordingEnd) {
    leaveZone(at: open?.recording.progress.lastFixAt)
    guard var recording = open?.recording else { return }
    recording.progress.end = reason
    recording.progress.isAirborne = false
    queue.open(recording)
    storeOpenTelemetry()
    queue.seal(recording)
    open = nil
    detector.forgetFlight()
    log(.notice, "recording \(recording.id) ended: \(reason.rawValue)")
  }

  /// Hours without a fix, or a replay's jump to another day: what was open is over.
  private mutating func splitAfterLongGap(_ record: FixRecord) {
    guard open?.recording.kind != .ride, let lastFix,
      record.recordedAt.milliseconds(since: lastFix.recordedAt) > Self.longCutMs
    else { return }
    if open != nil { end(detector.state == .landed ? .landed : .interrupted) }
    detector = FlightDetector()
    ring.removeAll()
    gaps.reset()
  }

  private mutating func endIfLanded(at time: UTCInstant) {
    guard detector.state == .landed, configuration.policy == .auto, let open,
      let landing = open.recording.progress.landingAt,
      open.fixesSinceLanding >= Self.fixesAfterLanding
    else { return }
    let hold = detector.isLandingCertain ? Self.certainLandingMs : Self.doubtedLandingMs
    guard time.milliseconds(since: landing) >= hold else { return }
    isWanted = false
    end(.landed)
  }

  /// A restart found it on the ground, and it stays there.
  private mutating func giveUpIfCalm(at time: UTCInstant) {
    guard open?.isProvisional == true, let since = open?.calmSince else { return }
    guard detector.state == .ground else {
      open?.calmSince = nil
      return
    }
    if time.milliseconds(since: since) >= FlightDetector.calmAfter * 1000 { end(.discarded) }
  }

  // MARK: Into the queue

  private mutating func append(_ kept: KeptFix) {
    var kept = kept
    let gap = kept.record.mode >= .twoDimensional ? gaps.take(kept.record.recordedAt) : nil
    guard open != nil else { return }
    if let gap { markGap(gap) }
    kept.record.isPilotEvent = !marks.isEmpty
    for text in marks { mark(.pilotEvent, text, at: kept.record.recordedAt) }
    marks.removeAll()
    if open!.recording.progress.landingAt != nil { open!.fixesSinceLanding += 1 }
    open!.recording.progress.lastFixAt = kept.record.recordedAt
    enqueue(kept, isLive: true)
    storeBucketNowAndThen(kept.record.recordedAt)
    boundQueue()
  }

  /// Gives up detail when the store has taken nothing for too long.
  mutating func boundQueue() {
    if let loss = queue.bound() { noteLoss(loss) }
    guard queue.hasLostFrames else { return }
    queue.hasLostFrames = false
    telemetry.noteDroppedFrames()
    ride.untimed?.noteDroppedFrames()
  }

  /// Once for each time that the store is in trouble: the marker and `status` count.
  private mutating func noteLoss(_ loss: String) {
    guard !isLosing else { return }
    isLosing = true
    log(.error, loss)
    report("fixes-shed", loss)
  }

  mutating func enqueue(_ kept: KeptFix, isLive: Bool) {
    if isPrivate(kept.record) { return }
    openQueue()
    queue.append(kept, isLive: isLive)
    append(telemetry.take(kept))
  }

  /// Hands on what a fix or a sample has added.
  mutating func append(_ news: TelemetryStream.News) {
    if let frame = news.frame { queue.append(frame) }
    if let bucket = news.closed { queue.put(bucket) }
    queue.append(news.exclusions)
  }

  /// Stores what runs of a minute and of left-out ranges.
  mutating func storeOpenTelemetry() {
    openQueue()
    if let bucket = telemetry.takeOpenBucket() { queue.put(bucket) }
    queue.append(telemetry.takeOpenExclusions())
  }

  /// Makes the queue take what comes for the Recording that runs.
  mutating func openQueue() {
    if !queue.isOpen(for: open!.recording.id) { queue.open(open!.recording) }
  }

  /// The running minute's bucket is stored each ten seconds: a cut costs no more of it.
  mutating func storeBucketNowAndThen(_ time: UTCInstant) {
    let age = bucketStoredAt.map { time.milliseconds(since: $0) } ?? .max
    guard age >= 10_000 || age < 0, let bucket = telemetry.takeOpenBucket() else { return }
    bucketStoredAt = time
    // A fix in a privacy zone has opened nothing.
    openQueue()
    queue.put(bucket)
  }

  // MARK: Markers

  /// Marks what happened in the Recording that runs, if one does.
  mutating func mark(
    _ kind: TelemetryMarker.Kind, _ text: String, at time: UTCInstant? = nil, gapMs: Int64? = nil
  ) {
    guard open != nil else { return }
    openQueue()
    let time = time ?? open!.recording.progress.lastFixAt
    queue.append(
      TelemetryMarker(
        occurredAtMs: time.milliseconds, elapsedRealtimeMs: max(0, now.milliseconds), kind: kind,
        boardID: open!.recording.boardID, message: text, gapMs: gapMs))
  }

  /// Tells support of a failure, in the Recording that runs.
  mutating func report(_ name: String, _ message: String) {
    guard open != nil else { return }
    openQueue()
    queue.append(
      DiagnosticEvent(
        occurredAtMs: open!.recording.progress.lastFixAt.milliseconds,
        elapsedRealtimeMs: max(0, now.milliseconds), eventName: name, operation: "record",
        boardID: open!.recording.boardID, message: message))
  }

  private mutating func markGap(_ gap: (from: UTCInstant, ms: Int64, cause: GapWatch.Cause)) {
    mark(.gap, gap.cause.rawValue, at: gap.from, gapMs: gap.ms)
    log(.warning, "no position for \(gap.ms / 1000) s: \(gap.cause.rawValue)")
  }
}

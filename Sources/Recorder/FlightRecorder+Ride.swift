import FlightModel
import RecordingModel
import Telemetry

/// When a ride begins, rests, ends and goes on, and what time it is.
extension FlightRecorder {
  /// What moves is taken for a ride: the flight detector has no say. A Recording that runs as a flight
  /// stays one until the board itself tells of movement.
  var isRideMode: Bool {
    guard configuration.kind == nil else { return false }
    return open.map { $0.recording.kind == .ride } ?? ride.links.isPresent(at: now)
  }

  /// A Recording of a ride is to run.
  var isRideDue: Bool {
    if isWanted { return true }
    return configuration.policy == .auto && ride.detector.state != .idle && !ride.isStopped
  }

  /// The board of the ride that a new Recording would be; nil for a flight.
  var rideBoardID: String? { isRideMode ? ride.links.activeBoardID : nil }

  // MARK: The detector's word

  /// Motion over ground is motion of the board.
  mutating func noteGroundMotion(_ record: FixRecord) {
    guard let speed = record.groundSpeedCmPerS, speed >= RideDetector.movingCmPerS,
      let error = record.horizontalErrorCm, error <= RideDetector.usableErrorCm
    else { return }
    follow(ride.detector.note(.ground, at: now))
  }

  mutating func follow(_ event: RideDetector.Event?) {
    switch event {
    case nil: return
    case .paused:
      guard open?.recording.kind == .ride else { return }
      mark(.autoPause, "at rest", at: ride.clock.utc(at: now))
      telemetry.isResting = true
      log(.info, "the ride rests")
    case .began, .resumed:
      ride.isStopped = false
      telemetry.isResting = false
    case .over:
      ride.isStopped = false
      guard configuration.policy == .auto, open?.recording.kind == .ride else { return }
      isWanted = false
      end(.landed)
    }
  }

  /// Rests and ends without a sample; without any for half an hour a ride is over.
  mutating func passRideTime() {
    if configuration.kind != .flight { follow(ride.detector.tick(now)) }
    guard let open, open.recording.kind == .ride else { return }
    let since = [ride.links.lastSampleAt, ride.waitsSince, lastWantedFixAt].compactMap(\.self).max()
    guard let since, elapsedMs(from: since, to: now) >= RideDetector.splitMs else { return }
    end(.interrupted)
  }

  /// A fix keeps a ride alive only where a person or the policy wants it, whatever the board does.
  private var lastWantedFixAt: MonotonicInstant? {
    configuration.policy == .auto ? nil : lastFixReceivedAt
  }

  // MARK: Opening

  /// Opens a ride: with the fixes of the last moments, and the board's samples from now on.
  mutating func beginRide(_ boardID: String, at time: UTCInstant) {
    let head = ring.fixes.filter {
      let age = time.milliseconds(since: $0.record.recordedAt)
      return (0...PreflightRing.spanMs).contains(age)
    }
    let start = min(time, head.first?.record.recordedAt ?? time)
    let recording = Recording(
      id: nextID, kind: .ride, boardID: boardID, bootID: configuration.bootID, startedAt: start,
      declaration: Declaration(), progress: Recording.Progress(lastFixAt: time))
    nextID = RecordingID(nextID.rawValue &+ 1)
    open = OpenRecording(recording: recording, isProvisional: false)
    useBoard(boardID)
    // Its frames are to be read without those of an earlier one.
    telemetry.noteDroppedFrames()
    settleAsRide()
    log(.info, "recording \(recording.id) of a ride begins")
    for fix in head { enqueue(fix, isLive: false) }
    openQueue()
    mark(.connected, "board", at: time)
    queue.hurry()
  }

  /// A Recording that was taken for a flight is one of a ride: its board has been found.
  mutating func becomeRide(_ boardID: String) {
    storeOpenTelemetry()
    open!.recording.kind = .ride
    open!.recording.boardID = boardID
    open!.recording.progress.isAirborne = false
    open!.recording.progress.takeoffAt = nil
    open!.recording.progress.landingAt = nil
    open!.isProvisional = false
    open!.calmSince = nil
    useBoard(boardID)
    settleAsRide()
    openQueue()
    log(.notice, "recording \(open!.recording.id) is of a ride: its board is there")
    mark(.connected, "board", at: ride.clock.utc(at: now))
  }

  private mutating func settleAsRide() {
    detector = FlightDetector()
    ride.beginStretch(at: now)
  }

  /// Makes the telemetry that of a board.
  mutating func useBoard(_ boardID: String) {
    guard telemetry.boardID != boardID else { return }
    let location = telemetry.location
    telemetry = TelemetryStream(
      boardID: boardID, needsMotor: boardID != configuration.boardID, location: location)
  }

  // MARK: Time

  /// What time it is, by a fix.
  mutating func noteTime(of kept: KeptFix) {
    ride.clock.take(fixAt: kept.record.recordedAt, receivedAt: kept.receivedAt)
    decideOnRide(at: kept.record.recordedAt)
  }

  /// What time it is, by the system's clock.
  mutating func take(clock time: UTCInstant, at instant: MonotonicInstant) {
    guard !isShuttingDown, time >= configuration.dateFloor else { return }
    ride.clock.take(clock: time, at: instant)
    decideOnRide(at: time)
    timeUntimedRide()
    pump()
  }

  /// A ride goes on within the half hour that splits rides.
  private mutating func decideOnRide(at time: UTCInstant) {
    guard let point = resuming, point.recording.kind == .ride else { return }
    let last = point.recording.progress.lastFixAt
    let cut = time.milliseconds(since: last)
    guard (0...RideDetector.splitMs).contains(cut) else { return abandon(point) }
    resuming = nil
    open = OpenRecording(recording: point.recording, isProvisional: false)
    telemetry = TelemetryStream(
      boardID: point.recording.boardID,
      needsMotor: point.recording.boardID != configuration.boardID, resuming: point.bucket)
    settleAsRide()
    ride.detector.resume(at: now)
    lastFix = point.lastFixes.last
    log(.notice, "recording \(point.recording.id) goes on after \(cut / 1000) s")
    mark(.gap, "restart", at: last, gapMs: cut)
  }

  /// Gives the time to what was stored without one, and makes a Recording of it.
  mutating func timeUntimedRide() {
    guard let untimed = ride.untimed, let offset = ride.clock.offsetMs, resuming == nil,
      let began = ride.clock.utc(at: untimed.began), let last = ride.clock.utc(at: untimed.newest)
    else { return }
    ride.untimed = nil
    if open?.recording.kind == .flight { becomeRide(untimed.boardID) }
    if let open, open.recording.boardID != untimed.boardID { end(.landed) }
    if open == nil { beginRide(untimed.boardID, at: began) }
    open!.recording.startedAt = min(open!.recording.startedAt, began)
    open!.recording.progress.lastFixAt = max(open!.recording.progress.lastFixAt, last)
    openQueue()
    queue.assignTime(offsetMs: offset)
    telemetry.count(untimed.samplesOfLastMinute(offsetMs: offset))
    ride.newestSampleAt = last
    log(.notice, "the ride that began at \(began.rfc3339) has its time")
    if !isRideDue { end(.landed) }
  }

  /// Stops storing a ride whose time is not known; tells whether there is one.
  mutating func closeUntimedRide() -> Bool { ride.isUntimed && isRideDue }
}

import FlightModel
import RecordingModel

/// Commands, time, the store's answers, the end of the service, and what status says.
extension FlightRecorder {
  /// Who flies what. A flight that has taken off keeps what was declared for it.
  mutating func use(_ declaration: Declaration) {
    configuration.declaration = declaration
    guard let recording = open?.recording, recording.kind == .flight,
      recording.progress.takeoffAt == nil
    else { return }
    open?.recording.declaration = declaration
  }

  // MARK: Commands

  mutating func obey(_ command: RecorderCommand) {
    guard !isShuttingDown else {
      actions.append(.rejected("The service is stopping; start it again first."))
      return
    }
    switch command {
    case .start: start()
    case .stop: stop()
    case .mark(let text): markNextFix(text)
    }
    pump()
  }

  private mutating func start() {
    if let open {
      guard open.isProvisional else {
        actions.append(.rejected("Recording \(open.recording.id) runs already."))
        return
      }
      self.open!.isProvisional = false
      actions.append(.accepted("Recording \(open.recording.id) runs and will be kept."))
      return
    }
    isWanted = true
    isDisarmed = false
    ride.isStopped = false
    if resuming == nil, let lastFixReceivedAt, elapsedMs(from: lastFixReceivedAt, to: now) < 3_000 {
      begin(isProvisional: false)
    }
    actions.append(
      .accepted(
        open.map { "Recording \($0.recording.id) runs." }
          ?? "Recording begins with the next fix that has a plausible date and position."))
  }

  private mutating func stop() {
    settlePositions()
    if let open {
      // One that stands has landed, though that is not certain yet: no landing will be told of.
      let isMoving = detector.standsSince == nil && [.flying, .rolling].contains(detector.state)
      noteLandingAtStop()
      end(.stopped)
      isDisarmed = isMoving
      actions.append(
        .accepted("Recording \(open.recording.id) is ended; its IGC file is being written."))
    } else if let point = resuming {
      abandon(point)
      actions.append(
        .accepted("Recording \(point.recording.id) is ended; its IGC file is being written."))
    } else if closeUntimedRide() {
      actions.append(
        .accepted("The ride is ended; its recording is made once it is known what time it is."))
    } else if isWanted {
      actions.append(.accepted("No recording is waited for any more."))
    } else {
      actions.append(.rejected("Nothing is being recorded."))
      return
    }
    isWanted = false
    ride.isStopped = ride.detector.state != .idle
    marks.removeAll()
    ring.removeAll()
  }

  /// A stop on the ground comes before the landing is certain.
  private mutating func noteLandingAtStop() {
    guard let progress = open?.recording.progress, progress.isAirborne,
      let since = detector.standsSince
    else { return }
    open!.recording.progress.isAirborne = false
    open!.recording.progress.landingAt = since
  }

  private mutating func markNextFix(_ text: String) {
    guard open != nil || resuming != nil else {
      actions.append(.rejected("Nothing is being recorded, so there is nothing to mark."))
      return
    }
    guard marks.count < 16 else {
      actions.append(.rejected("Sixteen marks wait for the next fix already."))
      return
    }
    marks.append(String(text.prefix(200)))
    actions.append(.accepted("The next fix is marked."))
  }

  // MARK: Time

  mutating func tick() {
    if let point = resuming {
      if resumeSince == nil { resumeSince = now }
      if elapsedMs(from: resumeSince!, to: now) >= Self.resumeWaitMs { abandon(point) }
    }
    endWithoutFixes()
    passRideTime()
    pump()
  }

  /// Without any fix a landed Recording ends after five minutes, another after thirty.
  private mutating func endWithoutFixes() {
    guard let open, open.recording.kind == .flight, let lastFixReceivedAt else { return }
    let silent = elapsedMs(from: lastFixReceivedAt, to: now)
    if detector.state == .landed, silent >= Self.briefCutMs, configuration.policy == .auto {
      isWanted = false
      end(.landed)
    } else if silent >= Self.longCutMs {
      end(detector.state == .landed ? .landed : .interrupted)
    }
  }

  // MARK: The store

  /// Gives the store its next batch when it is time.
  mutating func pump() {
    guard queue.isReady(at: now, isForced: isShuttingDown) else { return }
    actions.append(queue.next(at: now, current: open?.recording))
  }

  mutating func noteCommitted(_ sequence: Int64) {
    guard let batch = queue.committed(sequence) else { return }
    isLosing = false
    if let recording = batch.recording, let end = recording.progress.end {
      actions.append(end == .discarded ? .discard(recording.id) : .finish(recording.id))
    }
    pump()
    writeInterimWhenDrained()
  }

  mutating func noteFailed(_ sequence: Int64, _ reason: String) {
    guard queue.failed(sequence, reason, at: now) else { return }
    log(.error, "batch \(sequence) was not stored and will be sent again: \(reason)")
  }

  // MARK: The end of the service

  /// On the ground the flight is over and its file is due. In the air the Recording stays open, so
  /// that a restart within the limits goes on with it; what there is may be written meanwhile.
  mutating func shutDown() {
    guard !isShuttingDown else { return }
    settlePositions()
    timeGuard.dropRun(&fixes)
    isShuttingDown = true
    noteLandingAtStop()
    if let progress = open?.recording.progress {
      if open?.recording.kind == .ride, ride.detector.state == .riding {
        leaveOpen()
      } else if progress.landingAt != nil {
        end(.landed)
      } else if progress.takeoffAt == nil, open?.isProvisional == false {
        end(.stopped)
      } else {
        leaveOpen()
      }
    }
    pump()
    writeInterimWhenDrained()
  }

  /// A restart within the limits goes on with the Recording.
  private mutating func leaveOpen() {
    mark(.appStop, "the service was stopped")
    storeOpenTelemetry()
    interim = open!.isProvisional ? nil : open!.recording.id
  }

  private mutating func writeInterimWhenDrained() {
    guard queue.isEmpty, let interim else { return }
    self.interim = nil
    actions.append(.writeInterim(interim))
  }

  // MARK: Status

  /// What the status document says.
  package var status: RecorderStatus {
    RecorderStatus(
      phase: phase, isAirborne: isAirborne, recording: open?.recording ?? resuming?.recording,
      activeReceiver: choice.active, lastFix: lastFix, lastFixReceivedAt: lastFixReceivedAt,
      geoidCm: geoidCm, fixes: fixes, positions: positions, commits: queue.counters,
      rolloverCorrected: timeGuard.rolloverCorrected, pendingFixes: queue.pendingFixes,
      pendingBytes: queue.pendingBytes, pendingBytesLimit: queue.limit,
      unansweredSince: queue.unansweredSince,
      lastCommitFailure: queue.lastFailure)
  }

  private var isAirborne: Bool {
    // After a stop in the air the detector begins anew, and takes its time.
    detector.state == .flying || isDisarmed
      || (open?.recording ?? resuming?.recording)?.progress.isAirborne == true
  }

  private var phase: RecorderPhase {
    if isShuttingDown { return .stopped }
    if resuming != nil { return .resuming }
    guard let open else {
      if ride.isUntimed { return .waitingForTime }
      if isWanted || lastFixReceivedAt == nil { return .waitingForFix }
      return configuration.policy == .auto && !isDisarmed ? .armed : .idle
    }
    if open.recording.kind == .ride, ride.detector.state != .idle {
      return ride.detector.state == .resting ? .resting : .riding
    }
    if open.recording.progress.isAirborne { return .airborne }
    if open.recording.progress.landingAt != nil { return .landed }
    return open.isProvisional ? .rolling : .recording
  }
}

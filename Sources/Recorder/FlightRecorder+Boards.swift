import BoardRules
import FlightModel
import RecordingModel
import Telemetry

/// Boards that come and go, their samples, and what watches them.
extension FlightRecorder {
  /// A hole longer than this between samples, ms, is marked.
  static let sampleGapMs: Int64 = 5_000

  /// A board is there.
  mutating func meet(_ identity: BoardIdentity, _ boardID: String) {
    guard ride.links.appear(identity.key, boardID: boardID) else { return }
    log(.notice, "board \(identity.name) is connected over \(identity.transport)")
    if open?.recording.boardID == boardID || ride.links.activeKey == identity.key {
      mark(.connected, identity.transport, at: ride.clock.utc(at: now))
    }
  }

  /// A board's link is lost; what it was in the middle of rests.
  mutating func lose(board key: String) {
    guard ride.links.lose(key) else { return }
    log(.warning, "the link to a board is lost")
    guard ride.links.activeKey == key, ride.newestSampleAt != nil else { return }
    ride.lossCause = "link lost"
    mark(.disconnected, "link lost", at: ride.clock.utc(at: now))
  }

  /// What a board tells seldom.
  mutating func take(_ facts: BoardFacts) {
    advance(to: facts.receivedAt)
    guard let boardID = ride.links.boardID(of: facts.boardKey) else { return }
    for change in ride.watch.take(facts, of: boardID) { actions.append(.warning(change)) }
  }

  /// A motor's sample.
  mutating func take(_ motor: MotorSample) {
    guard let boardID = ride.links.board(of: motor) else { return }
    let utc = ride.clock.utc(at: motor.receivedAt)
    let ms = utc?.milliseconds ?? motor.receivedAt.milliseconds
    guard let verdict = ride.judge.judge(telemetry.sample(of: motor, at: ms)) else { return }
    let firings = ride.watch.take(
      verdict.counted, batteryPermille: motor.batteryPermille, of: boardID, at: motor.receivedAt)
    for firing in firings { actions.append(.alert(firing)) }
    if let evidence = evidence(of: motor, verdict) {
      follow(ride.detector.note(evidence, at: motor.receivedAt))
    }
    record(motor, of: boardID, at: utc)
    boundQueue()
    pump()
  }

  private func evidence(
    of motor: MotorSample, _ verdict: MotionJudge.Verdict
  ) -> RideDetector.Evidence? {
    if motor.isRiding == true { return .rider }
    let speed = verdict.counted.speedCentiKmh ?? 0
    return abs(speed) >= RideDetector.movingCentiKmh ? .wheel : nil
  }

  // MARK: Into the Recording

  private mutating func record(_ motor: MotorSample, of boardID: String, at utc: UTCInstant?) {
    guard configuration.kind != .flight else {
      if let utc, open != nil { append(motor, at: utc) }
      return
    }
    guard let utc, resuming == nil else {
      if isRideDue { appendUntimed(motor, of: boardID) }
      return
    }
    bringRide(boardID, at: utc)
    if open?.recording.kind == .ride { append(motor, at: utc) }
  }

  /// Opens the ride that is due, or makes one of what runs.
  private mutating func bringRide(_ boardID: String, at utc: UTCInstant) {
    guard isRideDue || open?.recording.kind == .ride else { return }
    if open?.recording.kind == .flight {
      if ride.detector.state == .riding { becomeRide(boardID) }
    } else if let open, open.recording.boardID != boardID {
      end(.landed)
      beginRide(boardID, at: utc)
    } else if open == nil {
      beginRide(boardID, at: utc)
    }
  }

  private mutating func append(_ motor: MotorSample, at utc: UTCInstant) {
    markSampleGap(before: utc)
    ride.newestSampleAt = utc
    ride.lossCause = nil
    let progress = open!.recording.progress
    open!.recording.progress.lastFixAt = max(progress.lastFixAt, utc)
    if isPrivate(at: utc) { return }
    openQueue()
    append(telemetry.take(motor, at: utc.milliseconds))
    storeBucketNowAndThen(utc)
  }

  private mutating func markSampleGap(before utc: UTCInstant) {
    guard let newest = ride.newestSampleAt else { return }
    let gap = utc.milliseconds(since: newest)
    guard gap > Self.sampleGapMs else { return }
    mark(.gap, ride.lossCause ?? "board silent", at: newest, gapMs: gap)
    telemetry.noteDroppedFrames()
  }

  private mutating func appendUntimed(_ motor: MotorSample, of boardID: String) {
    if ride.untimed == nil {
      ride.untimed = UntimedRide(boardID: boardID, at: motor.receivedAt)
      log(.notice, "a ride is recorded; its time is set once a fix or a clock tells it")
    }
    ride.untimed!.changeBoard(to: boardID)
    guard let frame = ride.untimed!.take(motor) else { return }
    queue.openWithoutRecording()
    queue.append(frame)
  }
}

import FlightModel
import RecordingModel

/// What becomes of the Recording that a power cut or a restart left unfinished.
extension FlightRecorder {
  /// Speed over ground that is flying at the first fix, cm/s (18 km/h).
  private static let flyingCmPerS: Int32 = 500
  /// Height above the take-off ground that is flying whatever the speed, cm: a hover in wave.
  private static let flyingAboveGroundCm: Int32 = 15_000

  /// A Recording that had ended when the power went only lacks its file.
  mutating func finishEndedAtStart() {
    guard let recording = resuming?.recording, let end = recording.progress.end else { return }
    resuming = nil
    actions.append(end == .discarded ? .discard(recording.id) : .finish(recording.id))
  }

  /// The first plausible fix decides, by GNSS time.
  mutating func decideOnResume(_ kept: KeptFix) {
    guard let point = resuming, point.recording.kind == .flight else { return }
    resuming = nil
    let cut = kept.record.recordedAt.milliseconds(since: point.recording.progress.lastFixAt)
    if continues(point.recording, after: cut, with: kept.record) {
      continueRecording(point, after: cut)
    } else {
      abandon(point)
    }
  }

  private func continues(_ recording: Recording, after cut: Int64, with fix: FixRecord) -> Bool {
    if cut <= 0 || cut > Self.longCutMs { return false }
    if cut <= Self.briefCutMs { return true }
    guard recording.progress.isAirborne else { return false }
    if let speed = fix.groundSpeedCmPerS, speed >= Self.flyingCmPerS { return true }
    guard let ground = recording.progress.groundAltitudeCm, let height = fix.gnssAltitudeCm else {
      return false
    }
    return height.subtractingReportingOverflow(ground).partialValue >= Self.flyingAboveGroundCm
  }

  private mutating func continueRecording(_ point: ResumePoint, after cut: Int64) {
    let progress = point.recording.progress
    open = OpenRecording(recording: point.recording, isProvisional: mayBeGivenUp(progress))
    telemetry = TelemetryStream(boardID: point.recording.boardID, resuming: point.bucket)
    gaps.resume(after: progress.lastFixAt)
    log(.notice, "recording \(point.recording.id) goes on after \(cut / 1000) s")
    var seen = FlightDetector()
    let events = lookBack(at: point, with: &seen)
    detector = seen
    for event in events { apply(event) }
    if let landing = open?.recording.progress.landingAt {
      open?.fixesSinceLanding = point.lastFixes.filter { $0.recordedAt > landing }.count
    }
    open?.calmSince = point.lastFixes.last?.recordedAt
    lastFix = point.lastFixes.last
  }

  /// Under policy `auto` what never flew is no recording to keep.
  private func mayBeGivenUp(_ progress: Recording.Progress) -> Bool {
    configuration.policy == .auto && !progress.isAirborne && progress.takeoffAt == nil
  }

  /// Lets a detector see again what was seen of the launch or the landing before the cut: of a flight
  /// nothing before its take-off, where standing would be a landing.
  private mutating func lookBack(
    at point: ResumePoint, with detector: inout FlightDetector
  ) -> [FlightDetector.Event] {
    let progress = point.recording.progress
    if progress.isAirborne {
      detector.resumeFlying(groundAltitudeCm: progress.groundAltitudeCm)
    } else if let landing = progress.landingAt {
      detector.resumeLanded(at: landing, groundAltitudeCm: progress.groundAltitudeCm)
    }
    let since = progress.isAirborne ? progress.takeoffAt : progress.landingAt
    let seen = point.lastFixes.filter { fix in
      fix.mode >= .twoDimensional && (since.map { fix.recordedAt >= $0 } ?? true)
    }
    return seen.compactMap {
      detector.take(sample(of: $0, meanSeaCm: nil))
    }
  }

  /// Finishes what does not go on; its end is committed first. A start by hand was not taken back,
  /// so under policy `manual` a new Recording begins.
  mutating func abandon(_ point: ResumePoint) {
    resuming = nil
    let recording = ended(point)
    queue.seal(recording)
    if configuration.policy == .manual { isWanted = true }
    log(
      .notice,
      "recording \(recording.id) was interrupted and is ended: \(recording.progress.end!.rawValue)")
  }

  /// The Recording with its end. Most pilots switch off soon after the landing roll, before the
  /// landing is certain: the last fixes tell of it.
  private mutating func ended(_ point: ResumePoint) -> Recording {
    var recording = point.recording
    if recording.kind == .ride {
      recording.progress.end = .interrupted
      return recording
    }
    var detector = FlightDetector()
    for event in lookBack(at: point, with: &detector) {
      switch event {
      case .takeoff(let time, let ground, _):
        recording.progress.takeoffAt = recording.progress.takeoffAt ?? time
        recording.progress.groundAltitudeCm = recording.progress.groundAltitudeCm ?? ground
        recording.progress.landingAt = nil
      case .landing(let time): recording.progress.landingAt = time
      case .rolling, .calm: break
      }
    }
    if detector.state == .flying, let since = detector.standsSince {
      recording.progress.landingAt = since
    }
    let isNothing = mayBeGivenUp(recording.progress)
    recording.progress.isAirborne = false
    recording.progress.end =
      isNothing ? .discarded : recording.progress.landingAt == nil ? .interrupted : .landed
    return recording
  }
}

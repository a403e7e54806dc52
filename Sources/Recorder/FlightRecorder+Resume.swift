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
    guard let point = resuming else { return }
    resuming = nil
    let cut = kept.record.recordedAt.milliseconds(since: point.recording.progress.lastFixAt)
    if continues(point.recording, after: cut, with: kept.record) {
      continueRecording(point, after: cut)
    } else {
      abandon(point.recording)
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
    open = OpenRecording(recording: point.recording, isProvisional: false)
    telemetry = TelemetryStream(boardID: configuration.boardID, resuming: point.bucket)
    gaps.resume(after: progress.lastFixAt)
    log(.notice, "recording \(point.recording.id) goes on after \(cut / 1000) s")
    if progress.isAirborne {
      detector.resumeFlying(groundAltitudeCm: progress.groundAltitudeCm)
    } else if let landing = progress.landingAt {
      detector.resumeLanded(at: landing, groundAltitudeCm: progress.groundAltitudeCm)
      open?.fixesSinceLanding = point.lastFixes.filter { $0.recordedAt > landing }.count
    }
    // What the detector had seen of the launch or the landing is seen again.
    for fix in point.lastFixes where fix.mode >= .twoDimensional {
      if let event = detector.take(sample(of: fix, meanSeaCm: nil)) { apply(event) }
    }
    lastFix = point.lastFixes.last
  }

  /// Finishes what does not go on; its end is committed first. A start by hand was not taken back,
  /// so under policy `manual` a new Recording begins.
  mutating func abandon(_ recording: Recording) {
    resuming = nil
    var recording = recording
    recording.progress.end = recording.progress.landingAt == nil ? .interrupted : .landed
    recording.progress.isAirborne = false
    queue.seal(recording)
    if configuration.policy == .manual { isWanted = true }
    log(.notice, "recording \(recording.id) was interrupted and is finished")
  }
}

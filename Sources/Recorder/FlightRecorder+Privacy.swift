import FlightModel
import RecordingModel

/// Privacy zones: a ride's samples in one are dropped before anything stores them. Flights are never
/// touched.
extension FlightRecorder {
  /// Whether a fix is to be dropped; leaving a zone marks the gap that it has made, without saying
  /// where.
  mutating func isPrivate(_ record: FixRecord) -> Bool {
    guard open?.recording.kind == .ride,
      zones.contains(where: { $0.contains(record.position) })
    else {
      leaveZone(at: record.recordedAt)
      return false
    }
    if privateSince == nil { privateSince = record.recordedAt }
    positions.inPrivacyZone += 1
    return true
  }

  /// Marks the gap that a zone has made, if the newest fix was in one.
  mutating func leaveZone(at time: UTCInstant?) {
    guard let since = privateSince, let time else { return }
    privateSince = nil
    // The next frame must not be read against one from before the zone.
    telemetry.noteDroppedFrames()
    mark(.gap, "privacy zone", at: since, gapMs: max(0, time.milliseconds(since: since)))
  }
}

import FlightModel
import RecordingModel
import Telemetry

/// Privacy zones: a ride's samples in one are dropped before anything stores them. Flights are never
/// touched.
extension FlightRecorder {
  /// Whether a fix is to be dropped; leaving a zone marks the gap that it has made, without saying
  /// where.
  mutating func isPrivate(_ record: FixRecord) -> Bool {
    guard isPrivate(record.position) else {
      leaveZone(at: record.recordedAt)
      return false
    }
    if privateSince == nil { privateSince = record.recordedAt }
    positions.inPrivacyZone += 1
    return true
  }

  /// Whether a position of the ride that runs lies in a zone.
  func isPrivate(_ position: Coordinate) -> Bool {
    open?.recording.kind == .ride && zones.contains { $0.contains(position) }
  }

  /// Whether the newest fix, while it joins a sample, lies in a zone; a receiver that has lost the sky
  /// in one is still in it.
  func isPrivate(at time: UTCInstant) -> Bool {
    guard let lastFix,
      time.milliseconds(since: lastFix.recordedAt) <= ContractBounds.oldestFixMs
    else { return false }
    return lastFix.mode >= .twoDimensional ? isPrivate(lastFix.position) : privateSince != nil
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

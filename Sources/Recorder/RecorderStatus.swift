package import FlightModel
package import RecordingModel

/// What becomes of the fixes that come in; each report is counted in `received` and in one of the
/// others.
package struct FixCounters: Equatable, Sendable {
  /// Position reports, of every receiver.
  package var received = 0
  /// Handed to the ring or to a Recording, void ones included.
  package var kept = 0
  /// Of a receiver that stands by.
  package var standby = 0
  /// Without a time.
  package var withoutTime = 0
  /// Without a position where none was known before, or more than one void a second.
  package var withoutPosition = 0
  /// A second report of the same time; merged while the first was not committed.
  package var duplicates = 0
  /// Before the floor, years after it, or 1980.
  package var implausibleDate = 0
  /// Before the newest kept fix.
  package var backward = 0
  /// Ahead of a clock that did not follow.
  package var jumpedAhead = 0
}

/// Why a position was not believed; each such fix is kept as a void one at the last known place.
package struct PositionCounters: Equatable, Sendable {
  /// 0/0.
  package var zero = 0
  /// Beyond 90 or 180 degrees.
  package var outOfRange = 0
  /// Farther from its neighbours than anything flies (400 m/s).
  package var teleports = 0
  /// Altitudes and speeds that nothing flies; the fix was kept without them.
  package var values = 0
  /// Dropped because a ride was in a privacy zone.
  package var inPrivacyZone = 0
}

/// What the store was and was not able to take.
package struct CommitCounters: Equatable, Sendable {
  package var committedBatches = 0
  package var failedBatches = 0
  package var committedFixes = 0
  /// Given up because the queue was full.
  package var shedFixes = 0
  /// Given up because the queue was full.
  package var shedFrames = 0
}

/// Where the recorder stands.
package enum RecorderPhase: String, Sendable {
  /// No plausible fix yet.
  case waitingForFix
  /// An unfinished Recording waits for the first plausible fix, which decides on it.
  case resuming
  /// Policy `manual`, or stopped by hand.
  case idle
  /// Policy `auto`, on the ground.
  case armed
  /// Something moves: recorded, though it may not be a flight.
  case rolling
  /// A Recording without a flight: `always`, or started by hand.
  case recording
  case airborne
  /// Landed, and taken back should it turn out to fly.
  case landed
  /// A ride moves, or did in the last three minutes.
  case riding
  /// A ride rests.
  case resting
  /// A ride is recorded whose time is not known yet.
  case waitingForTime
  /// The service ends.
  case stopped
}

/// What the status document says of the recorder.
package struct RecorderStatus: Equatable, Sendable {
  package var phase: RecorderPhase
  /// It flies, recorded or not; after a power cut in the air too, until a fix decides.
  package var isAirborne: Bool
  package var recording: Recording?
  package var activeReceiver: ReceiverID?
  /// The newest kept fix.
  package var lastFix: FixRecord?
  package var lastFixReceivedAt: MonotonicInstant?
  /// Ellipsoid less mean sea, cm, as the receiver last said; nil where it has not.
  package var geoidCm: Int32?
  package var fixes: FixCounters
  package var positions: PositionCounters
  package var commits: CommitCounters
  /// Reports whose date was put right by whole rounds of 1024 weeks.
  package var rolloverCorrected: Int
  /// Not committed yet, sent ones included.
  package var pendingFixes: Int
  /// What they and their frames occupy, bytes.
  package var pendingBytes: Int
  /// The most that they may occupy.
  package var pendingBytesLimit: Int
  /// When the batch that the store has not answered was first sent.
  package var unansweredSince: MonotonicInstant?
  package var lastCommitFailure: String?

  /// Of the newest fix, above mean sea level, cm.
  package var meanSeaAltitudeCm: Int32? {
    guard let geoidCm, let height = lastFix?.gnssAltitudeCm else { return nil }
    return height &- geoidCm
  }
}

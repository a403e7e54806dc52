package import FlightModel
package import RecordingModel
package import Telemetry

/// When the recorder opens and closes a Recording.
package enum RecordingPolicy: String, Sendable {
  /// From at least 60 s before take-off until the aircraft has landed and stood.
  case auto
  /// From the first plausible fix until a stop or the end of power.
  case always
  /// From a start to a stop that a person commands.
  case manual
}

/// What the recorder is told once, at start.
package struct RecorderConfiguration: Equatable, Sendable {
  package var policy: RecordingPolicy
  /// Nil makes a ride of what a motor controller takes part in, and a flight of everything else.
  package var kind: RecordingKind?
  package var boardID: String
  package var bootID: String
  package var declaration: Declaration
  /// The number of the next Recording that is opened; the recorder counts on from there.
  package var nextRecordingID: RecordingID
  /// No date before this is believed: the day that this program was made, or later.
  package var dateFloor: UTCInstant
  /// The most that uncommitted data may occupy, bytes: 45 minutes of 20 Hz.
  package var queueBytes: Int
  /// Frames of this boot that have no time yet.
  package var untimed: UntimedStretch?

  package init(
    policy: RecordingPolicy = .auto, kind: RecordingKind? = nil, boardID: String,
    bootID: String, declaration: Declaration = Declaration(), nextRecordingID: RecordingID,
    dateFloor: UTCInstant, queueBytes: Int = 6 << 20, untimed: UntimedStretch? = nil
  ) {
    self.policy = policy
    self.kind = kind
    self.boardID = boardID
    self.bootID = bootID
    self.declaration = declaration
    self.nextRecordingID = nextRecordingID
    self.dateFloor = dateFloor
    self.queueBytes = queueBytes
    self.untimed = untimed
  }
}

/// What the store found unfinished at start.
package struct ResumePoint: Equatable, Sendable {
  package var recording: Recording
  /// Its newest fixes in increasing time; four minutes of them serve, fewer do.
  package var lastFixes: [FixRecord]
  /// The stored Minute Bucket of the last fix's minute, to be counted on.
  package var bucket: MinuteBucket?

  package init(recording: Recording, lastFixes: [FixRecord], bucket: MinuteBucket? = nil) {
    self.recording = recording
    self.lastFixes = lastFixes
    self.bucket = bucket
  }
}

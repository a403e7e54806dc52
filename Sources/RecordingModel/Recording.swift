package import FlightModel

/// The number of a Recording in this box's database; never used twice.
package struct RecordingID: Hashable, Comparable, Sendable, CustomStringConvertible {
  package var rawValue: Int64

  package init(_ rawValue: Int64) { self.rawValue = rawValue }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  package var description: String { String(rawValue) }
}

/// What a Recording is of.
package enum RecordingKind: String, Sendable { case flight, ride }

/// Why a Recording came to its end.
package enum RecordingEnd: String, Sendable {
  /// A person or a command stopped it.
  case stopped
  /// The aircraft had landed and stood; of a ride, half an hour of rest.
  case landed
  /// Power or process was lost and the next start did not continue it.
  case interrupted
  /// Something moved on the ground and never flew: no file is due, and its rows may go.
  case discarded
}

/// One continuous capture, from start to stop; survives restarts. What a start needs to continue or
/// finish it is committed with every batch.
package struct Recording: Equatable, Sendable {
  package var id: RecordingID
  package var kind: RecordingKind
  package var boardID: String
  /// The boot that started it (`/proc/sys/kernel/random/boot_id`).
  package var bootID: String
  /// Time of its first fix or sample.
  package var startedAt: UTCInstant
  /// Declared when it was opened.
  package var declaration: Declaration
  package var progress: Progress

  /// What changes while it runs.
  package struct Progress: Equatable, Sendable {
    /// Time of the newest kept fix, or sample of a motor.
    package var lastFixAt: UTCInstant
    package var isAirborne: Bool
    package var takeoffAt: UTCInstant?
    package var landingAt: UTCInstant?
    /// Ellipsoid altitude of the ground before take-off, cm.
    package var groundAltitudeCm: Int32?
    /// Set when it has ended.
    package var end: RecordingEnd?

    package init(
      lastFixAt: UTCInstant, isAirborne: Bool = false, takeoffAt: UTCInstant? = nil,
      landingAt: UTCInstant? = nil, groundAltitudeCm: Int32? = nil, end: RecordingEnd? = nil
    ) {
      self.lastFixAt = lastFixAt
      self.isAirborne = isAirborne
      self.takeoffAt = takeoffAt
      self.landingAt = landingAt
      self.groundAltitudeCm = groundAltitudeCm
      self.end = end
    }
  }

  package init(
    id: RecordingID, kind: RecordingKind, boardID: String, bootID: String, startedAt: UTCInstant,
    declaration: Declaration, progress: Progress
  ) {
    self.id = id
    self.kind = kind
    self.boardID = boardID
    self.bootID = bootID
    self.startedAt = startedAt
    self.declaration = declaration
    self.progress = progress
  }
}

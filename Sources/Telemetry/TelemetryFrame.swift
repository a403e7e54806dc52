/// One stored row of `telemetry_frames`: the columns that changed against the reconstructed
/// previous state, or all known ones in a keyframe.
///
/// A mask bit says that the frame speaks of a column; bit plus nil means that it became unknown; no
/// bit means unchanged.
package struct TelemetryFrame: Equatable, Sendable {
  /// The bits of `flags`.
  package struct Flags: OptionSet, Sendable, Equatable {
    package var rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let keyframe = Flags(rawValue: 1)
    package static let hasFault = Flags(rawValue: 2)
    package static let hasLocation = Flags(rawValue: 4)
  }

  package var boardID: String
  /// UTC milliseconds since 1970; nil until a ride without GNSS has learnt the time.
  package var capturedAtMs: Int64?
  /// Monotonic milliseconds of the boot.
  package var elapsedRealtimeMs: Int64
  package var canID: Int32?
  package var flags: Flags
  /// Bits 0 to 17 name the columns of `motion` in their order.
  package var changedMask1: Int32
  /// Bit 0 names `location`.
  package var changedMask2: Int32
  package var motion: MotionColumns
  package var location: LocationColumns?

  package init(
    boardID: String, capturedAtMs: Int64?, elapsedRealtimeMs: Int64, canID: Int32? = nil,
    flags: Flags = [], changedMask1: Int32 = 0, changedMask2: Int32 = 0,
    motion: MotionColumns = MotionColumns(), location: LocationColumns? = nil
  ) {
    self.boardID = boardID
    self.capturedAtMs = capturedAtMs
    self.elapsedRealtimeMs = elapsedRealtimeMs
    self.canID = canID
    self.flags = flags
    self.changedMask1 = changedMask1
    self.changedMask2 = changedMask2
    self.motion = motion
    self.location = location
  }
}

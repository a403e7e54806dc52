/// Turns full-rate samples into the Telemetry Frames that are stored: at most one each 500 ms, plus
/// every keyframe and every change of the fault code.
///
/// Deltas are taken against the state that a decoder of the frames has, so a slow ramp cannot hide
/// below a threshold. All times are the samples' own (`capturedAtMs`), so that a replay faster than
/// life gives the same frames as the flight did.
package struct FrameEncoder: Sendable {
  /// Milliseconds between persisted frames.
  package static let persistenceGateMs: Int64 = 500
  /// The longest time from one keyframe to the next, ms.
  package static let keyframeIntervalMs: Int64 = 60_000
  /// A longer silence than this, in ms, ends with a keyframe.
  package static let longestGapMs: Int64 = 90_000

  /// The vehicle of the frames; empty is unknown. See `changeBoard(to:)`.
  package private(set) var boardID: String
  /// Samples that no frame can hold, because a time of theirs is negative or beyond 2^53 - 1.
  package private(set) var refusedSamples = 0
  /// Milliseconds between frames; longer while a board rests.
  package var gateMs = Self.persistenceGateMs

  private var state = ReconstructedState()
  private var previous: Instant?
  private var lastKeyframeMs: Int64 = 0
  private var wantsKeyframe = true

  /// The two times of the newest frame; with the board they are its natural key.
  private struct Instant: Equatable {
    var capturedAtMs: Int64
    var elapsedRealtimeMs: Int64
  }

  /// For one board's stream; the first frame will be a keyframe.
  package init(boardID: String) { self.boardID = ContractBounds.boardID(boardID) }

  /// Says that a frame was lost between here and the store; the next one will be a keyframe.
  package mutating func noteDroppedFrame() { wantsKeyframe = true }

  /// Makes the next frame a keyframe, whatever the gate says: after a forced flush.
  package mutating func forceKeyframe() { wantsKeyframe = true }

  /// Says that the coming samples belong to another board; its first frame will be a keyframe.
  package mutating func changeBoard(to boardID: String) {
    let boardID = ContractBounds.boardID(boardID)
    guard boardID != self.boardID else { return }
    self.boardID = boardID
    wantsKeyframe = true
  }

  /// The frame to store for a sample, or nil when this instant is not persisted.
  ///
  /// A persisted instant always gives a frame, with empty masks if nothing changed: it says that
  /// the board was alive and the same. Two frames never share both times (their natural key): a
  /// keyframe that is due then waits for the next instant.
  package mutating func encode(_ sample: TelemetrySample) -> TelemetryFrame? {
    guard sample.hasUsableTimes else {
      refusedSamples += 1
      return nil
    }
    let now = Instant(
      capturedAtMs: sample.capturedAtMs, elapsedRealtimeMs: sample.elapsedRealtimeMs)
    guard now != previous else { return nil }
    if needsKeyframe(at: now) { return keyframe(sample, at: now) }
    guard gateIsOpen(at: now) || sample.motion.faultCode != state.motion.faultCode else {
      return nil
    }
    return delta(sample, at: now)
  }

  private func needsKeyframe(at now: Instant) -> Bool {
    guard !wantsKeyframe, let previous else { return true }
    return now.capturedAtMs < previous.capturedAtMs
      || now.elapsedRealtimeMs < previous.elapsedRealtimeMs
      || now.capturedAtMs - lastKeyframeMs >= Self.keyframeIntervalMs
      || now.capturedAtMs - previous.capturedAtMs > Self.longestGapMs
  }

  private func gateIsOpen(at now: Instant) -> Bool {
    guard let previous else { return true }
    return now.capturedAtMs - previous.capturedAtMs >= gateMs
  }

  private mutating func keyframe(_ sample: TelemetrySample, at now: Instant) -> TelemetryFrame {
    state = ReconstructedState()
    state.motion = sample.motion
    state.motion.odometerCm = sample.boundedOdometerCm
    if let location = sample.joinedLocation {
      state.take(location, climb: sample.climbCmPerS, atMs: now.capturedAtMs)
    }
    wantsKeyframe = false
    lastKeyframeMs = now.capturedAtMs
    var frame = emptyFrame(sample, at: now)
    frame.flags = .keyframe
    frame.changedMask1 = state.motion.knownBits
    frame.changedMask2 = state.location == nil ? 0 : 1
    frame.motion = state.motion
    frame.location = state.location
    return flagged(frame)
  }

  private mutating func delta(_ sample: TelemetrySample, at now: Instant) -> TelemetryFrame {
    var bounded = sample.motion
    bounded.odometerCm = sample.boundedOdometerCm
    let delta = MotionDelta(from: &state.motion, to: bounded)
    var frame = emptyFrame(sample, at: now)
    frame.changedMask1 = delta.mask
    frame.motion = delta.columns
    let location = sample.joinedLocation
    if state.isMoved(by: location, climb: sample.climbCmPerS, atMs: now.capturedAtMs) {
      state.take(location, climb: sample.climbCmPerS, atMs: now.capturedAtMs)
      frame.changedMask2 = 1
      frame.location = location
    }
    return flagged(frame)
  }

  private mutating func emptyFrame(_ sample: TelemetrySample, at now: Instant) -> TelemetryFrame {
    previous = now
    return TelemetryFrame(
      boardID: boardID, capturedAtMs: now.capturedAtMs, elapsedRealtimeMs: now.elapsedRealtimeMs,
      canID: sample.canID)
  }

  private func flagged(_ frame: TelemetryFrame) -> TelemetryFrame {
    var frame = frame
    if state.motion.hasFault { frame.flags.insert(.hasFault) }
    if frame.location != nil { frame.flags.insert(.hasLocation) }
    return frame
  }
}

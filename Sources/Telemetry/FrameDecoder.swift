/// Rebuilds samples from frames in the order in which they were stored.
///
/// A frame that the state so far does not justify is counted and skipped, with all that follow up
/// to the next keyframe: a missing sample is honest, a wrong one is not.
package struct FrameDecoder: Sendable {
  /// Frames that gave no sample, by cause.
  package struct Skipped: Equatable, Sendable {
    /// A delta without the keyframe that it needs, or after a refused frame.
    package var withoutKeyframe = 0
    /// Masks, flags and columns contradict each other, or a value is out of the contract's range.
    package var damaged = 0
    /// A delta that is not later than its predecessor.
    package var outOfOrder = 0
    /// A delta so late that a keyframe must have come before it, or one of another board.
    package var unjustified = 0
    /// The frame before, once more.
    package var repeated = 0

    /// All of them.
    package var total: Int { withoutKeyframe + damaged + outOfOrder + unjustified + repeated }
  }

  package private(set) var skipped = Skipped()
  private var state: State?

  private struct State {
    var previous: TelemetryFrame
    var capturedAtMs: Int64
    var keyframeMs: Int64
    var motion = MotionColumns()
    var location: LocationColumns?
  }

  package init() {}

  /// The board's state at a frame's instant, or nil when the frame was skipped.
  package mutating func decode(_ frame: TelemetryFrame) -> TelemetrySample? {
    guard let capturedAtMs = frame.capturedAtMs, frame.isConsistent else {
      return refuse(\.damaged)
    }
    if frame.flags.contains(.keyframe) {
      return apply(
        frame,
        to: State(previous: frame, capturedAtMs: capturedAtMs, keyframeMs: capturedAtMs))
    }
    guard var state else { return refuse(\.withoutKeyframe) }
    if frame == state.previous {
      skipped.repeated += 1
      return nil
    }
    if let cause = objection(to: frame, capturedAtMs, after: state) { return refuse(cause) }
    state.previous = frame
    state.capturedAtMs = capturedAtMs
    return apply(frame, to: state)
  }

  private func objection(
    to frame: TelemetryFrame, _ capturedAtMs: Int64, after state: State
  ) -> WritableKeyPath<Skipped, Int>? {
    let last = state.previous.elapsedRealtimeMs
    if frame.boardID != state.previous.boardID { return \.unjustified }
    if capturedAtMs < state.capturedAtMs || frame.elapsedRealtimeMs < last
      || (capturedAtMs == state.capturedAtMs && frame.elapsedRealtimeMs == last)
    {
      return \.outOfOrder
    }
    if capturedAtMs - state.keyframeMs >= FrameEncoder.keyframeIntervalMs { return \.unjustified }
    return nil
  }

  private mutating func refuse(_ cause: WritableKeyPath<Skipped, Int>) -> TelemetrySample? {
    skipped[keyPath: cause] += 1
    state = nil
    return nil
  }

  private mutating func apply(_ frame: TelemetryFrame, to state: State) -> TelemetrySample? {
    var state = state
    state.motion.apply(frame.motion, mask: frame.changedMask1)
    if frame.changedMask2 & 1 != 0 { state.location = frame.location }
    guard frame.flags.contains(.hasFault) == state.motion.hasFault else {
      return refuse(\.damaged)
    }
    self.state = state
    return TelemetrySample(
      capturedAtMs: state.capturedAtMs, elapsedRealtimeMs: frame.elapsedRealtimeMs,
      canID: frame.canID, motion: state.motion, location: state.location)
  }
}

extension TelemetryFrame {
  /// Whether times and values are in the contract's range, no unknown bit or flag is set, and no
  /// column is filled that the masks do not name.
  fileprivate var isConsistent: Bool {
    let flagBits = Flags([.keyframe, .hasFault, .hasLocation])
    return ContractBounds.milliseconds.contains(capturedAtMs ?? -1)
      && ContractBounds.milliseconds.contains(elapsedRealtimeMs)
      && ContractBounds.i53.contains(motion.odometerCm ?? 0)
      && flags.isSubset(of: flagBits)
      && changedMask1 & ~MotionColumns.allBits == 0 && changedMask2 & ~1 == 0
      && motion.knownBits & ~changedMask1 == 0
      && (location == nil || changedMask2 == 1)
      && (location?.isPlausible ?? true)
      && flags.contains(.hasLocation) == (location != nil)
  }
}

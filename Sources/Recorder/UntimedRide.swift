package import FlightModel
import RecordingModel
import Telemetry

/// What is stored of a ride before it is known what time it is: frames without their time, which they
/// get in the store once it is known.
struct UntimedRide: Sendable {
  /// Full-rate samples of the newest minute are kept, for the bucket of the minute in which the time
  /// becomes known.
  static let keptMs: Int64 = 60_000
  static let mostSamples = 2_000

  private(set) var boardID: String
  private(set) var began: MonotonicInstant
  private(set) var newest: MonotonicInstant
  private var encoder: FrameEncoder
  private var samples: [TelemetrySample] = []

  init(boardID: String, at instant: MonotonicInstant) {
    self.boardID = boardID
    began = instant
    newest = instant
    encoder = FrameEncoder(boardID: boardID)
  }

  /// Goes on with another board.
  mutating func changeBoard(to boardID: String) {
    guard boardID != self.boardID else { return }
    self.boardID = boardID
    encoder.changeBoard(to: boardID)
    samples = []
  }

  /// The frame to store for a sample, without its time.
  mutating func take(_ motor: MotorSample) -> TelemetryFrame? {
    let elapsed = motor.receivedAt.milliseconds
    newest = max(newest, motor.receivedAt)
    let sample = TelemetrySample(
      capturedAtMs: elapsed, elapsedRealtimeMs: elapsed, canID: motor.canID, motion: motor.motion)
    keep(sample)
    var frame = encoder.encode(sample)
    frame?.capturedAtMs = nil
    return frame
  }

  mutating func noteDroppedFrames() { encoder.noteDroppedFrame() }

  /// The samples of the UTC minute that runs at the newest of them.
  func samplesOfLastMinute(offsetMs: Int64) -> [TelemetrySample] {
    let timed = samples.map { sample in
      var sample = sample
      sample.capturedAtMs += offsetMs
      return sample
    }
    let minute = (timed.last?.capturedAtMs ?? 0) / 60_000
    return timed.filter { $0.capturedAtMs / 60_000 == minute }
  }

  private mutating func keep(_ sample: TelemetrySample) {
    samples.append(sample)
    let oldest = sample.capturedAtMs - Self.keptMs
    // Now and then rather than each time.
    guard samples.count >= Self.mostSamples || samples[0].capturedAtMs < oldest - 10_000 else {
      return
    }
    samples.removeAll { $0.capturedAtMs < oldest }
    if samples.count >= Self.mostSamples { samples.removeFirst(Self.mostSamples / 2) }
  }
}

/// Frames without a time that an earlier start of the same boot has left.
package struct UntimedStretch: Equatable, Sendable {
  package var boardID: String
  package var began: MonotonicInstant

  package init(boardID: String, began: MonotonicInstant) {
    self.boardID = boardID
    self.began = began
  }
}

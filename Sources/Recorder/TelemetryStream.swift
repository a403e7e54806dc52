import BoardRules
import FlightModel
import RecordingModel
import Telemetry

/// The frames, minute buckets and left-out ranges of one board: from its motor controller's samples
/// joined with the newest fix, or from kept fixes alone, each fix once.
struct TelemetryStream: Sendable {
  /// A motor that was silent for longer, ms, no longer speaks for a flight.
  static let motorAgeMs: Int64 = 2_000
  /// Between frames while a ride rests, ms.
  static let restingGateMs: Int64 = 1_000

  /// What a fix or a sample adds.
  struct News {
    var frame: TelemetryFrame?
    /// The bucket of the minute that it ends.
    var closed: MinuteBucket?
    var exclusions: [MetricExclusionRange] = []
  }

  let boardID: String
  /// The board has a motor controller, without which there is nothing to tell of it.
  private let needsMotor: Bool
  private var encoder: FrameEncoder
  private var statistics: BoardStatistics
  private var newestMs: Int64?
  private var motorMs: Int64?
  private(set) var location: LocationColumns?
  private var climbCmPerS: Int32?
  /// The bucket of the running minute was changed since it was last stored.
  private(set) var hasOpenBucket = false

  /// `stored` is the bucket of the minute in which an interrupted Recording stopped.
  init(
    boardID: String, needsMotor: Bool = false, resuming stored: MinuteBucket? = nil,
    location: LocationColumns? = nil
  ) {
    self.boardID = boardID
    self.location = location
    self.needsMotor = needsMotor
    encoder = FrameEncoder(boardID: boardID)
    statistics = BoardStatistics(boardID: boardID, resuming: stored)
  }

  /// A ride that rests is written at 1 Hz.
  var isResting: Bool {
    get { encoder.gateMs == Self.restingGateMs }
    set { encoder.gateMs = newValue ? Self.restingGateMs : FrameEncoder.persistenceGateMs }
  }

  /// What a fix adds: while the motor speaks, its next sample carries the fix.
  mutating func take(_ fix: KeptFix) -> News {
    let record = fix.record
    let ms = record.recordedAt.milliseconds
    note(record)
    if needsMotor || motorMs.map({ ms - $0 <= Self.motorAgeMs }) ?? false { return News() }
    var sample = TelemetrySample(
      capturedAtMs: ms, elapsedRealtimeMs: fix.receivedAt.milliseconds)
    if record.mode >= .twoDimensional { sample.location = location }
    return take(sample)
  }

  /// What a motor's sample adds, captured at `ms` of UTC.
  mutating func take(_ motor: MotorSample, at ms: Int64) -> News {
    motorMs = ms
    return take(sample(of: motor, at: ms))
  }

  /// The sample with the newest fix.
  func sample(of motor: MotorSample, at ms: Int64) -> TelemetrySample {
    var sample = TelemetrySample(
      capturedAtMs: ms, elapsedRealtimeMs: motor.receivedAt.milliseconds, canID: motor.canID,
      motion: motor.motion, location: location)
    sample.location = sample.joinedLocation
    return sample
  }

  private mutating func note(_ record: FixRecord) {
    guard record.mode >= .twoDimensional else {
      climbCmPerS = record.varioCmPerS
      return
    }
    location = LocationColumns(
      latitudeE7: record.position.latitudeE7, longitudeE7: record.position.longitudeE7,
      gpsSpeedCentiMps: record.groundSpeedCmPerS, bearingCentiDeg: record.bearingCentiDeg,
      accuracyCm: record.horizontalErrorCm, altitudeCm: record.gnssAltitudeCm,
      locationTimestampMs: record.recordedAt.milliseconds)
    climbCmPerS = record.varioCmPerS
  }

  private mutating func take(_ sample: TelemetrySample) -> News {
    if let newestMs, sample.capturedAtMs <= newestMs { return News() }
    newestMs = sample.capturedAtMs
    var sample = sample
    sample.climbCmPerS = climbCmPerS
    hasOpenBucket = true
    let counted = statistics.add(sample)
    return News(
      frame: encoder.encode(sample), closed: counted.closed, exclusions: counted.exclusions)
  }

  /// Counts samples whose frames have been stored already without their time.
  mutating func count(_ samples: [TelemetrySample]) {
    for sample in samples {
      if let newestMs, sample.capturedAtMs <= newestMs { continue }
      newestMs = sample.capturedAtMs
      hasOpenBucket = true
      _ = statistics.add(sample)
    }
  }

  /// The running minute so far, to be stored with the batch.
  mutating func takeOpenBucket() -> MinuteBucket? {
    guard hasOpenBucket else { return nil }
    hasOpenBucket = false
    return statistics.current
  }

  /// The ranges that run, which end here.
  mutating func takeOpenExclusions() -> [MetricExclusionRange] { statistics.closeExclusions() }

  /// A frame was given up before it was stored: the next one is a keyframe.
  mutating func noteDroppedFrames() { encoder.noteDroppedFrame() }

  /// The clock was rewound or a new stretch begins: everything starts anew.
  mutating func restart() { self = TelemetryStream(boardID: boardID, needsMotor: needsMotor) }
}

import BoardRules
import FlightModel

/// What the recorder knows of boards with a motor and of the ride on one.
struct RideState: Sendable {
  var links = BoardLinks()
  var clock = RideClock()
  var detector = RideDetector()
  var watch = BoardWatch()
  /// Judges what alert rules see.
  var judge = MotionJudge()
  /// What is stored of a ride whose time is not known.
  var untimed: UntimedRide?
  /// Stopped by hand: not before the next rest again.
  var isStopped = false
  /// The newest sample of the Recording that runs, and why there was none after it.
  var newestSampleAt: UTCInstant?
  var lossCause: String?
  /// Since when the Recording waits for a sample.
  var waitsSince: MonotonicInstant?

  /// A ride is stored whose time is not known.
  var isUntimed: Bool { untimed != nil && clock.offsetMs == nil }

  /// A Recording begins or goes on.
  mutating func beginStretch(at now: MonotonicInstant) {
    newestSampleAt = nil
    lossCause = nil
    waitsSince = now
  }
}

import FlightModel

/// For how long the aircraft has kept to one place and one height.
///
/// Time counts only between fixes that have a position: a run of void fixes is no evidence.
struct Stillness: Sendable {
  /// Slower than this over ground, m/s.
  var slowerThan: Double
  /// Within this distance, m; nil for anywhere.
  var radius: Double?
  /// Within this height of the first moment, m.
  var height: Double

  private var anchor: Coordinate?
  private var level: Double?
  /// When it began.
  private(set) var since: UTCInstant?
  /// Seconds counted.
  private(set) var seconds = 0.0

  init(slowerThan: Double, radius: Double?, height: Double) {
    self.slowerThan = slowerThan
    self.radius = radius
    self.height = height
  }

  mutating func take(_ sample: MotionSample, speed: Double, level: Double?, dt: Double) {
    guard speed < slowerThan else {
      reset()
      return
    }
    if let anchor, isNear(sample.position, anchor), isLevel(level) {
      seconds += min(dt, FlightDetector.longestStep)
      if self.level == nil { self.level = level }
    } else {
      anchor = sample.position
      self.level = level
      since = sample.time
      seconds = 0
    }
  }

  mutating func reset() {
    anchor = nil
    level = nil
    since = nil
    seconds = 0
  }

  private func isNear(_ position: Coordinate, _ anchor: Coordinate) -> Bool {
    guard let radius else { return true }
    return position.distance(to: anchor) <= radius
  }

  private func isLevel(_ new: Double?) -> Bool {
    guard let new, let level else { return true }
    return abs(new - level) <= height
  }
}

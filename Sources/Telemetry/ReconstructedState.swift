import FlightModel

/// What a decoder knows after the frames so far, and when it last heard of a position.
struct ReconstructedState: Sendable {
  /// A position farther than this from the reconstructed one is written, in metres.
  static let movedM = 2.0
  /// So is an accuracy that differs by this, in cm, …
  static let accuracyCm: Int64 = 200
  /// … an altitude that differs by this, in cm, since a wave is climbed hovering, …
  static let altitudeCm: Int64 = 100
  /// … a vertical speed that differs by this from the one at the last written position, in cm/s, …
  static let climbCmPerS: Int64 = 50
  /// … and any position this long after the last, in ms.
  static let refreshMs: Int64 = 5_000

  var motion = MotionColumns()
  private(set) var location: LocationColumns?
  private var climbCmPerS: Int32?
  private var locationWrittenMs: Int64 = 0

  /// Takes over a location that is being written; nil is "became unknown".
  mutating func take(_ location: LocationColumns?, climb: Int32?, atMs: Int64) {
    self.location = location
    climbCmPerS = climb
    locationWrittenMs = atMs
  }

  /// Whether a frame must speak of the location.
  func isMoved(by new: LocationColumns?, climb: Int32?, atMs: Int64) -> Bool {
    guard let new, let location else { return new != nil || location != nil }
    return atMs - locationWrittenMs >= Self.refreshMs
      || Self.differ(new.altitudeCm, location.altitudeCm, by: Self.altitudeCm)
      || Self.differ(new.accuracyCm, location.accuracyCm, by: Self.accuracyCm)
      || (new.gpsSpeedCentiMps == nil) != (location.gpsSpeedCentiMps == nil)
      || (new.bearingCentiDeg == nil) != (location.bearingCentiDeg == nil)
      || hasTurnedVertically(climb)
      || location.coordinate.distance(to: new.coordinate) > Self.movedM
  }

  /// The vertical speed is no column of a frame: one that is missing tells nothing.
  private func hasTurnedVertically(_ climb: Int32?) -> Bool {
    guard let climb, let climbCmPerS else { return false }
    return Self.differ(climb, climbCmPerS, by: Self.climbCmPerS)
  }

  private static func differ(_ new: Int32?, _ old: Int32?, by threshold: Int64) -> Bool {
    guard let new, let old else { return new != nil || old != nil }
    return abs(Int64(new) - Int64(old)) >= threshold
  }
}

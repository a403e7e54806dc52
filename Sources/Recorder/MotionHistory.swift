package import FlightModel

/// What the detector sees of a fix.
package struct MotionSample: Equatable, Sendable {
  package var time: UTCInstant
  package var position: Coordinate
  /// m/s over ground; nil where the receiver does not say.
  package var speed: Double?
  /// Metres above the ellipsoid; nil without a third dimension.
  package var altitude: Double?
}

/// A moment of the last minutes, as the detector looks back on it.
struct MotionMoment: Sendable {
  var time: UTCInstant
  var speed: Double
  /// As measured, m.
  var altitude: Double?
  /// Smoothed, m.
  var level: Double?
}

/// The last 160 moments at most one a second.
struct MotionHistory: Sendable {
  static let capacity = 160
  private var moments: [MotionMoment] = []
  private var head = 0

  /// Moments held.
  var count: Int { moments.count }

  /// The `age`th moment counted back from the newest, which is 0.
  subscript(age: Int) -> MotionMoment {
    moments[(head + moments.count - 1 - age) % moments.count]
  }

  mutating func append(_ moment: MotionMoment) {
    if count > 0, moment.time.milliseconds(since: self[0].time) < 950 { return }
    if moments.count < Self.capacity {
      moments.append(moment)
    } else {
      moments[head] = moment
      head = (head + 1) % Self.capacity
    }
  }

  mutating func removeAll() {
    moments.removeAll(keepingCapacity: true)
    head = 0
  }

  /// The smoothed altitude about `seconds` before `time`; nil when nothing is that old or it is more
  /// than half as old again.
  func level(secondsBefore seconds: Int64, _ time: UTCInstant) -> Double? {
    for age in 0..<count {
      let moment = self[age]
      let old = time.milliseconds(since: moment.time)
      if old >= seconds * 1000 { return old <= seconds * 1500 ? moment.level : nil }
    }
    return nil
  }
}

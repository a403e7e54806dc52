import CMath

/// How the track turns at each moment.
struct Turning {
  /// Slower than this the track has no direction, m/s: the last one is held.
  static let slowest = 1.5
  /// A longer step hides which way it turned, s.
  static let longestStep = 7.0
  /// The turn rate is averaged over so long before and after a moment, s.
  static let reach = 5.0

  /// Degrees since the first moment, right positive.
  private(set) var turned: [Double]
  /// Degrees a second, right positive, smoothed.
  private(set) var rates: [Double]

  init(_ path: FlightPath) {
    turned = Self.turned(path)
    rates = []
    rates = Self.rates(path, turned)
  }

  private static func turned(_ path: FlightPath) -> [Double] {
    var sum = 0.0
    var last: Double?
    return (0..<path.count).map { position in
      let first = max(0, position - 1)
      let next = min(path.count - 1, position + 1)
      let time = path.seconds(first, next)
      guard time > 0, time <= 2 * longestStep else {
        last = nil
        return sum
      }
      let east = path[next].east - path[first].east
      let north = path[next].north - path[first].north
      guard east * east + north * north >= slowest * slowest * time * time else { return sum }
      let direction = barograph_atan2(east, north) * (180 / Double.pi)
      if let last { sum += wrapped(direction - last) }
      last = direction
      return sum
    }
  }

  private static func rates(_ path: FlightPath, _ turned: [Double]) -> [Double] {
    var first = 0
    var last = 0
    return (0..<path.count).map { position in
      while first < position, path.seconds(first + 1, position) >= reach { first += 1 }
      while last < path.count - 1, path.seconds(position, last) < reach { last += 1 }
      let time = path.seconds(first, last)
      return time > 0 ? (turned[last] - turned[first]) / time : 0
    }
  }

  /// An angle's difference as -180 to 180 degrees.
  private static func wrapped(_ degrees: Double) -> Double {
    degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
  }
}

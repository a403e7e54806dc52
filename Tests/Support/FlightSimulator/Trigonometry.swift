/// Angle functions of the simulator's own: built from the four operations and the square root,
/// which IEEE 754 fixes to the last bit, so that a seed gives the same flight on every machine.
enum Trigonometry {
  static let degreesPerRadian = 57.295_779_513_082_32

  /// An angle brought into -180 to 180 degrees.
  static func wrapped(_ degrees: Double) -> Double {
    degrees - 360 * (degrees / 360).rounded()
  }

  static func sine(_ degrees: Double) -> Double {
    var angle = wrapped(degrees)
    if angle > 90 { angle = 180 - angle } else if angle < -90 { angle = -180 - angle }
    let x = angle / degreesPerRadian
    let square = x * x
    var term = x
    var sum = x
    for odd in stride(from: 3.0, through: 19, by: 2) {
      term *= -square / (odd * (odd - 1))
      sum += term
    }
    return sum
  }

  static func cosine(_ degrees: Double) -> Double { sine(90 - wrapped(degrees)) }

  /// The bearing of a vector, 0 to 360 degrees from north over east; 0 for no vector.
  static func bearing(north: Double, east: Double) -> Double {
    let long = max(abs(north), abs(east))
    guard long > 0 else { return 0 }
    let acute = arcTangent(min(abs(north), abs(east)) / long)
    let fromNorth = abs(east) > abs(north) ? 90 - acute : acute
    let half = north < 0 ? 180 - fromNorth : fromNorth
    let bearing = east < 0 ? 360 - half : half
    return bearing >= 360 ? 0 : bearing
  }

  /// Degrees for a ratio from 0 to 1: halved twice, then the series.
  private static func arcTangent(_ ratio: Double) -> Double {
    var z = ratio
    for _ in 0..<2 { z /= 1 + (1 + z * z).squareRoot() }
    let square = z * z
    var power = z
    var sum = z
    for odd in stride(from: 3.0, through: 19, by: 2) {
      power *= -square
      sum += power / odd
    }
    return 4 * sum * degreesPerRadian
  }
}

import SeededRandom

extension SeededGenerator {
  /// A number from `range`, evenly spread.
  package mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    let unit = Double(next() >> 11) / 9_007_199_254_740_992
    return range.lowerBound + (range.upperBound - range.lowerBound) * unit
  }

  /// A number of about normal distribution with deviation 1: four 16-bit numbers added, so that no
  /// logarithm is needed.
  package mutating func gaussian() -> Double {
    let bits = next()
    let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
    return (Double(sum) / 65_536 - 2) * 1.732_050_807_568_877_2
  }
}

/// A random value that wanders around zero and forgets itself over `tau` seconds.
struct WanderingValue: Sendable {
  /// Deviation in the value's own unit.
  var deviation: Double
  /// Seconds.
  var tau: Double
  private(set) var value = 0.0

  init(deviation: Double, tau: Double) {
    self.deviation = deviation
    self.tau = tau
  }

  mutating func step(_ seconds: Double, _ generator: inout SeededGenerator) {
    let kick = deviation * (2 * seconds / tau).squareRoot() * generator.gaussian()
    value += kick - value * seconds / tau
  }
}

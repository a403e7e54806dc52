/// A small random generator that gives the same numbers on every machine (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

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

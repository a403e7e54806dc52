/// A unit that people read a quantity in.
package struct ReadingUnit: Equatable, Sendable {
  /// As settings and texts call it: `km/h`.
  package let name: String
  /// How many of it make one of the SI unit: metre, metre per second, or kelvin.
  let perSI: Double
  /// What it shows at zero; of temperatures at 0 °C.
  let zero: Double

  private init(_ name: String, perSI: Double, zero: Double = 0) {
    self.name = name
    self.perSI = perSI
    self.zero = zero
  }

  /// A quantity in m, m/s or °C, in this unit.
  package func value(_ si: Double) -> Double { si * perSI + zero }

  /// What is in front of a value that makes `SI`: the way back.
  package func si(_ value: Double) -> Double { (value - zero) / perSI }

  package static let metres = ReadingUnit("m", perSI: 1)
  package static let feet = ReadingUnit("ft", perSI: 1 / 0.3048)
  package static let kilometres = ReadingUnit("km", perSI: 1 / 1000)
  package static let miles = ReadingUnit("mi", perSI: 1 / 1609.344)
  package static let nauticalMiles = ReadingUnit("nm", perSI: 1 / 1852)
  package static let metresPerSecond = ReadingUnit("m/s", perSI: 1)
  package static let feetPerSecond = ReadingUnit("ft/s", perSI: 1 / 0.3048)
  package static let kilometresPerHour = ReadingUnit("km/h", perSI: 3.6)
  package static let milesPerHour = ReadingUnit("mph", perSI: 3600 / 1609.344)
  package static let knots = ReadingUnit("kt", perSI: 3600.0 / 1852)
  package static let celsius = ReadingUnit("C", perSI: 1)
  package static let fahrenheit = ReadingUnit("F", perSI: 1.8, zero: 32)
}

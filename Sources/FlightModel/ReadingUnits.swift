/// What a person reads each kind of quantity in. Files, documents and exports know nothing of it.
package struct ReadingUnits: Equatable, Sendable {
  /// Of heights and altitudes.
  package var altitude = ReadingUnit.metres
  package var distance = ReadingUnit.kilometres
  /// Over the ground and through the air.
  package var speed = ReadingUnit.kilometresPerHour
  /// Of climb and sink.
  package var vertical = ReadingUnit.metresPerSecond
  package var wind = ReadingUnit.kilometresPerHour
  package var temperature = ReadingUnit.celsius

  /// m, km, km/h, m/s, °C.
  package init() {}

  /// What there is to choose from, the default first.
  package static let altitudes: [ReadingUnit] = [.metres, .feet]
  package static let distances: [ReadingUnit] = [.kilometres, .miles, .nauticalMiles]
  package static let speeds: [ReadingUnit] = [.kilometresPerHour, .milesPerHour, .knots]
  package static let verticals: [ReadingUnit] = [.metresPerSecond, .knots, .feetPerSecond]
  package static let temperatures: [ReadingUnit] = [.celsius, .fahrenheit]
}

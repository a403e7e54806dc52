package import FlightModel

/// The settings of what a person reads in which unit, by the unit's name.
package enum UnitSettings {
  private typealias Place = WritableKeyPath<ReadingUnits, ReadingUnit> & Sendable

  private static let table: [(key: SettingKey, units: [ReadingUnit], place: any Place)] = [
    entry("Altitude", ReadingUnits.altitudes, \.altitude, "heights and altitudes"),
    entry("Distance", ReadingUnits.distances, \.distance, "distances"),
    entry("Speed", ReadingUnits.speeds, \.speed, "speeds"),
    entry("Vertical", ReadingUnits.verticals, \.vertical, "climb and sink"),
    entry("Wind", ReadingUnits.speeds, \.wind, "wind"),
    entry("Temperature", ReadingUnits.temperatures, \.temperature, "temperatures"),
  ]

  package static let keys = table.map(\.key)

  private static func entry(
    _ name: String, _ units: [ReadingUnit], _ place: any Place, _ what: String
  ) -> (SettingKey, [ReadingUnit], any Place) {
    let key = SettingKey(
      "unit\(name)", .account, .choice(units[0].name, among: units.map(\.name)),
      "The unit in which people are shown \(what).")
    return (key, units, place)
  }

  /// The units that the settings choose.
  package static func units(_ settings: StoredSettings) -> ReadingUnits {
    table.reduce(into: ReadingUnits()) { chosen, entry in
      let name = settings.value(of: entry.key).text
      if let unit = entry.units.first(where: { $0.name == name }) {
        chosen[keyPath: entry.place] = unit
      }
    }
  }
}

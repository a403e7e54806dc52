import CommandLineInterface
import ControlAPI
import FlightModel
import Settings
import SyncContract

extension DaemonConnection {
  /// The recorder's settings.
  func settings() throws(Failure) -> StoredSettings {
    StoredSettings(
      try read(try call(.rows(.appSettings))) { (json) throws(DocumentError) in
        try RowDocument.rows(json, of: .appSettings)
      })
  }
}

/// Quantities in m, m/s and °C as texts tell them, in a person's units and with their names.
extension ReadingUnits {
  /// The units that the recorder's settings choose; the usual ones where none answers soon, since
  /// nothing fails for the unit in which it is told.
  init(of invocation: Invocation) {
    let daemon = DaemonConnection(invocation, timeoutSeconds: 2)
    self = (try? daemon.settings().units) ?? ReadingUnits()
  }

  /// A height or altitude, in whole units.
  func text(height metres: Double) -> String { Self.text(metres, altitude, 0) }

  func text(distance metres: Double, places: Int = 1) -> String {
    Self.text(metres, distance, places)
  }

  func text(speed metresPerSecond: Double, places: Int = 1) -> String {
    Self.text(metresPerSecond, speed, places)
  }

  func text(climb metresPerSecond: Double) -> String { Self.text(metresPerSecond, vertical, 1) }

  func text(temperature celsius: Double) -> String { Self.text(celsius, temperature, 0) }

  private static func text(_ value: Double, _ unit: ReadingUnit, _ places: Int) -> String {
    "\(Decimal.text(unit.value(value), places: places)) \(unit.name)"
  }
}

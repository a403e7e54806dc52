import FlightModel

/// Quantities in m and m/s as the report writes them in the reader's units: `text` without the
/// unit's name, `named` with it.
extension ReadingUnits {
  /// A height or altitude in whole units; a question mark where it is not known.
  func text(height metres: Int32?) -> String {
    metres.map { text(height: Double($0)) } ?? "?"
  }

  func text(height metres: Double) -> String { ReportNumber.decimal(altitude.value(metres), 0) }

  func text(distance metres: Double, decimals: Int = 1) -> String {
    ReportNumber.decimal(distance.value(metres), decimals)
  }

  func text(speed metresPerSecond: Double) -> String {
    ReportNumber.decimal(speed.value(metresPerSecond), 1)
  }

  /// With its sign.
  func text(climb metresPerSecond: Double) -> String {
    (metresPerSecond > 0 ? "+" : "") + ReportNumber.decimal(vertical.value(metresPerSecond), 1)
  }

  func named(height metres: Int32) -> String { named(height: Double(metres)) }

  func named(height metres: Double) -> String { "\(text(height: metres)) \(altitude.name)" }

  func named(distance metres: Double) -> String { "\(text(distance: metres)) \(distance.name)" }

  func named(speed metresPerSecond: Double) -> String {
    "\(text(speed: metresPerSecond)) \(speed.name)"
  }

  func named(climb metresPerSecond: Double) -> String {
    "\(text(climb: metresPerSecond)) \(vertical.name)"
  }
}

package import RecordingModel

/// Which values beside position and time the fixes of a recording have, so that a file carries the
/// extensions that it can fill and no others.
package struct FixInventory: OptionSet, Sendable, Equatable {
  package var rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let gnssAltitude = FixInventory(rawValue: 1 << 0)
  package static let pressureAltitude = FixInventory(rawValue: 1 << 1)
  package static let horizontalError = FixInventory(rawValue: 1 << 2)
  package static let satellites = FixInventory(rawValue: 1 << 3)
  package static let groundSpeed = FixInventory(rawValue: 1 << 4)
  package static let track = FixInventory(rawValue: 1 << 5)
  package static let vario = FixInventory(rawValue: 1 << 6)
  package static let heartRate = FixInventory(rawValue: 1 << 7)
  package static let oxygenSaturation = FixInventory(rawValue: 1 << 8)

  /// What one fix has.
  package init(of fix: FixRecord) {
    self = []
    if fix.gnssAltitudeCm != nil { insert(.gnssAltitude) }
    if fix.pressureAltitudeCm != nil { insert(.pressureAltitude) }
    if fix.horizontalErrorCm != nil { insert(.horizontalError) }
    if fix.satellitesUsed != nil { insert(.satellites) }
    if fix.groundSpeedCmPerS != nil { insert(.groundSpeed) }
    if fix.bearingCentiDeg != nil { insert(.track) }
    if fix.varioCmPerS != nil { insert(.vario) }
    if fix.heartRate != nil { insert(.heartRate) }
    if fix.oxygenSaturation != nil { insert(.oxygenSaturation) }
  }
}

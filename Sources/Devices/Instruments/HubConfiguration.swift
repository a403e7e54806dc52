package import FlightModel

/// What the operator has decided about instruments.
package struct HubConfiguration: Equatable, Sendable {
  /// Instruments that are named, in the order of the configuration.
  package var instruments: [InstrumentSettings] = []
  /// Whether free serial ports that are plugged in are listened to.
  package var listens = true
  /// Ports that are left alone: `ttyUSB3`, a name below `/dev/serial`, a USB identity.
  package var ignored: [String] = []
  /// Whether gpsd is used: then it gives the positions, and gets the first chance at each port.
  package var usesGPSD = true
  /// Whether ports are followed as udev tells them.
  package var followsUdev = true
  /// How long gpsd may claim a port that was plugged in before it is listened to, ms.
  package var settleMs: Int64 = 3_000
  package var policy = PortPolicy()
  /// Ports at a time that are not named.
  package var mostFound = 32

  package init() {}
}

/// One instrument that the configuration names.
package struct InstrumentSettings: Hashable, Sendable {
  /// What it is spoken with.
  package enum Driver: String, CaseIterable, Sendable {
    /// Finds out by listening.
    case auto
    case nmea, vesc
    case heartRate = "heart-rate"
    case pulseOximeter = "pulse-oximeter"
  }

  package var address: LinkAddress
  package var driver = Driver.auto
  /// Whether its positions are recorded; nil where no gpsd is used.
  package var usesPosition: Bool?
  /// Whether altitudes without a named reference are above 1013.25 hPa; nil goes by what is heard.
  package var altitudeIsStandard: Bool?
  /// The TCP port on loopback where other programs read along.
  package var sharePort: UInt16?
  /// Whether those programs may also send.
  package var sharesWriting = false

  package init(address: LinkAddress, driver: Driver = .auto) {
    self.address = address
    self.driver = driver
  }
}

/// What a driver is wanted for.
package struct DriverRequest: Hashable, Sendable {
  package var driver: InstrumentSettings.Driver
  package var address: LinkAddress
  /// What events name as their source.
  package var source: String
  package var usesPosition: Bool
  package var altitudeIsStandard: Bool?

  package init(
    driver: InstrumentSettings.Driver, address: LinkAddress, source: String, usesPosition: Bool,
    altitudeIsStandard: Bool? = nil
  ) {
    self.driver = driver
    self.address = address
    self.source = source
    self.usesPosition = usesPosition
    self.altitudeIsStandard = altitudeIsStandard
  }
}

package import FlightModel

/// Instruments: those that are named, and what may be found.
extension DaemonConfiguration {
  /// One instrument that is named.
  package struct Instrument: Hashable, Sendable {
    /// Without a speed; nil only while its section is being read.
    package var address: LinkAddress?
    package var driver = Driver.auto
    /// Bits a second of a serial port; nil finds it out.
    package var speed: Int?
    /// Whether its positions are recorded.
    package var position = Choice.auto
    /// Whether the altitude of `$PGRMZ` and `$LXWP0` is above 1013.25 hPa.
    package var pressureAltitude = Choice.auto
    /// The TCP port on loopback at which other programs read along.
    package var sharePort: UInt16?
    /// Whether those programs may also send.
    package var sharesWriting = false

    package init() {}

    /// What it is spoken with.
    package enum Driver: String, CaseIterable, Sendable {
      /// Finds out by listening.
      case auto
      case nmea, vesc
      case heartRate = "heart-rate"
      case pulseOximeter = "pulse-oximeter"
    }

    /// Yes, no, or as the situation is.
    package enum Choice: String, CaseIterable, Sendable { case auto, yes, no }

    /// A speed may stand behind the path: `/dev/ttyUSB0@19200`.
    fileprivate mutating func takeSpeedOfAddress() -> String? {
      guard case .serial(let path, let speed?) = address else { return nil }
      guard self.speed ?? speed == speed else {
        return "this [instrument] section has two speeds, behind the path and as speed"
      }
      self.speed = speed
      address = .serial(path: path, speed: nil)
      return nil
    }

    /// What is wrong with it by itself.
    fileprivate var fault: String? {
      guard let address else { return "this [instrument] section has no address" }
      let isBluetooth = if case .bluetooth = address { true } else { false }
      let isSerial = if case .serial = address { true } else { false }
      if !isBluetooth, driver == .heartRate || driver == .pulseOximeter {
        return "this [instrument] section has driver = \(driver.rawValue), which needs the "
          + "Bluetooth address of the sensor"
      }
      if !isSerial, speed != nil {
        return "this [instrument] section has a speed, which only a serial port has"
      }
      if sharesWriting, sharePort == nil {
        return "this [instrument] section has share-write = yes and no share port"
      }
      return nil
    }
  }

  /// What may be found and used without being named.
  package struct Devices: Equatable, Sendable {
    /// Whether free serial ports of USB adapters are listened to.
    package var listens = false
    /// Ports that are left alone.
    package var ignored: [String] = []
    /// Whether Bluetooth is used.
    package var usesBluetooth = false
  }

  /// Drops an instrument section that says nothing; else what is wrong with it.
  mutating func endInstrument() -> String? {
    if newestInstrument == Instrument() {
      instruments.removeLast()
      return nil
    }
    if let fault = newestInstrument.takeSpeedOfAddress() ?? newestInstrument.fault { return fault }
    let newest = newestInstrument
    let others = instruments.dropLast()
    if others.contains(where: { $0.address == newest.address }) {
      return "this [instrument] section has the address of one above"
    }
    if let port = newest.sharePort, others.contains(where: { $0.sharePort == port }) {
      return "this [instrument] section has the share port of one above"
    }
    return nil
  }
}

package import BLEProfiles

/// A link to one bound peripheral. Opening it stays pending until the peripheral is there, for ever:
/// the central looks for it, connects it and tries again by itself. Of the loop's thread alone.
package class BluetoothLink: InstrumentLink {
  private let central: BluetoothCentral
  private let address: BluetoothAddress
  private let wish: GATTWish
  private let isPatient: Bool

  fileprivate init(
    _ central: BluetoothCentral, _ address: BluetoothAddress, _ wish: GATTWish,
    isPatient: Bool = false
  ) {
    self.central = central
    self.address = address
    self.wish = wish
    self.isPatient = isPatient
  }

  package func open(_ handler: @escaping (LinkEvent) -> Void) {
    let isAttached = central.attach(
      ObjectIdentifier(self), to: address, wish, isPatient: isPatient, handler)
    if !isAttached { handler(.closed(.busy(owner: "another instrument of this configuration"))) }
  }

  package func send(_ bytes: [UInt8]) -> Bool {
    central.send(ObjectIdentifier(self), to: address, bytes)
  }

  package func close() { central.detach(ObjectIdentifier(self), from: address) }
}

/// A serial line over Bluetooth LE: Nordic UART, HM-10, ISSC. Bytes come cut anywhere, and are sent in
/// pieces that fit.
package final class BLEUARTLink: BluetoothLink {
  /// A patient one is not taken for dead while an instrument thinks: a FLARM that lists its flights
  /// says nothing for seconds.
  package init(_ central: BluetoothCentral, _ address: BluetoothAddress, isPatient: Bool = false) {
    super.init(central, address, .uart, isPatient: isPatient)
  }
}

/// The values of one characteristic: one notification is one event.
package final class BLEValueLink: BluetoothLink {
  package init(_ central: BluetoothCentral, _ address: BluetoothAddress, _ wish: GATTWish) {
    super.init(central, address, wish)
  }
}

extension GATTWish {
  /// Heart Rate Measurement.
  package static let heartRate = GATTWish.value(
    service: BluetoothUUID.heartRateService, characteristics: [HeartRateMeasurement.characteristic])

  /// Continuous values, or spot checks where there are no others.
  package static let pulseOximeter = GATTWish.value(
    service: BluetoothUUID.pulseOximeterService,
    characteristics: [
      OximeterMeasurement.Kind.continuous.rawValue, OximeterMeasurement.Kind.spotCheck.rawValue,
    ])
}

package import BLEProfiles
package import FlightModel

/// How Bluetooth stands, for `barograph devices` and status.
package struct BluetoothReport: Equatable, Sendable {
  /// A peripheral that a link asked for.
  package struct Bound: Equatable, Sendable {
    package var address: BluetoothAddress
    package var name: String?
    package var state: PeripheralMachine.State
    package var rssi: Int?
    package var lastFault: PeripheralFault?
    package var lossCount: Int
    package var lastReceivedAt: MonotonicInstant?
  }

  /// A device that was heard and is not bound: it is never connected.
  package struct Nearby: Equatable, Sendable {
    package var address: BluetoothAddress
    package var name: String?
    /// What it seems to be: `Nordic UART`, `heart rate`; nil for an unknown service.
    package var service: String?
    /// dBm.
    package var rssi: Int?
  }

  /// Why nothing works, in words; nil while BlueZ answers.
  package var trouble: String?
  package var isDiscovering: Bool
  package var bound: [Bound]
  package var nearby: [Nearby]
}

extension BluetoothReport {
  init(
    absence: String?, adapter: BluetoothDirectory.Adapter?, isDiscovering: Bool, bound: [Bound],
    nearby: [Nearby]
  ) {
    trouble =
      absence
      ?? (adapter == nil
        ? "there is no Bluetooth adapter"
        : adapter?.isPowered == false ? "the Bluetooth adapter is switched off" : nil)
    self.isDiscovering = isDiscovering
    self.bound = bound
    self.nearby = nearby
  }
}

extension BluetoothReport.Bound {
  init(
    _ address: BluetoothAddress, _ machine: PeripheralMachine, _ device: BluetoothDirectory.Device?
  ) {
    self.init(
      address: address, name: device?.name, state: machine.state, rssi: device?.rssi,
      lastFault: machine.lastFault, lossCount: machine.lossCount,
      lastReceivedAt: machine.lastReceivedAt)
  }
}

extension BluetoothReport.Nearby {
  init(_ device: BluetoothDirectory.Device) {
    let names =
      UARTProfile.all.map { ($0.service, $0.name) } + [
        (BluetoothUUID.heartRateService, "heart rate"),
        (BluetoothUUID.pulseOximeterService, "pulse oximeter"),
      ]
    self.init(
      address: device.address, name: device.name,
      service: names.first { device.services.contains($0.0) }?.1, rssi: device.rssi)
  }
}

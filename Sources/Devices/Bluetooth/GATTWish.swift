import BLEProfiles

/// What a link wants of a peripheral.
package enum GATTWish: Equatable, Sendable {
  /// A serial line, by any profile that the peripheral has.
  case uart
  /// The values of one characteristic: of those named the first that the service has.
  case value(service: String, characteristics: [UInt16])

  /// UUIDs of the services that would do.
  package var services: [String] {
    switch self {
    case .uart: UARTProfile.all.map(\.service)
    case .value(let service, _): [service]
    }
  }

  /// How long such a peripheral may say nothing, ms.
  func silence(_ policy: BluetoothPolicy) -> Int64 {
    self == .uart ? policy.uartSilence : policy.valueSilence
  }

  /// What a peripheral has of it; nil where it has nothing that can notify.
  package func selection(of device: String, in directory: BluetoothDirectory) -> GATTSelection? {
    switch self {
    case .uart:
      for profile in UARTProfile.all {
        if let found = directory.characteristics(of: device, service: profile.service),
          let selection = GATTSelection(profile, found)
        {
          return selection
        }
      }
      return nil
    case .value(let service, let characteristics):
      let found = directory.characteristics(of: device, service: service) ?? []
      for short in characteristics {
        let uuid = BluetoothUUID.expand(short)
        if let value = found.first(where: { $0.uuid == uuid && $0.notifies }) {
          return GATTSelection(notify: [value], write: nil, characteristic: short)
        }
      }
      return nil
    }
  }
}

/// The characteristics that a link uses.
package struct GATTSelection: Equatable, Sendable {
  /// Those that are subscribed.
  package var notify: [BluetoothDirectory.Characteristic]
  package var write: BluetoothDirectory.Characteristic?
  /// What the values are of, where they are of one known characteristic.
  package var characteristic: UInt16?
}

extension GATTSelection {
  /// Some boards have the two the other way round, or one for both: whatever notifies is subscribed,
  /// and written is what can be.
  fileprivate init?(_ profile: UARTProfile, _ found: [BluetoothDirectory.Characteristic]) {
    let notify = [profile.notify, profile.write].compactMap { uuid in
      found.first { $0.uuid == uuid && $0.notifies }
    }
    let write = [profile.write, profile.notify].compactMap { uuid in
      found.first { $0.uuid == uuid && $0.isWritable }
    }
    guard let first = notify.first, let writable = write.first else { return nil }
    let both = notify.count > 1 && notify[1] != first ? notify : [first]
    self.init(notify: both, write: writable, characteristic: nil)
  }
}

extension BluetoothDirectory.Characteristic {
  package var notifies: Bool { flags.contains("notify") || flags.contains("indicate") }
  package var isWritable: Bool { writesWithoutResponse || flags.contains("write") }
  package var writesWithoutResponse: Bool { flags.contains("write-without-response") }
}

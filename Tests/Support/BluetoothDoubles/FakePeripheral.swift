/// A peripheral near the fake adapter: what it is and what goes wrong with it.
package struct FakePeripheral: Sendable {
  package struct Characteristic: Sendable {
    package var uuid: String
    package var flags: [String]

    package init(_ uuid: String, _ flags: String...) {
      self.uuid = uuid
      self.flags = flags
    }
  }

  /// What an attempt to connect comes to, in place of success.
  package enum ConnectFault: Sendable {
    /// No answer, ever.
    case hang
    /// The radio gives it up.
    case abort
    /// The device was forgotten, and nobody was told.
    case unknownObject
    case failed(String)
  }

  package var address: String
  package var name: String
  package var service: String
  package var characteristics: [Characteristic]
  /// Whether the advertisement names the service.
  package var advertisesService = true
  package var rssi: Int16 = -60
  package var mtu: UInt16 = 247
  package var isPaired = false
  /// What it answers to what is written to it.
  package var respond: @Sendable ([UInt8]) -> [[UInt8]] = { _ in [] }

  /// Taken one an attempt; then all is well.
  package var connectFaults: [ConnectFault] = []
  /// BlueZ believes that somebody connects it, until the device is removed.
  package var isStuckInProgress = false
  /// So many connections whose services are never resolved.
  package var unresolvedCount = 0
  /// So many subscriptions that end at once.
  package var endingCount = 0
  /// So many subscriptions that nothing comes through.
  package var deafCount = 0
  /// AcquireNotify and AcquireWrite are not had.
  package var hasSockets = true

  package init(
    _ address: String, _ name: String, service: String, _ characteristics: [Characteristic]
  ) {
    self.address = address
    self.name = name
    self.service = service
    self.characteristics = characteristics
  }
}

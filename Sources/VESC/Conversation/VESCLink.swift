/// What a conversation has to know of the link that it is held over.
package struct VESCLink: Equatable, Sendable {
  /// As ``BoardIdentity/transport``: `serial`, `tcp` or `bluetooth`.
  package var transport: String
  /// The peer's address of a Bluetooth link.
  package var bluetoothAddress: String?
  /// Time from one sample to the next, at the least, ms.
  package var floorMs: Int64
  /// A candidate packet is given up after this long without a byte, ms.
  package var quietMs: Int64

  /// Serial and TCP: 20 Hz, 150 ms.
  package static func wired(_ transport: String, floorMs: Int64 = 50) -> VESCLink {
    VESCLink(transport: transport, bluetoothAddress: nil, floorMs: floorMs, quietMs: 150)
  }

  /// A UART over Bluetooth LE: 10 Hz, 1 s.
  package static func bluetooth(address: String?, floorMs: Int64 = 100) -> VESCLink {
    VESCLink(
      transport: "bluetooth", bluetoothAddress: address, floorMs: floorMs, quietMs: 1_000)
  }
}

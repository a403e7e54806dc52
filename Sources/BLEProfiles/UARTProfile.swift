/// A GATT service that carries a serial line: what is written to one characteristic comes out of the
/// other as notifications, cut anywhere.
package struct UARTProfile: Equatable, Sendable {
  package var name: String
  /// UUIDs in lower case, all 128 bits.
  package var service: String
  package var write: String
  package var notify: String

  /// Nordic UART: VESC boards.
  package static let nordic = UARTProfile(
    name: "Nordic UART", service: "6e400001-b5a3-f393-e0a9-e50e24dcca9e",
    write: "6e400002-b5a3-f393-e0a9-e50e24dcca9e", notify: "6e400003-b5a3-f393-e0a9-e50e24dcca9e")
}

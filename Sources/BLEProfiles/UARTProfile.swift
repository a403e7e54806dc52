/// A GATT service that carries a serial line: what is written to one characteristic comes out of the
/// other as notifications, cut anywhere.
package struct UARTProfile: Equatable, Sendable {
  package var name: String
  /// UUIDs in lower case, all 128 bits.
  package var service: String
  package var write: String
  /// Where answers are expected; some boards notify on `write` instead.
  package var notify: String

  /// Nordic UART: VESC boards.
  package static let nordic = UARTProfile(
    name: "Nordic UART", service: "6e400001-b5a3-f393-e0a9-e50e24dcca9e",
    write: "6e400002-b5a3-f393-e0a9-e50e24dcca9e", notify: "6e400003-b5a3-f393-e0a9-e50e24dcca9e")

  /// HM-10 and its many copies: one characteristic for both directions.
  package static let hm10 = UARTProfile(
    name: "HM-10", service: BluetoothUUID.expand(0xFFE0), write: BluetoothUUID.expand(0xFFE1),
    notify: BluetoothUUID.expand(0xFFE1))

  /// ISSC (Microchip) Transparent UART: RN4870, BM70.
  package static let issc = UARTProfile(
    name: "ISSC", service: "49535343-fe7d-4ae5-8fa9-9fafd205e455",
    write: "49535343-8841-43f4-a8d4-ecbe34729bb3", notify: "49535343-1e4d-4bd9-ba61-23c647249616")

  /// Those that are looked for, in this order.
  package static let all = [nordic, hm10, issc]
}

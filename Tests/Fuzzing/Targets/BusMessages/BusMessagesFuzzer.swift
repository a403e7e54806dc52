import Devices
import FuzzDriver
import Systemd

/// What bluetoothd tells, read as it is and as what it is not, and what comes to be known by it. An
/// input is some messages: a byte that chooses how each is read, one that chooses what it is, and
/// what is in it.
@main
enum BusMessagesFuzzer {
  private static let mostMessages = 16

  static func main() {
    let factory = MessageFactory()
    Fuzzer.run { bytes in
      var input = FuzzInput(bytes)
      var directory = BluetoothDirectory()
      for _ in 0..<mostMessages where !input.isEmpty {
        let reading = input.next()
        factory.withMessage(&input) { read($0, reading, into: &directory) }
        ask(directory)
      }
    }
  }

  private static func read(
    _ message: BusMessage, _ reading: UInt8, into directory: inout BluetoothDirectory
  ) {
    switch reading % 6 {
    case 0: directory.replace(message.readObjects())
    case 1: directory.add(message.readPath() ?? message.path, message.readInterfaces())
    case 2: directory.remove(message.readPath() ?? message.path, message.readTexts())
    case 3:
      guard let interface = message.readText() else { return }
      directory.change(
        message.path, interface, message.readProperties(), invalidated: message.readTexts())
    case 4:
      _ = try? message.readDescriptor()
      _ = message.readUInt16()
    default: _ = message.readVariant()
    }
  }

  /// What the central asks after each.
  private static func ask(_ directory: BluetoothDirectory) {
    let devices = directory.devices
    Fuzzer.expect(
      directory.adapter != nil || devices.isEmpty, "devices without an adapter")
    for device in devices {
      _ = directory.device(device.address)
      for uuid in device.services {
        _ = directory.characteristics(of: device.path, service: uuid)
      }
    }
  }
}

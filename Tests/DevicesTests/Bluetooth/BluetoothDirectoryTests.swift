import BLEProfiles
import Devices
import Systemd
import Testing

@Suite struct BluetoothDirectoryTests {
  private static let device = "org.bluez.Device1"

  private func adapter(_ isPowered: Bool) -> BusMessage.Interfaces {
    ["org.bluez.Adapter1": ["Powered": .boolean(isPowered)]]
  }

  private func device(_ address: String) -> BusMessage.Interfaces {
    [Self.device: ["Address": .text(address), "Alias": .text("a"), "RSSI": .signed(-70)]]
  }

  @Test func theAdapterThatIsOnIsUsed() {
    var directory = BluetoothDirectory()
    #expect(directory.adapter == nil)
    directory.replace(["/hci0": adapter(false), "/hci1": adapter(true)])
    directory.add("/hci0/dev_A", device("00:00:00:00:00:0A"))
    directory.add("/hci1/dev_B", device("00:00:00:00:00:0b"))
    #expect(directory.adapter?.path == "/hci1")
    #expect(directory.devices.map(\.address.description) == ["00:00:00:00:00:0B"])
    directory.remove("/hci1", ["org.bluez.Adapter1"])
    #expect(directory.devices.map(\.address.description) == ["00:00:00:00:00:0A"])
  }

  @Test func changesAreFollowed() throws {
    var directory = BluetoothDirectory()
    directory.replace(["/hci0": adapter(true)])
    directory.add("/hci0/dev_00_00_00_00_00_0A", device("00:00:00:00:00:0A"))
    let address = try #require(BluetoothAddress("00-00-00-00-00-0a"))
    directory.change(
      "/hci0/dev_00_00_00_00_00_0A", Self.device,
      ["Connected": .boolean(true), "UUIDs": .texts(["x"])],
      invalidated: ["RSSI"])
    let device = try #require(directory.device(address))
    #expect(device.isConnected && device.rssi == nil && device.services == ["x"])
    // Of what is not known nothing is kept.
    directory.change("/hci0/dev_C", Self.device, ["Address": .text("x")], invalidated: [])
    directory.remove("/hci0/dev_00_00_00_00_00_0A", [Self.device])
    #expect(directory.devices == [])
  }

  @Test func aFloodOfObjectsIsBounded() {
    var directory = BluetoothDirectory()
    directory.replace(["/hci0": adapter(true)])
    for number in 0..<6000 {
      directory.add("/hci0/dev_\(number)", device("00:00:00:00:00:0A"))
      directory.add("/hci0/x\(number)", ["org.example.Other": [:]])
    }
    #expect(directory.devices.count == 4095)
  }

  @Test(arguments: ["", "00:00:00:00:00", "00:00:00:00:00:0G", "0:00:00:00:00:00", "000000000000"])
  func whatIsNoAddress(text: String) {
    #expect(BluetoothAddress(text) == nil)
    var directory = BluetoothDirectory()
    directory.replace(["/hci0": adapter(true), "/hci0/dev_00_00_00_00_00_0A": device(text)])
    #expect(directory.devices == [])
  }
}

import BLEProfiles
import Testing

@Suite struct UUIDTests {
  @Test(arguments: [
    ("180D", "0000180d-0000-1000-8000-00805f9b34fb"),
    ("0x2a37", "00002a37-0000-1000-8000-00805f9b34fb"),
    ("0000ffe0", "0000ffe0-0000-1000-8000-00805f9b34fb"),
    ("6E400001B5A3F393E0A9E50E24DCCA9E", "6e400001-b5a3-f393-e0a9-e50e24dcca9e"),
    ("6E400001-B5A3-F393-E0A9-E50E24DCCA9E", "6e400001-b5a3-f393-e0a9-e50e24dcca9e"),
    ("", nil), ("18", nil), ("18zz", nil), ("180D1", nil), ("é80D", nil),
  ])
  func expansion(text: String, uuid: String?) {
    #expect(BluetoothUUID.expand(text) == uuid)
  }

  @Test func shortFormsAreFoundAgain() {
    for short in [0, 0x180D, 0x2A5F, 0xFFFF] as [UInt16] {
      #expect(BluetoothUUID.short(BluetoothUUID.expand(short)) == short)
    }
    #expect(BluetoothUUID.short(UARTProfile.nordic.service) == nil)
    #expect(BluetoothUUID.short("1234180d-0000-1000-8000-00805f9b34fb") == nil)
    #expect(BluetoothUUID.short("") == nil)
  }

  @Test func profilesAreFullAndDistinct() {
    for profile in UARTProfile.all {
      for uuid in [profile.service, profile.write, profile.notify] {
        #expect(BluetoothUUID.expand(uuid) == uuid)
      }
    }
    #expect(Set(UARTProfile.all.map(\.service)).count == UARTProfile.all.count)
  }
}

import Diagnosis
import FuzzDriver

/// Any text in place of those that the kernel, systemd and gpsd's package have for the doctor.
@main
enum MachineTextsFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let lines = text.utf8.count { $0 == 0x0A } + 1
      let table = MountTable(text: text)
      Fuzzer.expect(table.mounts.count <= lines, "more file systems than lines")
      _ = table.mount(of: "/var/lib/barograph")
      Fuzzer.expect(UnitState.units(in: text).count <= lines, "more units than lines")
      Fuzzer.expect(ListeningSocket.all(in: text).count <= lines, "more sockets than lines")
      _ = GPSDSettings(text: text)
      _ = CardWear(lifeTime: text, reserve: text)
      _ = PowerSupply(throttled: text)
    }
  }
}

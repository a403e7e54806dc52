import Devices
import FuzzDriver

/// What a gpsd, or whatever listens in its place, answers to the doctor.
@main
enum GPSDProbeFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      var probe = GPSDProbe()
      for line in bytes.split(separator: 0x0A) {
        Array(line).withUnsafeBufferPointer { probe.take($0) }
      }
      Fuzzer.expect(probe.devices.count <= 32, "more receivers than are kept")
      Fuzzer.expect(probe.devices.allSatisfy { $0.utf8.count <= 1024 }, "an endless name")
    }
  }
}

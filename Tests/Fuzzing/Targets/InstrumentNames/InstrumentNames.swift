import FlightModel
import FuzzDriver
import Udev

/// What a person types as an instrument's address, and what a USB device says of itself.
@main
enum InstrumentNamesFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      if let address = try? LinkAddress(text) {
        Fuzzer.expect(
          (try? LinkAddress(address.description)) == address, "its own text is another address")
      }
      let decoded = SerialDevice.decoded(text)
      Fuzzer.expect(decoded.utf8.count <= text.utf8.count * 3, "longer than it can be")
      Fuzzer.expect(decoded.utf8.first != 0x20 && decoded.utf8.last != 0x20, "padding stays")
    }
  }
}

import Bytes
import Crypto
import FlightModel
import FuzzDriver
import Logbook

/// Any file under any name, offered to the logbook: a length, so many bytes of name, the content.
@main
enum OfferedFileFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let length = Int(bytes.first ?? 0)
      let name = String(decoding: bytes.dropFirst().prefix(length), as: UTF8.self)
      let content = Array(bytes.dropFirst(1 + length))
      check(name)
      _ = FileKind(head: content, name: name)
      guard let flight = try? FlightFile.read(content, digest: SHA256()) else { return }
      Fuzzer.expect(flight.firstFixAt <= flight.lastFixAt, "it ends before it begins")
      Fuzzer.expect(flight.fixCount > 0 && flight.durationSeconds >= 0, "a flight without fixes")
      Fuzzer.expect(flight.id.utf8.count == 64, "no SHA-256")
    }
  }

  private static func check(_ name: String) {
    let safe = SafeFileName.make(from: name, type: "igc")
    Fuzzer.expect(safe.utf8.count <= 80 && safe.utf8.first != ASCII.dot, "hidden or too long")
    Fuzzer.expect(safe.lowercased().hasSuffix(".igc"), "without its type")
    Fuzzer.expect(
      safe.utf8.allSatisfy {
        ASCII.isDigit($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == ASCII.dot || $0 == ASCII.minus || $0 == 0x5F
      }, "a letter that is not safe")
    Fuzzer.expect(SafeFileName.make(from: safe, type: "igc") == safe, "a safe name changes")
  }
}

import Devices
import FlightModel
import FuzzDriver

/// Sentences of an instrument with no checksum to guard the fields: each line of the input gets the
/// right one. Its first byte chooses the configuration.
@main
enum NMEADriverFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      guard let choice = bytes.first else { return }
      let lines = bytes.dropFirst().split(separator: 0x0A).flatMap(checked)
      var configuration = NMEADriver.Configuration()
      configuration.usesPosition = choice & 1 != 0
      configuration.altitudeIsStandard = choice & 2 != 0 ? choice & 4 != 0 : nil
      let whole = events(lines, pieces: lines.count, configuration)
      let drip = events(lines, pieces: 1 + Int(choice >> 3), configuration)
      Fuzzer.expect(whole == drip, "pieces give other events than the whole")
    }
  }

  private static func events(
    _ bytes: [UInt8], pieces size: Int, _ configuration: NMEADriver.Configuration
  ) -> [SourceEvent] {
    var driver = NMEADriver(receiver: ReceiverID("port"), configuration: configuration)
    var output = DriverOutput()
    let now = MonotonicInstant(nanoseconds: 0)
    driver.opened(LinkTraits(transport: .serial), at: now, &output)
    for start in stride(from: 0, to: bytes.count, by: max(1, size)) {
      let piece = bytes[start..<min(bytes.count, start + size)]
      piece.withUnsafeBytes { driver.received($0, at: now, &output) }
    }
    driver.woke(at: now.advanced(byMilliseconds: 250), &output)
    driver.closed(at: now.advanced(byMilliseconds: 300), &output)
    Fuzzer.expect(output.requests.isEmpty, "something was sent")
    return output.events
  }

  private static func checked(_ body: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    let sum = body.reduce(0, ^)
    return [0x24] + body + [0x2A, digits[Int(sum >> 4)], digits[Int(sum & 15)], 0x0A]
  }
}

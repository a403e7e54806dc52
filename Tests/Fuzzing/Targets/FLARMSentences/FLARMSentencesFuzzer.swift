import Devices
import FlightModel
import FuzzDriver

/// A device's own sentences as gpsd passes them on, with no checksum to guard the fields: each line
/// of the input gets the right one.
@main
enum FLARMSentencesFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      var sentences = FLARMSentences(receiver: ReceiverID("/dev/ttyUSB0"))
      var events: [SourceEvent] = []
      var now = MonotonicInstant(nanoseconds: 0)
      for line in bytes.split(separator: 0x0A) {
        now = now.advanced(byMilliseconds: Int64(line.count))
        checked(line).withUnsafeBufferPointer { sentences.take($0, at: now, &events) }
      }
      _ = sentences.status
    }
  }

  private static func checked(_ body: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    let sum = body.reduce(0, ^)
    return [0x24] + body + [0x2A, digits[Int(sum >> 4)], digits[Int(sum & 15)]]
  }
}

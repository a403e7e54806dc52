import Bytes
import FLARM
import FuzzDriver
import NMEA

/// What of a link's bytes other programs may see: the same whole and in pieces, good sentences only,
/// no aircraft that forbids tracking, and nothing more to leave out at a second time.
@main
enum SharedStreamFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let lines = bytes.split(separator: 0x0A).flatMap(checked)
      let shared = share(lines, pieces: lines.count)
      Fuzzer.expect(share(lines, pieces: 7) == shared, "pieces give another stream than the whole")
      var scanner = SentenceScanner(
        limit: SharedStream.lineLimit, extendedLimit: SharedStream.lineLimit)
      scanner.feed(shared) { result in
        guard case .sentence(let sentence) = result else {
          return Fuzzer.expect(false, "a damaged line was shared")
        }
        let isTraffic = sentence.hasAddress("PFLAA")
        Fuzzer.expect(
          !isTraffic || TrafficTarget.decode(sentence) != .withheld, "it forbids tracking")
      }
      Fuzzer.expect(scanner.pendingCount == 0, "an unfinished line was shared")
      Fuzzer.expect(share(shared, pieces: 64) == shared, "a second pass leaves out more")
    }
  }

  private static func share(_ bytes: [UInt8], pieces size: Int) -> [UInt8] {
    var stream = SharedStream()
    var shared: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: max(1, size)) {
      let piece = bytes[start..<min(bytes.count, start + size)]
      piece.withUnsafeBufferPointer { stream.take($0, &shared) }
    }
    return shared
  }

  /// A line that begins with `*` is left as it is; any other gets `$` and the right checksum.
  private static func checked(_ body: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    guard body.first != ASCII.asterisk else { return body.dropFirst() + [ASCII.lineFeed] }
    let digits = Array("0123456789ABCDEF".utf8)
    let sum = body.reduce(0, ^)
    let end = [ASCII.asterisk, digits[Int(sum >> 4)], digits[Int(sum & 15)], ASCII.lineFeed]
    return [ASCII.dollar] + body + end
  }
}

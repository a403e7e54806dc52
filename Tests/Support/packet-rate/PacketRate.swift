import Linux
import VESC

/// Measures how fast packets are found and decoded: `packet-rate FILE [ROUNDS]` pushes the bytes of
/// a file, as a port delivers them, through the deframer and the decoder of replies, in reads of
/// 512 bytes, and prints one line of JSON.
@main enum PacketRate {
  /// Bytes of one read.
  private static let readLength = 512
  private static let largestFile = 1 << 28

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let path = arguments.first else {
      print("usage: packet-rate FILE [ROUNDS]")
      return
    }
    let bytes = try Files.read(path, limit: largestFile)
    let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 1
    var count = Count()
    let time = ContinuousClock().measure {
      for _ in 0..<rounds { push(bytes, &count) }
    }
    report(count, time / .seconds(1))
  }

  /// What came out, kept so that nothing of the work can be left out.
  private struct Count {
    var packets = 0
    var replies = 0
    var unknown = 0
    var truncated = 0
    var skippedBytes = 0
  }

  private static func push(_ bytes: [UInt8], _ count: inout Count) {
    var deframer = PacketDeframer()
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: readLength) {
        let end = min(bytes.count, start + readLength)
        deframer.feed(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) { payload in
          switch ReplyReading(payload) {
          case .reply: count.replies += 1
          case .unknown: count.unknown += 1
          case .truncated: count.truncated += 1
          }
        }
      }
    }
    count.packets += deframer.counters.packets
    count.skippedBytes += deframer.counters.skippedBytes
  }

  private static func report(_ count: Count, _ seconds: Double) {
    let rate = seconds > 0 ? Int64(Double(count.packets) / seconds) : 0
    print(
      """
      {"packets": \(count.packets), "replies": \(count.replies), "unknown": \(count.unknown), \
      "truncated": \(count.truncated), "skippedBytes": \(count.skippedBytes), \
      "seconds": \(seconds), "packetsPerSecond": \(rate)}
      """)
  }
}

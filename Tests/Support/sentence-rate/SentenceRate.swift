import Devices
import FlightModel
import Glibc
import Linux

/// Measures how fast the sentences of a file are read as those of an instrument on a port, the
/// position too: `sentence-rate FILE [ROUNDS]`. Prints one JSON object.
@main enum SentenceRate {
  /// What a serial port hands over at once.
  private static let pieceSize = 4096

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let path = arguments.first else {
      print("usage: sentence-rate FILE [ROUNDS]")
      exit(64)
    }
    let rounds = max(1, arguments.dropFirst().first.flatMap { Int($0) } ?? 100)
    let bytes = try Files.read(path, limit: 1 << 28)
    var configuration = NMEADriver.Configuration()
    configuration.usesPosition = true
    var driver = NMEADriver(receiver: ReceiverID("port"), configuration: configuration)
    var eventCount = 0
    let elapsed = ContinuousClock().measure {
      for _ in 0..<rounds { eventCount += push(bytes, into: &driver) }
    }
    report(driver.counters, events: eventCount, elapsed)
  }

  private static func push(_ bytes: [UInt8], into driver: inout NMEADriver) -> Int {
    var output = DriverOutput()
    var count = 0
    var now = MonotonicInstant(nanoseconds: 0)
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: pieceSize) {
        let piece = bytes[start..<min(bytes.count, start + pieceSize)]
        driver.received(UnsafeRawBufferPointer(rebasing: piece), at: now, &output)
        now = now.advanced(byMilliseconds: 10)
        count += output.events.count
        output.events.removeAll(keepingCapacity: true)
      }
    }
    return count
  }

  private static func report(_ counters: DriverCounters, events: Int, _ elapsed: Duration) {
    let seconds = elapsed / .seconds(1)
    let sentences = counters.messages + counters.unknown
    print(
      "{\"sentences\": \(sentences), \"refused\": \(counters.refused), \"events\": \(events), "
        + "\"bytes\": \(counters.bytes), \"seconds\": \(seconds), "
        + "\"sentencesPerSecond\": \((Double(sentences) / seconds).rounded())}")
  }
}

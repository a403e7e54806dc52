import Configuration
import SeededRandom
import Testing

/// Whatever stands in the files, what comes out keeps the rules of the table.
@Suite struct ConfigurationFuzzTests {
  @Test(arguments: 0..<20) func spoiltFilesGiveProblemsOrAllowedValues(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let example = Array(
      ConfigurationManual<DaemonConfiguration>.example.split(separator: "\n").map {
        $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0
      }.joined(separator: "\n").utf8)
    for _ in 0..<20 {
      let sources = (0..<Int.random(in: 0...3, using: &generator)).map { number in
        ConfigurationSource(name: "\(number)", bytes: spoilt(example, &generator))
      }
      let reading = ConfigurationReading<DaemonConfiguration>(sources)
      let configuration = reading.configuration
      #expect(reading.problems.isEmpty == (reading.report == "configuration is good\n"))
      #expect(1...20 ~= configuration.igc.rate)
      #expect(configuration.igc.serial.map { $0.utf8.count == 3 } ?? true)
      #expect(!configuration.gpsd.isEmpty)
      #expect(configuration.gpsd.allSatisfy { $0.port > 0 && !$0.host.isEmpty })
      #expect(configuration.storage.directory.isUsable && configuration.socket.isUsable)
    }
  }

  /// Bytes changed, dropped, and pieces repeated.
  private func spoilt(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(UInt8.random(in: 0...127, using: &generator), at: place)
      default: bytes.insert(contentsOf: bytes[place...].prefix(60), at: place)
      }
    }
    return bytes
  }
}

import FlightSimulator
import Glibc
import Testing

/// The committed fixtures are what the simulator writes: their truth is exact on every machine.
@Suite struct FixtureTests {
  static let committed = [
    "demo", "minute", "minute-flarm", "minute-softrf", "minute-garbage", "minute-two-receivers",
    "minute-lost-fix", "minute-cold-start",
  ]

  @Test(arguments: committed)
  func theSimulatorStillWritesIt(name: String) throws {
    let flightCase = try #require(FlightCase.named(name))
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    for file in flightCase.files(command: "simulate-flight --case \(name) --out DIR") {
      let path = "/\(root)/Fixtures/flights/\(name)/\(file.name)"
      let bytes = try #require(read(path), "cannot read \(path)")
      #expect(bytes == file.bytes, "\(path) differs: write it anew with simulate-flight")
    }
  }

  private func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }
}

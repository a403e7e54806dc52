import FlightModel
import IGC
import SeededRandom
import Testing

/// Ten thousand files that were damaged on their way.
@Suite struct MutationTests {
  /// Short files, so that many can be damaged: the fixtures, and one of the recorder's.
  private static let originals: [[UInt8]] = {
    let fixtures = ReadingFixtureTests.names.compactMap { try? ReadingFixtureTests.input($0) }
    let own = SampleFlight.file(
      SampleFlight.calm(fixes: 12), header: SampleFlight.header(extensions: [.groundSpeed]))
    return fixtures + [own, own]
  }()

  @Test(arguments: 0..<20) func anyDamageIsReadInBounds(part: UInt64) {
    var generator = SeededGenerator(seed: part)
    for _ in 0..<500 {
      var bytes = Self.originals.randomElement(using: &generator)!
      for _ in 0..<Int.random(in: 1...6, using: &generator) { damage(&bytes, &generator) }
      expectBounds(IGCFile(reading: bytes), bytes)
    }
  }

  @Test(arguments: 0..<10) func piecesOfAnySizeGiveTheSame(part: UInt64) {
    var generator = SeededGenerator(seed: part + 100)
    for _ in 0..<40 {
      var bytes = Self.originals.randomElement(using: &generator)!
      for _ in 0..<Int.random(in: 1...6, using: &generator) { damage(&bytes, &generator) }
      let size = [1, 2, 7, 60].randomElement(using: &generator)!
      #expect(Reading(of: bytes, pieces: size) == Reading(of: bytes, pieces: bytes.count))
    }
  }

  /// A line in which records might begin everywhere, and lines of one byte: what is kept stays small.
  @Test(arguments: ["B", "BE", "L\n", "E100000PEV\n", "HFAAA\n", "I00\n", "C", "\n", "\0"])
  func oneThingOverAndOver(text: String) {
    let bytes = (0..<20_000).flatMap { _ in text.utf8 }
    expectBounds(IGCFile(reading: bytes), bytes)
  }

  private func expectBounds(_ file: IGCFile, _ bytes: [UInt8]) {
    let counts = file.counts
    for index in file.track.indices.suffix(2) {
      for field in file.extensions.prefix(3) { _ = file.text(of: field.code, in: index) }
    }
    let isInBounds =
      file.track.count == counts.fixes && counts.fixes * 35 <= bytes.count
      && counts.lines <= bytes.count && counts.bad <= counts.lines && file.defects.count <= 100
      && file.keptBytes <= 10 * bytes.count + 8 << 20
      && file.track.allSatisfy {
        $0.position.latitudeE7.magnitude <= 900_000_000
          && $0.position.longitudeE7.magnitude <= 1_800_000_000
      }
    if !isInBounds { Issue.record("\(counts) of \(String(decoding: bytes, as: UTF8.self))") }
  }

  private func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    guard let index = bytes.indices.randomElement(using: &generator) else { return }
    let end = min(bytes.count, index + Int.random(in: 1...120, using: &generator))
    switch Int.random(in: 0...7, using: &generator) {
    case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
    case 2: bytes.removeSubrange(index..<end)
    case 3: bytes.insert(Array("0-BAV\r\n\0IHE".utf8).randomElement(using: &generator)!, at: index)
    case 4: bytes.insert(contentsOf: bytes[index..<end], at: index)
    case 5: bytes.removeLast(bytes.count - index)
    case 6: bytes.insert(contentsOf: bytes[index..<end], at: 0)
    default: bytes.removeAll { $0 == 0x0A && Bool.random(using: &generator) }
    }
  }
}

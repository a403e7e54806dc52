import Compression
import Linux
import SeededRandom
import TestSupport
import Testing

@Suite struct GzipTests {
  private let folder = TemporaryFolder()

  /// Repeats and noise, so that stored, fixed and dynamic blocks all come.
  private static func sample(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    while bytes.count < count {
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        bytes += (0..<Int.random(in: 1...400, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      case 1: bytes += [UInt8](repeating: .random(in: 0...255, using: &random), count: 300)
      default: bytes += Array("B1024095012345N01012345EA0123401260\r\n".utf8)
      }
    }
    return Array(bytes.prefix(count))
  }

  /// Unpacks in pieces cut at random.
  private func drip(
    _ packed: [UInt8], limit: Int, using random: inout SeededGenerator
  ) throws(GzipError) -> [UInt8] {
    var unpacker = try GzipUnpacker(limit: limit)
    var content: [UInt8] = []
    var rest = packed[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 0...200, using: &random))
      rest = rest.dropFirst(piece.count)
      try unpacker.feed(Array(piece)) { content += $0 }
    }
    try unpacker.finish()
    return content
  }

  @Test(arguments: [0, 1, 2, 100, 65_535, 65_536, 65_537, 300_000])
  func bytesComeBackWholeAndDripFed(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let bytes = Self.sample(count, seed: 7)
    let packed = try Gzip.compress(bytes)
    #expect(try Gzip.decompress(packed, limit: count) == bytes)
    #expect(try drip(packed, limit: count, using: &random) == bytes)
  }

  @Test(arguments: [0, 1, 131_072, 131_073, 300_000])
  func tightlyPackedBytesComeBack(count: Int) throws {
    let bytes = Self.sample(count, seed: 3)
    #expect(try Gzip.decompress(Gzip.compressTightly(bytes), limit: count) == bytes)
  }

  /// Half a minute of rows, and a backlog's thousand.
  @Test(arguments: [60, 1000])
  func tightPackingSavesAFifthOfRowsWithNoise(rows: Int) throws {
    var random = SeededGenerator(seed: 11)
    let text = (0..<rows).map { row in
      let noise = (0..<12).map { "\"column\($0)\":\(Int.random(in: 0...9999, using: &random))" }
      return "{\"time\":\(row * 500),\(noise.joined(separator: ",")),\"rest\":null,\"state\":null}"
    }
    let bytes = Array(text.joined(separator: ",").utf8)
    let (loose, tight) = (try Gzip.compress(bytes), try Gzip.compressTightly(bytes))
    #expect(tight.count * 5 < loose.count * 4)
  }

  @Test func theSameBytesGiveTheSameResult() throws {
    let bytes = Self.sample(10_000, seed: 1)
    #expect(try Gzip.compress(bytes) == Gzip.compress(bytes))
    // No flags, no time, and the fastest method.
    #expect(try Gzip.compress(bytes).prefix(9) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 4])
  }

  @Test(arguments: [0, 70_000, 1_000_000])
  func aFileIsPackedAsItsBytesAre(count: Int) async throws {
    let bytes = Self.sample(count, seed: 3)
    try Files.replace(folder.file("plain"), with: bytes)
    let size = try Gzip.compress(file: folder.file("plain"), to: folder.file("packed.gz"))
    let packed = try Files.read(folder.file("packed.gz"), limit: 1 << 21)
    #expect(Int64(packed.count) == size)
    #expect(try Gzip.decompress(packed, limit: count) == bytes)
    #expect(try Files.names(in: folder.path) == ["packed.gz", "plain"])
    // Another reader agrees.
    let run = try await ChildProcess.run(["gzip", "--test", folder.file("packed.gz")])
    #expect(run.ending == .exit(0))
  }

  @Test func aFileThatIsNotThereLeavesNothing() throws {
    #expect(throws: GzipError.file(.init(operation: "open", subject: folder.file("x"), code: 2))) {
      try Gzip.compress(file: folder.file("x"), to: folder.file("y"))
    }
    #expect(try Files.names(in: folder.path) == [])
  }

  @Test func theLimitIsExact() throws {
    let packed = try Gzip.compress(Self.sample(1000, seed: 5))
    #expect(try Gzip.decompress(packed, limit: 1000).count == 1000)
    #expect(throws: GzipError.tooLarge(limit: 999)) { try Gzip.decompress(packed, limit: 999) }
    #expect(throws: GzipError.tooLarge(limit: 0)) { try Gzip.decompress(packed, limit: 0) }
  }

  @Test func aBombStopsOneByteBeyondTheLimit() throws {
    let bomb = try Gzip.compress([UInt8](repeating: 0, count: 50 << 20))
    #expect(bomb.count < 300_000)
    var unpacker = try GzipUnpacker(limit: 100_000)
    var given = 0
    #expect(throws: GzipError.tooLarge(limit: 100_000)) {
      try unpacker.feed(bomb) { given += $0.count }
    }
    #expect(unpacker.count == 100_001)
    #expect(given <= 100_000)
  }

  @Test func everyCutIsSeen() throws {
    let packed = try Gzip.compress(Self.sample(700, seed: 9))
    for end in packed.indices {
      #expect(throws: GzipError.cut) {
        try Gzip.decompress(Array(packed[..<end]), limit: 1000)
      }
    }
  }

  @Test(arguments: [[UInt8]("{}".utf8), [0x1F], [0x1F, 0x8C, 8], [0x78, 0x9C], [0x8B, 0x1F]])
  func whatIsNotGzipIsCalledSo(bytes: [UInt8]) {
    #expect(throws: bytes == [0x1F] ? GzipError.cut : .notGzip) {
      try Gzip.decompress(bytes, limit: 1000)
    }
  }

  @Test func whatFollowsTheEndIsRefused() throws {
    let packed = try Gzip.compress([1, 2, 3])
    for tail in [[0], packed] {
      #expect(throws: GzipError.trailingBytes) {
        try Gzip.decompress(packed + tail, limit: 1000)
      }
    }
    var unpacker = try GzipUnpacker(limit: 1000)
    try unpacker.feed(packed) { _ in }
    try unpacker.feed([]) { _ in }
    #expect(throws: GzipError.trailingBytes) { try unpacker.feed([0]) { _ in } }
  }

  @Test func aWrongChecksumIsSeen() throws {
    var packed = try Gzip.compress(Self.sample(500, seed: 2))
    packed[packed.count - 6] ^= 1
    #expect(throws: GzipError.corrupt) { try Gzip.decompress(packed, limit: 1000) }
  }

  @Test func damagedBytesNeverPassTheLimitNorAsOtherContent() throws {
    var random = SeededGenerator(seed: 11)
    let bytes = Self.sample(3000, seed: 4)
    let packed = try Gzip.compress(bytes)
    var refused = 0
    for _ in 0..<3000 {
      var damaged = packed
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[.random(in: damaged.indices, using: &random)] ^= .random(
          in: 1...255, using: &random)
      }
      do {
        // The header's time and system name are not part of the content.
        #expect(try drip(damaged, limit: 4000, using: &random) == bytes)
      } catch {
        refused += 1
      }
    }
    #expect(refused > 2500)
  }
}

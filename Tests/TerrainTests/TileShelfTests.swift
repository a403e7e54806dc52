import Elevation
import FlightModel
import Glibc
import Linux
import Log
import Terrain
import TerrainDoubles
import TestSupport
import Testing

private let plainTile = MadeTiles.plain(257)

@Suite(.timeLimit(.minutes(10))) struct TileShelfTests {
  private let folder = TemporaryFolder()
  private let name = TileName("N50E005")!

  private var given: TileFolder { TileFolder(path: folder.path) }
  private func put(_ name: String, _ bytes: [UInt8]) throws {
    try Files.replace(folder.file(name), with: bytes)
  }

  @Test(arguments: ["N50E005.hgt", "n50e005.hgt"])
  func aTileMayLieThereAsItIs(file: String) throws {
    try put(file, plainTile)
    #expect(try given.tile(name) == ElevationTile(name, plainTile))
    #expect(try given.tile(TileName("N50E006")!) == nil)
  }

  @Test(arguments: ["N50E005.hgt.zip", "N50E005.zip", "n50e005.zip"])
  func orInAnArchive(file: String) throws {
    try put(file, try MadeTiles.archive(("readme.txt", [65]), ("srtm/n50e005.hgt", plainTile)))
    #expect(try given.tile(name) == ElevationTile(name, plainTile))
  }

  /// What the file in an archive is called is its maker's business, if it is not another tile.
  @Test func anotherTileInTheArchiveIsNotTaken() throws {
    try put("N50E005.zip", try MadeTiles.archive(("tile.bin", plainTile)))
    #expect(try given.tile(name) != nil)
    try put("N50E005.zip", try MadeTiles.archive(("N51E005.hgt", plainTile)))
    #expect(throws: TileError.noTile) { try given.tile(name) }
  }

  @Test func aGoodFileStandsInForABrokenOne() throws {
    try put("N50E005.hgt", [1, 2, 3])
    #expect(throws: TileError.wrongLength(bytes: 3)) { try given.tile(name) }
    try put("N50E005.zip", try MadeTiles.archive(("a", plainTile)))
    #expect(try given.tile(name) != nil)
  }

  @Test(arguments: [0, 2_884_801, 2_884_803, 3601 * 3601 * 2])
  func otherLengthsAreRefused(count: Int) throws {
    let bytes = [UInt8](repeating: 1, count: count)
    try put("N50E005.hgt", bytes)
    #expect(throws: TileError.wrongLength(bytes: Int64(count))) { try given.tile(name) }
    try put("N50E005.hgt.zip", try MadeTiles.archive(("N50E005.hgt", bytes)))
    #expect(throws: (any Error).self) { try TileFile.zipped(folder.file("N50E005.hgt.zip"), name) }
  }

  @Test func whatIsNoFileIsNoTileAndHangsNobody() throws {
    mkfifo(folder.file("N50E005.hgt"), 0o600)
    mkfifo(folder.file("N50E005.zip"), 0o600)
    #expect(throws: (any Error).self) { try given.tile(name) }
    #expect(try TileFolder(path: folder.file("none")).tile(name) == nil)
  }

  @Test func aCutArchiveIsBroken() throws {
    let whole = try MadeTiles.archive(("N50E005.hgt", plainTile))
    for count in [0, 1, 30, whole.count / 2, whole.count - 1] {
      try put("N50E005.zip", Array(whole.prefix(count)))
      if let tile = try? given.tile(name) { #expect(tile == ElevationTile(name, plainTile)) }
    }
  }

  // MARK: The cache

  private func cache(_ limit: Int64 = 1 << 30) throws -> TileCache {
    let cache = TileCache(path: folder.file("cache"), limit: limit)
    try cache.prepare()
    return cache
  }

  private func tiles(_ cache: TileCache) throws -> [String] { try Files.names(in: cache.path) }

  @Test func theCacheKeepsWhatIsATile() throws {
    let cache = try cache()
    try cache.keep(try MadeTiles.archive(("x", plainTile)), as: name)
    #expect(try cache.tile(name, nowMs: 0) == ElevationTile(name, plainTile))
    #expect(try tiles(cache) == ["N50E005.zip"])
  }

  @Test func nothingElseLeavesATrace() throws {
    let cache = try cache()
    let wrong: [[UInt8]] = [
      [], [1, 2, 3], Array("<html>".utf8), try MadeTiles.archive(("x", [1, 2, 3])),
      try MadeTiles.archive(("N51E005.hgt", plainTile)),
      try MadeTiles.archive(("x", plainTile + [0])),
    ]
    for bytes in wrong {
      #expect(throws: TileError.self) { try cache.keep(bytes, as: name) }
    }
    #expect(try tiles(cache) == [])
  }

  @Test func aBrokenTileDoesNotReplaceAGoodOne() throws {
    let cache = try cache()
    try cache.keep(try MadeTiles.archive(("x", plainTile)), as: name)
    #expect(throws: TileError.self) { try cache.keep([1], as: name) }
    #expect(try cache.tile(name, nowMs: 0) != nil)
  }

  @Test func whatAPowerCutLeftGoes() throws {
    let cache = try cache()
    try Files.replace(cache.path + "/N50E005.zip.17.part", with: [1])
    try cache.prepare()
    #expect(try tiles(cache) == [])
  }

  /// The clock of the file system tells; here it is set.
  @Test func beyondTheBoundTheOldestGoes() throws {
    let bytes = try MadeTiles.archive(("x", plainTile))
    let cache = try cache(Int64(bytes.count) * 3)
    let names = (1...5).map { TileName("N50E00\($0)")! }
    for (day, name) in names.enumerated() {
      try cache.keep(bytes, as: name)
      setDay(day, cache.path + "/\(name).zip")
    }
    #expect(try tiles(cache) == ["N50E003.zip", "N50E004.zip", "N50E005.zip"])
    // A tile that is used is new again.
    _ = try cache.tile(names[2], nowMs: SystemClock.wall().milliseconds)
    try cache.keep(bytes, as: names[0])
    #expect(try tiles(cache) == ["N50E001.zip", "N50E003.zip", "N50E005.zip"])
  }

  private func setDay(_ day: Int, _ path: String) {
    let times = [
      timespec(tv_sec: day * 86_400, tv_nsec: 0), timespec(tv_sec: day * 86_400, tv_nsec: 0),
    ]
    utimensat(AT_FDCWD, path, times, 0)
  }

  // MARK: The shelf

  @Test func aBrokenFileOfTheCacheIsRemovedAndCountedAndTheFolderStandsIn() throws {
    let (cache, log) = (try cache(), LogList())
    try Files.replace(cache.path + "/N50E005.zip", with: [1, 2, 3])
    try put("N50E005.hgt", plainTile)
    let shelf = TileShelf(
      cache: cache, folder: given, log: Logger(subsystem: "test", sink: log))
    #expect(shelf.tile(name) != nil)
    #expect(!cache.has(name))
    #expect(shelf.brokenCount == 1)
    #expect(log.texts.count == 1)
    #expect(!log.texts[0].contains("N50"))
  }

  @Test func aBrokenFileOfAPersonStays() throws {
    try put("N50E005.hgt", [1])
    let shelf = TileShelf(cache: nil, folder: given)
    #expect(shelf.tile(name) == nil)
    #expect(shelf.has(name))
    #expect(shelf.brokenCount == 1)
  }

  @Test func anEmptyShelfHasNothing() {
    let shelf = TileShelf(cache: nil, folder: nil)
    #expect(shelf.tile(name) == nil)
    #expect(!shelf.has(name))
  }
}

import Elevation
import FlightModel
import HTTPClient
import HTTPServer
import Linux
import Log
import Synchronization
import Terrain
import TerrainDoubles
import TestSupport
import Testing

/// A keeper on a loop of its own, with a clock and a network that the test sets.
private final class Box: Sendable {
  let folder = TemporaryFolder()
  let log = LogList()
  let uplink: Uplink
  let loop: EventLoop
  let shelf: TileShelf
  let keeper: TileKeeper
  let clock = Clock()

  init(
    _ url: String, token: String? = nil, timeoutMs: Int64 = 100_000, leastFree: Int64 = 0,
    folder existing: TemporaryFolder? = nil
  ) throws {
    let folder = existing ?? folder
    uplink = try Uplink()
    loop = try EventLoop(name: "test")
    try loop.start()
    shelf = TileShelf(
      cache: TileCache(path: folder.file("elevation"), limit: 1 << 30),
      folder: TileFolder(path: folder.file("given")),
      log: Logger(subsystem: "test", sink: log))
    let clock = clock
    keeper = TileKeeper(
      shelf: shelf,
      client: TileClient(uplink: uplink, url: url, timeoutMs: timeoutMs) { token }, on: loop,
      leastFreeBytes: leastFree, log: Logger(subsystem: "test", sink: log),
      now: { clock.now }, mayFetch: { clock.isOnline })!
  }

  final class Clock: Sendable {
    private let state = Mutex((seconds: Int64(1000), isOnline: true))
    var now: MonotonicInstant {
      MonotonicInstant(nanoseconds: state.withLock { $0.seconds } * 1_000_000_000)
    }
    var isOnline: Bool { state.withLock { $0.isOnline } }
    func advance(_ seconds: Int64) { state.withLock { $0.seconds += seconds } }
    func set(online: Bool) { state.withLock { $0.isOnline = online } }
  }

  /// Runs the keeper while `body` runs.
  func run(_ body: () async throws -> Void) async throws {
    let keeper = keeper
    let run = Task(executorPreference: loop) { await keeper.run() }
    do { try await body() } catch { Issue.record(error) }
    await keeper.shutdown()
    uplink.stop()
    await run.value
    loop.stop()
  }

  /// Until nothing is waited for.
  func settled() async { while await keeper.waiting > 0 { await Task.yield() } }

  /// Until the server has been asked so often.
  func asked(_ count: Int, of stub: StubElevations) async {
    while stub.requests.count < count { await Task.yield() }
  }

  /// Until something of this kind was logged so often.
  func told(_ count: Int) async { while log.texts.count < count { await Task.yield() } }
}

private let plainTile = MadeTiles.plain(257)

@Suite(.timeLimit(.minutes(10))) struct TileKeeperTests {
  private let first = TileName("N50E005")!
  private let second = TileName("N50E006")!

  @Test func aTileComesOverARedirectAndStays() async throws {
    let zip = try MadeTiles.archive(("N50E005.hgt", plainTile))
    let stub = try StubElevations { request, _ in
      request.path == "/base/elevations/N50E005"
        ? .found("/files/N50E005.zip")
        : request.path == "/files/N50E005.zip"
          ? .zip(zip)
          : HTTPResponse(status: 404, text: "")
    }
    let box = try Box(stub.url + "/base/")
    try await box.run {
      #expect(box.shelf.tile(first) == nil)
      await box.keeper.want([first])
      await box.settled()
      #expect(box.shelf.tile(first) == ElevationTile(first, plainTile))
      #expect(await box.keeper.edition == 1)
      await box.keeper.want([first])
      #expect(await box.keeper.waiting == 0)
    }
    #expect(stub.paths == ["/base/elevations/N50E005", "/files/N50E005.zip"])
  }

  @Test func theTokenStaysAtItsServer() async throws {
    let zip = try MadeTiles.archive(("x", plainTile))
    let other = try StubElevations { _, _ in .zip(zip) }
    let stub = try StubElevations { [url = other.url] _, _ in .found(url + "/N50E005.zip") }
    let box = try Box(stub.url, token: "secret")
    try await box.run {
      await box.keeper.want([first])
      await box.settled()
      #expect(box.shelf.has(first))
    }
    #expect(stub.requests.map { $0.headers["authorization"] } == ["Bearer secret"])
    #expect(other.requests.map { $0.headers["authorization"] } == [nil])
  }

  @Test func whatIsNotThereIsNotAskedForAgainNotEvenAfterAStart() async throws {
    let stub = try StubElevations { _, _ in HTTPResponse(status: 404, text: "") }
    let folder = TemporaryFolder()
    for _ in 0..<2 {
      let box = try Box(stub.url, folder: folder)
      try await box.run {
        await box.keeper.want([first])
        await box.settled()
      }
    }
    #expect(stub.requests.count == 1)
  }

  /// One a page of nothing, one cut, one of a wrong size, one another tile, one beyond all bounds.
  @Test(arguments: 0..<6)
  func anAnswerThatIsNoTileIsAskedForTheNextDay(kind: Int) async throws {
    let zip = try MadeTiles.archive(("x", plainTile))
    let wrong: [[UInt8]] = [
      Array("<html>".utf8), [], Array(zip.prefix(zip.count / 2)),
      try MadeTiles.archive(("x", [1, 2, 3])),
      try MadeTiles.archive(("N51E005.hgt", plainTile)),
      [UInt8](repeating: 0, count: TileClient.longestArchive + 1),
    ]
    let stub = try StubElevations { _, number in .zip(number == 0 ? wrong[kind] : zip) }
    let box = try Box(stub.url)
    try await box.run {
      await box.keeper.want([first])
      await box.told(1)
      #expect(!box.shelf.has(first))
      await box.keeper.want([second])
      while await box.keeper.waiting > 1 { await Task.yield() }
      #expect(box.shelf.has(second))
      box.clock.advance(86_400)
      await box.keeper.wake()
      await box.settled()
      #expect(box.shelf.has(first))
    }
    #expect(stub.requests.count == 3)
  }

  @Test(arguments: [500, 503, 429, 401, 403])
  func theServersTroubleHoldsUpAll(status: Int) async throws {
    let zip = try MadeTiles.archive(("x", plainTile))
    let stub = try StubElevations { _, number in
      number == 0
        ? HTTPResponse(status: status, text: "", headers: [("Retry-After", "600")]) : .zip(zip)
    }
    let box = try Box(stub.url)
    try await box.run {
      await box.keeper.want([first, second])
      await box.told(1)
      box.clock.advance(59)
      await box.keeper.wake()
      #expect(stub.requests.count == 1)
      box.clock.advance(600)
      await box.keeper.wake()
      await box.settled()
    }
    #expect(stub.paths == ["/elevations/N50E005", "/elevations/N50E005", "/elevations/N50E006"])
  }

  @Test func aServerThatIsSilentOrGoneHoldsUpAll() async throws {
    let gate = ThreadGate()
    let stub = try StubElevations { _, _ in
      gate.wait()
      return HTTPResponse(status: 404, text: "")
    }
    let box = try Box(stub.url, timeoutMs: 300)
    try await box.run {
      await box.keeper.want([first])
      await box.told(1)
      #expect(await box.keeper.waiting == 1)
    }
    gate.open()
    #expect(box.log.texts.first?.contains("no answer in time") == true)
  }

  @Test(arguments: ["http://club.example/x", "ftp://127.0.0.1/x", ""])
  func aRedirectToWhereNobodyIsFollowedIsTheServersTrouble(location: String) async throws {
    let stub = try StubElevations { _, _ in .found(location) }
    let box = try Box(stub.url)
    try await box.run {
      await box.keeper.want([first])
      await box.told(1)
      #expect(await box.keeper.waiting == 1)
      #expect(!box.shelf.has(first))
    }
  }

  @Test func aCircleOfRedirectsEnds() async throws {
    let stub = try StubElevations { _, _ in .found("/round") }
    let box = try Box(stub.url)
    try await box.run {
      await box.keeper.want([first])
      await box.told(1)
    }
    #expect(stub.requests.count == 4)
  }

  @Test func withoutTheNetworkNothingIsAskedAndNothingForgotten() async throws {
    let zip = try MadeTiles.archive(("x", plainTile))
    let stub = try StubElevations { _, _ in .zip(zip) }
    let folder = TemporaryFolder()
    let offline = try Box(stub.url, folder: folder)
    offline.clock.set(online: false)
    try await offline.run {
      await offline.keeper.want([first])
      #expect(await offline.keeper.waiting == 1)
    }
    #expect(stub.requests.count == 0)
    // The next start knows of it; nobody asks anew.
    let online = try Box(stub.url, folder: folder)
    try await online.run {
      await online.asked(1, of: stub)
      while await online.keeper.edition == 0 { await Task.yield() }
      #expect(online.shelf.has(first))
    }
  }

  @Test func aFullDiskIsLeftAlone() async throws {
    let stub = try StubElevations { _, _ in HTTPResponse(status: 404, text: "") }
    let box = try Box(stub.url, leastFree: .max / 2)
    try await box.run {
      await box.keeper.want([first])
      await box.told(1)
    }
    #expect(stub.requests.count == 0)
  }

  @Test func whatAPersonPutThereMeanwhileIsNotFetched() async throws {
    let stub = try StubElevations { _, _ in HTTPResponse(status: 404, text: "") }
    let box = try Box(stub.url)
    box.clock.set(online: false)
    try await box.run {
      await box.keeper.want([first])
      try Files.makeFolder(box.folder.file("given"))
      try Files.replace(box.folder.file("given/N50E005.hgt"), with: plainTile)
      box.clock.set(online: true)
      await box.keeper.wake()
      await box.settled()
    }
    #expect(stub.requests.count == 0)
  }

  @Test func aBrokenTileIsFetchedAgain() async throws {
    let zip = try MadeTiles.archive(("x", plainTile))
    let stub = try StubElevations { _, _ in .zip(zip) }
    let box = try Box(stub.url)
    try await box.run {
      await box.keeper.want([first])
      await box.settled()
      try Files.replace(box.folder.file("elevation/N50E005.zip"), with: [1, 2, 3])
      #expect(box.shelf.tile(first) == nil)
      #expect(box.shelf.brokenCount == 1)
      await box.keeper.want([first])
      await box.settled()
      #expect(box.shelf.tile(first) != nil)
    }
    #expect(stub.requests.count == 2)
  }

  @Test func shuttingDownEndsWhatIsUnderWay() async throws {
    let gate = ThreadGate()
    let stub = try StubElevations { _, _ in
      gate.wait()
      return HTTPResponse(status: 404, text: "")
    }
    let box = try Box(stub.url)
    try await box.run {
      await box.keeper.want([first])
      await box.asked(1, of: stub)
    }
    gate.open()
  }
}

import Configuration
import Elevation
import FlightModel
import Glibc
import HTTPClient
import Linux
import Log
import Terrain

/// The ground below flights: the tiles that are here, and what fetches others where a server is
/// configured.
struct GroundService: Sendable {
  let shelf: TileShelf
  private let keeper: TileKeeper?
  private let uplink: Uplink?
  private let log: Logger
  /// Squares of a flight that are fetched, those with the most fixes: a thousand kilometres cross
  /// fewer, and only fixes that jump about lie in more.
  private static let mostOfAFlight = 24

  /// Everything runs on `loop`; `mayFetch` tells whether the network may be used now.
  init(
    _ configuration: DaemonConfiguration, folder: StateFolder, loop: EventLoop, log: Logger,
    mayFetch: @escaping @Sendable (_ isLoopback: Bool) async -> Bool
  ) {
    let wanted = configuration.elevation
    self.log = log
    shelf = TileShelf(
      cache: TileCache(path: folder.elevation, limit: Int64(wanted.cacheMiB) << 20),
      folder: wanted.folder.map { TileFolder(path: $0) }, log: log)
    uplink = wanted.url == nil ? nil : Self.uplink(wanted.caFile, log)
    guard let url = wanted.url, let uplink else {
      keeper = nil
      return
    }
    let token = wanted.token.map { path in
      path.resolved { name in getenv(name).map { String(cString: $0) } }
    }
    let isLoopback = UplinkRequest.isLoopback(url)
    keeper = TileKeeper(
      shelf: shelf,
      client: TileClient(uplink: uplink, url: url) { token.flatMap { Self.token($0, log) } },
      on: loop, leastFreeBytes: Int64(configuration.storage.minimumFreeMiB) << 20, log: log
    ) { await mayFetch(isLoopback) }
  }

  /// Wants the tiles of a flight that are not here, and names them.
  @discardableResult
  func want(_ fixes: [TrackFix]) async -> [TileName] {
    let missing = TileName.all(of: fixes).prefix(Self.mostOfAFlight).filter { !shelf.has($0) }
    await keeper?.want(missing)
    return missing
  }

  /// Fetches until it is shut down.
  func run() async {
    lookAtFolder()
    await keeper?.run()
  }

  /// A folder that is not there gives no tiles, and nobody would know why.
  private func lookAtFolder() {
    guard let path = shelf.folder?.path else { return }
    do throws(SystemError) {
      _ = try Files.names(in: path)
    } catch {
      log.warning("elevation.folder gives no tiles: \(error); see that the service may read it")
    }
  }

  func shutdown() async { await keeper?.shutdown() }

  /// Ends what is under way and the network's thread; blocks, so never in a task.
  func stopUplink() { uplink?.stop() }

  /// Without the network flights are analysed all the same.
  private static func uplink(_ caFile: String?, _ log: Logger) -> Uplink? {
    var settings = UplinkSettings()
    settings.authorityFile = caFile
    settings.transferLimit = 1
    do throws(SystemError) {
      return try Uplink(settings)
    } catch {
      log.error("no tiles of the ground are fetched: \(error)")
      return nil
    }
  }

  /// The first line of the file.
  private static func token(_ path: String, _ log: Logger) -> String? {
    do throws(SystemError) {
      let bytes = try Files.readSecret(path, limit: 4096)
      return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    } catch {
      log.warning("the token for tiles of the ground: \(error); see elevation.token")
      return nil
    }
  }
}

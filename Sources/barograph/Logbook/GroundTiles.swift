import CommandLineInterface
import Configuration
import Elevation
import FlightAnalysis
import Glibc
import IGC
import Linux
import Systemd
import Terrain

/// The tiles of the ground that a command may read. It asks nobody for others.
enum GroundTiles {
  static let option = OptionSpec(
    "elevation", "FOLDER", "the ground from SRTM3 tiles in FOLDER, not from those of the recorder")

  /// The ground below a flight as far as its tiles are here.
  static func ground(
    below flight: AnalysedFlight, in file: IGCFile, _ invocation: Invocation
  ) throws(Failure) -> FlightGround? {
    let tiles = try invocation["elevation"].map(named) ?? configured
    let ground = tiles.ground(below: flight, in: file)
    if tiles.brokenCount > 0 {
      Output.complain(
        "barograph: \(Counted.text(tiles.brokenCount, "tile")) of the ground cannot be read; fetch "
          + "them again\n")
    }
    return ground
  }

  /// Those of a folder that a person names.
  private static func named(_ path: String) throws(Failure) -> TileShelf {
    do throws(SystemError) {
      _ = try Folder(path)
    } catch {
      throw Failure(
        .noInput, "cannot-read", "cannot read \(path): \(error)",
        hint: "name a folder with tiles such as N50E005.hgt")
    }
    return TileShelf(cache: nil, folder: TileFolder(path: path))
  }

  /// Those of the recorder's configuration, and what the recorder has fetched if one may read it.
  private static var configured: TileShelf {
    let files = FoundConfiguration(nil, name: "barograph.conf")
    let configuration = ConfigurationReading<DaemonConfiguration>(files.sources).configuration
    let state = configuration.storage.directory.resolved { name in
      getenv(name).map { String(cString: $0) }
    }
    return TileShelf(
      cache: TileCache(path: state + "/elevation", limit: .max),
      folder: configuration.elevation.folder.map { TileFolder(path: $0) })
  }
}

import Archives
package import Elevation
package import FlightAnalysis
import FlightModel
package import IGC
import Linux
package import Log
import Synchronization

/// The tiles that are here: those of the cache, then those of a person's folder. Nothing is fetched.
package final class TileShelf: Sendable {
  package let cache: TileCache?
  package let folder: TileFolder?
  private let log: Logger?
  private let broken = Atomic<Int>(0)

  package init(cache: TileCache?, folder: TileFolder?, log: Logger? = nil) {
    self.cache = cache
    self.folder = folder
    self.log = log
  }

  /// Files so far that were no tiles.
  package var brokenCount: Int { broken.load(ordering: .relaxed) }

  /// Whether there is a file of it.
  package func has(_ name: TileName) -> Bool {
    cache?.has(name) == true || folder?.has(name) == true
  }

  /// A tile, nil where it is not here. A broken file of the cache is removed, so that it is fetched
  /// again.
  package func tile(_ name: TileName) -> ElevationTile? { cached(name) ?? given(name) }

  private func cached(_ name: TileName) -> ElevationTile? {
    do throws(TileError) {
      return try cache?.tile(name, nowMs: SystemClock.wall().milliseconds)
    } catch {
      tell(error)
      if error.isBroken { try? cache?.remove(name) }
      return nil
    }
  }

  private func given(_ name: TileName) -> ElevationTile? {
    do throws(TileError) {
      return try folder?.tile(name)
    } catch {
      tell(error)
      return nil
    }
  }

  private func tell(_ error: TileError) {
    let count = broken.add(1, ordering: .relaxed).newValue
    log?.warning("a tile of the ground is left out, the \(count). so far: \(error)")
  }
}

extension TileError {
  /// Whether the bytes are wrong, not the way to them.
  fileprivate var isBroken: Bool {
    switch self {
    case .file, .archive(.file(_)), .archive(.outOfMemory): false
    default: true
    }
  }
}

extension TileShelf {
  /// The ground below a flight as far as its tiles are here; nil where no part of it is known.
  package func ground(below flight: AnalysedFlight, in file: IGCFile) -> FlightGround? {
    let fixes = file.track
    guard !fixes.isEmpty else { return nil }
    let line = GroundLine(fixes) { tile($0) }
    let moments = flight.parts.flatMap { [$0.takeoff, $0.landing] }
    return FlightGround(
      fixes, line: line, stands: moments.compactMap { $0?.index },
      flights: flight.parts.map { part in
        let first = part.takeoff?.index ?? 0
        return first...max(first, part.landing?.index ?? fixes.count - 1)
      }, isEllipsoid: file.isAboveEllipsoid)
  }
}

extension IGCFile {
  /// What `HFALG` says of the receiver's altitudes; nil where it says nothing that is known.
  fileprivate var isAboveEllipsoid: Bool? {
    guard let value = header("ALG")?.uppercased() else { return nil }
    if value.contains("ELL") { return true }
    return value.contains("GEO") || value.contains("MSL") ? false : nil
  }
}

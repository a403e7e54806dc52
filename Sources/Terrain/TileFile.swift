import Archives
package import Elevation
import Linux

/// Tiles on the disk: `NAME.hgt`, or that in a ZIP archive.
package enum TileFile {
  /// What an archive of one tile may hold.
  private static var limits: ArchiveLimits {
    var limits = ArchiveLimits()
    limits.entries = 16
    limits.entryBytes = Int64(ElevationTile.byteCount)
    limits.totalBytes = 2 * Int64(ElevationTile.byteCount)
    return limits
  }

  /// Reads a tile from a file of its bytes.
  package static func plain(_ path: String, _ name: TileName) throws(TileError) -> ElevationTile {
    // Looked at first: a pipe would wait for a writer.
    let size = Files.size(path) ?? 0
    guard size == ElevationTile.byteCount else { throw .wrongLength(bytes: size) }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Files.read(path, limit: ElevationTile.byteCount)
    } catch {
      throw .file(error)
    }
    guard let tile = ElevationTile(name, bytes) else {
      throw .wrongLength(bytes: Int64(bytes.count))
    }
    return tile
  }

  /// Reads a tile from a ZIP archive: the first file in it that has a tile's length and not another
  /// tile's name.
  package static func zipped(_ path: String, _ name: TileName) throws(TileError) -> ElevationTile {
    guard Files.size(path) != 0 else { throw .archive(.notAnArchive) }
    do {
      return try unpacked(path, name)
    } catch let error as TileError {
      throw error
    } catch let error as ArchiveError {
      throw .archive(error)
    } catch {
      throw .noTile
    }
  }

  private static func unpacked(_ path: String, _ name: TileName) throws -> ElevationTile {
    var reader = try ArchiveReader(path, limits: limits)
    var otherLength: Int64?
    while let entry = try reader.next() {
      if let other = TileName(stem(of: entry.label)), other != name { continue }
      if let claimed = entry.claimedBytes, claimed != ElevationTile.byteCount {
        otherLength = claimed
        continue
      }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(ElevationTile.byteCount)
      try reader.read { bytes += $0 }
      if let tile = ElevationTile(name, bytes) { return tile }
      otherLength = Int64(bytes.count)
    }
    if let otherLength { throw TileError.wrongLength(bytes: otherLength) }
    throw TileError.noTile
  }

  /// `N50E005` of `srtm/n50e005.hgt`.
  private static func stem(of label: String) -> String {
    let name = label.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != "." }).uppercased()
  }
}

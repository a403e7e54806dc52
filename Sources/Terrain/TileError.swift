package import Archives
package import Linux

/// Why a file is no tile of the ground.
package enum TileError: Error, Equatable, Sendable {
  /// The file could not be read or written.
  case file(SystemError)
  /// The archive could not be unpacked.
  case archive(ArchiveError)
  /// So many bytes instead of a tile's.
  case wrongLength(bytes: Int64)
  /// The archive holds no file that could be this tile.
  case noTile
}

extension TileError: CustomStringConvertible {
  /// Operation, cause and what to do.
  package var description: String {
    switch self {
    case .file(let error): "read a tile: \(error); see that it may be read"
    case .archive(let error): "read a tile: \(error)"
    case .wrongLength(let bytes):
      "read a tile: \(bytes) bytes are no SRTM3 tile of 1201 × 1201 heights; fetch it again"
    case .noTile: "read a tile: the archive holds no such tile; fetch it again"
    }
  }
}

package import Elevation
package import Linux

/// The tiles that a server gave, zipped as they came, in a folder of a bounded size. A tile appears
/// in it whole or not at all, and what was not used for the longest time goes first.
package struct TileCache: Sendable {
  package let path: String
  /// Bytes of all tiles together.
  package let limit: Int64
  /// What was used within this time is not noted again, ms: a note costs a write.
  private static let noteMs: Int64 = 86_400_000
  private static let mostFiles = 100_000

  package init(path: String, limit: Int64) {
    self.path = path
    self.limit = limit
  }

  /// Makes the folder, and removes what a power cut left half written.
  package func prepare() throws(SystemError) {
    try Files.makeFolder(path)
    for name in try Files.names(in: path) where name.hasSuffix(".part") {
      try Files.remove("\(path)/\(name)")
    }
  }

  /// Whether there is a file of a tile.
  package func has(_ name: TileName) -> Bool { Files.exists(file(name)) }

  /// A tile, or nil where there is none. `nowMs` is the time by the file system's clock.
  package func tile(_ name: TileName, nowMs: Int64) throws(TileError) -> ElevationTile? {
    guard has(name) else { return nil }
    let tile = try TileFile.zipped(file(name), name)
    if let folder = try? Folder(path), let entry = folder.entry("\(name).zip"),
      (nowMs - entry.modifiedMs).magnitude > UInt64(Self.noteMs)
    {
      // Without the right to, as for a person who only reads, it stays as it is.
      try? Files.touch(file(name))
    }
    return tile
  }

  /// Keeps what a server gave if it is this tile, then makes room.
  package func keep(_ archive: [UInt8], as name: TileName) throws(TileError) {
    do {
      var draft = try FileDraft(for: file(name))
      try draft.append(archive)
      _ = try TileFile.zipped(draft.temporaryPath, name)
      try draft.commit()
      try makeRoom(keeping: "\(name).zip")
    } catch let error as TileError {
      throw error
    } catch let error as SystemError {
      throw .file(error)
    } catch {
      throw .noTile
    }
  }

  /// Forgets a tile.
  package func remove(_ name: TileName) throws(SystemError) { try Files.remove(file(name)) }

  private func file(_ name: TileName) -> String { "\(path)/\(name).zip" }

  private func makeRoom(keeping newest: String) throws(SystemError) {
    let folder = try Folder(path)
    let entries = try folder.names(limit: Self.mostFiles).filter { $0.hasSuffix(".zip") }
      .compactMap { folder.entry($0) }
    var bytes = entries.reduce(0) { $0 + $1.bytes }
    for entry in entries.sorted(by: { $0.modifiedMs < $1.modifiedMs }) where bytes > limit {
      if entry.name == newest { continue }
      try folder.remove(entry.name)
      bytes -= entry.bytes
    }
  }
}

package import Elevation
import Linux

/// A folder into which a person puts tiles: `N50E005.hgt`, `N50E005.hgt.zip` or `N50E005.zip`, in
/// capitals or small letters. It is only read.
package struct TileFolder: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// A tile, or nil where there is no file of it. A broken file is an error if no other is good.
  package func tile(_ name: TileName) throws(TileError) -> ElevationTile? {
    var failure: TileError?
    for file in candidates(name) where Files.exists(file) {
      do throws(TileError) {
        return file.hasSuffix(".zip")
          ? try TileFile.zipped(file, name) : try TileFile.plain(file, name)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return nil
  }

  /// Whether there is a file of it, good or not.
  package func has(_ name: TileName) -> Bool {
    candidates(name).contains { Files.exists($0) }
  }

  private func candidates(_ name: TileName) -> [String] {
    let names = ["\(name)", "\(name)".lowercased()]
    return names.flatMap { name in [".hgt", ".hgt.zip", ".zip"].map { "\(path)/\(name)\($0)" } }
  }
}

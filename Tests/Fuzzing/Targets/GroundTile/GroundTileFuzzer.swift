import Elevation
import FlightModel
import FuzzDriver
import Glibc
import Linux
import Terrain

/// Any file in place of an archive of a tile, any bytes as a tile's beginning, any notes.
@main
enum GroundTileFuzzer {
  static let path = "/dev/shm/barograph-fuzz-tile-\(getpid())"
  static let name = TileName("N50E005")!
  static let void = [UInt8](repeating: 0x80, count: ElevationTile.byteCount)

  static func main() {
    Fuzzer.run { bytes in
      let bytes = Array(bytes)
      archive(bytes)
      heights(bytes)
      notes(bytes)
    }
  }

  static func archive(_ bytes: [UInt8]) {
    guard (try? Files.replace(path, with: bytes)) != nil else { return }
    defer { unlink(path) }
    if let tile = try? TileFile.zipped(path, name) {
      Fuzzer.expect(tile.name == name, "another tile")
      look(at: tile)
    }
  }

  static func heights(_ bytes: [UInt8]) {
    Fuzzer.expect(
      bytes.count == ElevationTile.byteCount || ElevationTile(name, bytes) == nil, "a wrong length")
    guard !bytes.isEmpty, bytes.count <= 64 else { return }
    var whole = void
    whole.replaceSubrange(0..<bytes.count, with: bytes)
    if let tile = ElevationTile(name, whole) { look(at: tile) }
  }

  static func look(at tile: ElevationTile) {
    for step in 0..<20 {
      let place = Coordinate(
        latitudeE7: 509_999_999 - Int32(step) * 7_654_321,
        longitudeE7: 50_000_000 + Int32(step) * 1234)
      guard let height = tile.elevation(at: place) else { continue }
      Fuzzer.expect((-500.0...9000).contains(height), "a height that no ground has")
    }
  }

  static func notes(_ bytes: [UInt8]) {
    let notes = TileNotes(reading: bytes)
    Fuzzer.expect(notes.wanted.count <= TileNotes.mostWanted, "more than is waited for")
    Fuzzer.expect(TileNotes(reading: Array(notes.text.utf8)) == notes, "it reads back differently")
  }
}

import Elevation
import FlightAnalysis
import IGC
import Linux
import Terrain
import TerrainDoubles
import TestSupport
import Testing

/// What a file says of its altitudes, where no stand on the ground says more.
@Suite struct FlightGroundSourceTests {
  @Test(arguments: [
    ("HFALGALTGPS:ELL", FlightGround.Source.ellipsoid), ("HFALG:ELL", .ellipsoid),
    ("HFALGALTGPS:GEO", .sea), ("HFALGALTGPS:MSL", .sea), ("HFALGALTGPS:NIL", .ellipsoid),
    ("", .ellipsoid),
  ])
  func theHeaderIsBelieved(header: String, source: FlightGround.Source) throws {
    let folder = TemporaryFolder()
    try Files.replace(folder.file("N47E012.hgt"), with: MadeTiles.plain(500))
    let shelf = TileShelf(cache: nil, folder: TileFolder(path: folder.path))
    let lines = [
      "AXXXABC", "HFDTE140726", header, "B1200004730000N01230000EA0000000900",
      "B1200014730000N01230010EA0000000905", "B1200024730000N01230020EA0000000910",
    ]
    let file = IGCFile(reading: Array((lines.joined(separator: "\r\n") + "\r\n").utf8))
    let ground = try #require(shelf.ground(below: AnalysedFlight(), in: file))
    #expect(ground.source == source)
    #expect(ground.elevation(0) == 500)
    // The geoid is some 46 m above the ellipsoid there.
    let height = try #require(ground.height(0))
    #expect(abs(height - (source == .sea ? 400 : 354)) < 4)
  }

  @Test func aFileWithoutFixesHasNoGround() {
    let shelf = TileShelf(cache: nil, folder: nil)
    #expect(shelf.ground(below: AnalysedFlight(), in: IGCFile(reading: [])) == nil)
  }
}

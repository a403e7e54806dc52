import Elevation
import FlightModel
import JSON
import Testing
import TrackExport

/// Exports of flights whose ground is known.
@Suite struct GroundExportTests {
  /// On ground of 257 m throughout, in the squares that `names` names.
  private func document(_ document: TrackDocument, tiles names: [String]) throws -> TrackDocument {
    let line = GroundLine(document.fixes) { name in
      names.contains("\(name)")
        ? ElevationTile(name, [UInt8](repeating: 1, count: ElevationTile.byteCount)) : nil
    }
    var document = document
    document.ground = FlightGround(
      document.fixes, line: line, stands: [], flights: [], isEllipsoid: false)
    try #require(document.ground != nil)
    return document
  }

  @Test func csvTellsTheGroundBelowEachFix() throws {
    let flight = try document(ExportCase.antimeridian.document, tiles: ["S17E179", "S17W180"])
    let rows = rows(flight)
    #expect(rows[0].hasSuffix(",ground_elevation_m,height_above_ground_m"))
    #expect(rows[1].hasSuffix(",257,43"))
    #expect(rows[2].hasSuffix(",257,53"))
  }

  /// It may be anywhere.
  @Test func aVoidFixHasNoGround() throws {
    let flight = try document(ExportCase.oddities.document, tiles: ["N50E009"])
    #expect(rows(flight)[3].hasSuffix(",V,50.4990001,9.9541999,,885,,,,,"))
  }

  private func rows(_ document: TrackDocument) -> [Substring] {
    String(decoding: TrackFormat.csv.bytes(of: document), as: UTF8.self).split(separator: "\r\n")
  }

  @Test func withoutItTheColumnsAreEmpty() {
    #expect(rows(ExportCase.oddities.document).dropFirst().allSatisfy { $0.hasSuffix(",,") })
  }

  /// One height for each position, nested as they are, also where the line is cut.
  @Test(arguments: [["S17E179", "S17W180"], ["S17E179"]])
  func geoJSONTellsTheHeightAtEachPosition(tiles: [String]) throws {
    let flight = try document(ExportCase.antimeridian.document, tiles: tiles)
    let root = try JSONValue.parse(TrackFormat.geojson.bytes(of: flight))
    let feature = try #require(root["features"]?.array?.first)
    let lines = feature["geometry"]?["coordinates"]?.array ?? []
    let heights = feature["properties"]?["heightsAboveGround"]?.array ?? []
    #expect(heights.map { $0.array?.count } == lines.map { $0.array?.count })
    #expect(heights.first?.array?.first?.integer == 43)
    let all = heights.flatMap { $0.array ?? [] }
    #expect(all.contains { $0.integer == nil } == (tiles.count == 1))
  }

  @Test(arguments: [TrackFormat.gpx, .kml]) func theOthersHaveNoRoomForIt(format: TrackFormat)
    throws
  {
    let plain = ExportCase.oddities.document
    #expect(
      format.bytes(of: try document(plain, tiles: ["N50E009"])) == format.bytes(of: plain))
  }
}

/// A format that a flight is given away in. `docs/exports.md` says what each one holds.
package enum TrackFormat: String, Sendable, CaseIterable {
  case gpx, kml, geojson, csv

  /// Whether it has room for the ground.
  package var tellsGround: Bool { self == .csv || self == .geojson }

  /// The file's bytes (UTF-8), one block after the other.
  package func blocks(of document: TrackDocument) -> TrackBlocks {
    switch self {
    case .gpx: TrackBlocks(document, GPXWriter(document))
    case .kml: TrackBlocks(document, KMLWriter(document))
    case .geojson: TrackBlocks(document, GeoJSONWriter(document))
    case .csv: TrackBlocks(document, CSVWriter(document))
    }
  }

  /// The whole file at once.
  package func bytes(of document: TrackDocument) -> [UInt8] {
    blocks(of: document).reduce(into: []) { $0 += $1 }
  }
}

import FlightModel
import Linux
import Logbook
import Store
import SyncContract
import Waypoints

/// The airfields of the imported files that are used, read when they are first needed and let go of after that: a
/// list of the world takes tens of megabytes.
struct ImportedAirfields {
  private static let mostFiles = 1000
  private let folder: StateFolder
  private var known: (index: AirfieldIndex, edition: Int64)?

  init(folder: StateFolder) { self.folder = folder }

  /// Forgets what was read.
  mutating func release() { known = nil }

  /// The index and the edition of the files that it is from; a file that cannot be read counts as
  /// empty.
  mutating func read(
    _ reader: StoreReader
  ) throws(StoreError) -> (index: AirfieldIndex, edition: Int64) {
    let edition = try reader.read { (contents) throws(StoreError) in
      try contents.mapFilesEdition()
    }
    if let known, known.edition == edition { return known }
    let rows = try reader.read { (contents) throws(StoreError) in
      try contents.everyRow(of: .mapFiles, limit: Self.mostFiles)
    }
    let made = (AirfieldIndex(rows.flatMap(airfields)), edition)
    known = made
    return made
  }

  private func airfields(_ row: ContractRow) -> [Airfield] {
    guard row["type"]?.text == "waypoints", row["isVisible"] != .bool(false),
      let hash = row["contentHash"]?.text,
      let bytes = try? Files.read("\(folder.mapFiles)/\(hash)", limit: OfferedBytes.longest)
    else { return [] }
    switch FileKind(head: bytes, name: row["filename"]?.text ?? "") {
    case .ourAirports: return OurAirportsFile.read(bytes).file.airfields
    case .cup: return CUPFile.read(bytes).file.waypoints.compactMap(Airfield.init)
    default: return []
    }
  }
}

extension AirfieldIndex {
  /// The contract's fields of a take-off at a place.
  func takeoffFields(at place: Coordinate?) -> [String: ContractValue] {
    let airfield = place.flatMap { nearest(to: $0) }
    func text(_ text: String?) -> ContractValue {
      text.flatMap { $0.isEmpty ? nil : ContractValue.text($0) } ?? .null
    }
    return [
      "takeoffCode": text(airfield?.code), "takeoffName": text(airfield?.name),
      "takeoffCountry": text(airfield?.country),
    ]
  }
}

import ControlAPI
import Linux
import RecordingModel
import Store
import SyncContract

/// Files that were offered before, found by the SHA-256 of their bytes alone.
extension Importer {
  /// What the bytes came to; nil if they have to be looked into. What a person asks for is looked into
  /// even if it was thrown away.
  func known(_ sha256: String, _ offer: Offer) async throws -> ImportedFile? {
    let known = try read { (contents) throws(StoreError) in try contents.knownFile(sha256) }
    switch known?.kind {
    case .flight: return try await knownFlight(known!.subject, offer)
    case .mapFile: return try knownMapFile(known!.subject, sha256, offer)
    case .tasks: return offer.isAsked ? nil : offer.outcome(.known, .tasks)
    case .archive: return offer.isAsked ? nil : offer.outcome(.known, .archive)
    case .discarded:
      return offer.isAsked
        ? nil
        : offer.outcome(.passedOver, reason: "it was thrown out of the quarantine")
    case nil:
      guard !offer.isAsked, quarantine.contains(sha256) else { return nil }
      return offer.outcome(
        .quarantined, id: sha256, reason: "it is in quarantine already, and was not tried again")
    }
  }

  private func knownFlight(_ id: String, _ offer: Offer) async throws -> ImportedFile? {
    let (standing, entry) = try read { (contents) throws(StoreError) in
      (try contents.standing(ofFlight: id), try contents.flight(id))
    }
    // A row whose file is gone gets it back with this one.
    let isWhole = Files.exists(folder.blob(id))
    switch standing {
    case .inLogbook where isWhole:
      if let entry { publish(entry) }
      return offer.outcome(.known, .flight, id: id, filename: entry?.filename)
    case .seen where isWhole:
      try await promote(id)
      return offer.outcome(.promoted, .flight, id: id)
    case .deleted where !offer.isAsked:
      return offer.outcome(.deleted, .flight, id: id, reason: Self.deletedReason)
    default: return nil
    }
  }

  static let deletedReason =
    "it was deleted from the logbook; barograph import of this file brings it back"

  private func promote(_ id: String) async throws {
    try await store.perform { (database) throws(StoreError) in
      _ = try database.put(.flights, ["id": .text(id), "inLogbook": .bool(true)])
    }
  }

  private func knownMapFile(
    _ id: String, _ sha256: String, _ offer: Offer
  ) throws -> ImportedFile? {
    let row = try read { (contents) throws(StoreError) in try contents.row(of: .mapFiles, [id]) }
    if row?["contentHash"]?.text == sha256 {
      guard Files.exists("\(folder.mapFiles)/\(sha256)") else { return nil }
      return offer.outcome(
        .known, row?["type"]?.text == "airspace" ? .airspace : .waypoints, id: id,
        filename: row?["filename"]?.text)
    }
    return offer.isAsked
      ? nil : offer.outcome(.deleted, id: id, reason: "it was replaced or deleted")
  }
}

import ControlAPI
import FlightModel
import Log
import RecordingModel
import Store
import SyncContract

/// What an archive of a logbook says of its flights.
extension Importer {
  /// Enters it for the flights that came out of the archive, as far as nobody has edited them here.
  /// What cannot be stored is passed over: the flight itself is in the logbook.
  func seed(_ notes: [FlightSummary], of files: [ImportedFile]) async throws {
    guard !notes.isEmpty else { return }
    var outcomes: [String: ImportedFile.Outcome] = [:]
    for file in files where file.kind == .flight { outcomes[file.id ?? ""] = file.outcome }
    for flight in notes {
      guard let outcome = outcomes[flight.id], outcome != .deleted else { continue }
      let isNew = outcome == .added || outcome == .promoted
      let fields = Self.fields(of: flight, isNew: isNew)
      do throws(StoreError) {
        _ = try await store.perform { (database) throws(StoreError) in
          try database.seed(fields, ofFlight: flight.id)
        }
      } catch {
        guard case .row = error else { throw error }
        log.warning("notes of a flight are passed over: \(error)", [.flight: flight.id])
      }
    }
  }

  private static func fields(
    of flight: FlightSummary, isNew: Bool
  ) -> [String: ContractValue] {
    let (declared, notes) = (flight.declaration, flight.notes)
    var fields: [String: ContractValue] = [
      "isRead": .bool(notes.isRead), "isFavorite": .bool(notes.isFavorite),
      "isContest": .bool(notes.isContest), "isFieldLanding": .bool(notes.isFieldLanding),
      "waterBallastL": ContractValue(notes.waterBallastL.map { min(max($0, 0), 100_000) }),
    ]
    let texts = [
      "pilot": declared.pilot, "passenger": declared.crew, "gliderType": declared.gliderType,
      "registration": declared.registration, "competitionId": declared.competitionID,
      "competitionClass": declared.competitionClass, "comments": notes.comments,
    ]
    for (name, text) in texts { fields[name] = .text(text) }
    // One that was in the logbook already is not sent away.
    if isNew { fields["inLogbook"] = .bool(notes.inLogbook) }
    return fields
  }
}

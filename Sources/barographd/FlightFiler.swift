import FlightModel
import IGC
import Linux
import Log
import Logbook
import RecordingModel
import Store

/// Writes the IGC files of recordings that have ended and enters them into the logbook, on the
/// reader's thread.
///
/// The order survives a power cut at each step: the file is durable under its id before the row
/// names it, and a row without its name in `flights` gets it at the next start. Whatever is
/// repeated comes out the same.
struct FlightFiler: Sendable {
  let folder: StateFolder
  let archive: Archive
  let store: StoreWriter
  let makeFinisher: @Sendable () -> FlightFinisher
  let log: Logger

  /// What became of a recording.
  enum Outcome: Sendable {
    case filed(FlightEntry, path: String)
    /// A ride's file is written; it enters no logbook.
    case written(FlightEntry, path: String)
    /// There was no fix to write.
    case empty
    case failed(reason: String)
  }

  /// Writes, checks and enters the flight of a recording that has ended.
  func file(_ id: RecordingID) async -> Outcome {
    do {
      guard let draft = try await archive.write(id, as: .final, with: self) else { return .empty }
      let isFlight = try await enter(draft.flight)
      let path = await archive.publish(draft.flight.entry, folder: folder, log: log)
      try? Files.remove(draft.interimPath)
      log.notice(
        "\(isFlight ? "flight" : "ride") filed as \(draft.flight.entry.filename)",
        [.recording: id.description, .fixes: String(draft.flight.fixesInFile), .path: path])
      let entry = draft.flight.entry
      return isFlight ? .filed(entry, path: path) : .written(entry, path: path)
    } catch {
      log.error("\(error)", [.recording: id.description])
      return .failed(reason: "\(error)")
    }
  }

  /// Writes what there is of a flight that goes on after the next start.
  func fileInterim(_ id: RecordingID) async {
    do {
      guard let draft = try await archive.write(id, as: .interim, with: self) else { return }
      log.notice(
        "the recording is not over: what there is of it was written meanwhile",
        [.recording: id.description, .path: draft.interimPath])
    } catch {
      log.error("\(error)", [.recording: id.description])
    }
  }

  /// Enters a flight into the logbook; of a ride only the file is noted. Tells which it is.
  private func enter(_ flight: FinishedFlight) async throws -> Bool {
    let entry = flight.entry
    return try await store.perform { (database) throws(StoreError) in
      guard let id = entry.recordingID, let recording = try database.contents.recording(id),
        recording.kind == .ride
      else {
        try database.insert(flight: entry)
        return true
      }
      try database.noteIGC(entry.id, of: id)
      return false
    }
  }
}

import FlightModel
import Linux
import Recorder
import RecordingModel
import Settings
import Store

/// What earlier starts left in the database, as far as this one needs it.
struct Past: Sendable {
  var boardID: String
  var nextRecordingID: RecordingID
  var lastSequence: Int64
  /// The recording that the recorder may continue.
  var resume: ResumePoint?
  /// Who flies what: the settings, else the configuration.
  var declaration: Declaration
  /// Fixes that it has already.
  var resumedFixes: Int
  /// Recordings that have ended without a file.
  var leftovers: [RecordingID]
  /// Frames of this boot that have no time yet.
  var untimed: UntimedStretch?
  private var newestFlights: [FlightEntry]

  /// Reads it on the store's thread. Unfinished recordings but the newest are ended here: only one
  /// can go on.
  static func read(
    _ store: StoreWriter, configured: Declaration
  ) async throws(StoreError) -> Past {
    try await store.perform { (database) throws(StoreError) in
      let contents = database.contents
      let declaration = try contents.settings().declaration(over: configured)
      let boardID = try database.board(minting: declaration.glider)
      let unfinished = try contents.unfinishedRecordings()
      for recording in unfinished.dropLast() {
        var ended = recording
        ended.progress.end = .interrupted
        try database.commit(RecordingBatch(recording: ended))
      }
      return Past(
        boardID: boardID, nextRecordingID: try database.nextRecordingID(),
        lastSequence: database.lastSequence,
        resume: try unfinished.last.map { (recording) throws(StoreError) in
          try resumePoint(recording, contents)
        },
        declaration: declaration,
        resumedFixes: try unfinished.last.map { (recording) throws(StoreError) in
          try contents.fixCount(of: recording.id)
        } ?? 0,
        leftovers: try leftovers(contents),
        untimed: try database.untimedStretch().map { stretch in
          UntimedStretch(boardID: stretch.boardID, began: stretch.began)
        },
        newestFlights: try contents.flights(limit: 20))
    }
  }

  /// Recordings that have ended without a file; a ride without GNSS never has one.
  private static func leftovers(_ contents: StoreContents) throws(StoreError) -> [RecordingID] {
    var found: [RecordingID] = []
    for recording in try contents.recordingsWithoutIGC() {
      let fixes = try contents.fixCount(of: recording.id)
      if recording.kind == .flight || fixes > 0 { found.append(recording.id) }
    }
    return found
  }

  /// Flights whose file has no name beside its id, because the power went in between.
  func unpublished(in folder: StateFolder) -> [FlightEntry] {
    newestFlights.filter {
      !Files.exists("\(folder.flights)/\($0.filename)") && Files.exists(folder.blob($0.id))
    }
  }

  /// The recording with its newest four minutes and the bucket of its last minute.
  private static func resumePoint(
    _ recording: Recording, _ contents: StoreContents
  ) throws(StoreError) -> ResumePoint {
    let last = recording.progress.lastFixAt
    let fixes = try contents.newestFixes(of: recording.id, limit: 4 * 60 * 20).filter {
      last.milliseconds(since: $0.recordedAt) <= 240_000
    }
    let minute = last.advanced(byMilliseconds: -(last.millisecondOfDay % 60_000))
    return ResumePoint(
      recording: recording, lastFixes: fixes,
      bucket: try contents.bucket(board: recording.boardID, at: minute)?.bucket)
  }
}

extension Declaration {
  /// The board that this declaration records with: the registration names it, else the type.
  fileprivate var glider: ConfiguredGlider? {
    let key = registration.isEmpty ? gliderType : registration
    guard !key.isEmpty else { return nil }
    let name = [gliderType, registration].filter { !$0.isEmpty }.joined(separator: " ")
    return ConfiguredGlider(key: key, name: name)
  }
}

package import FlightModel
package import RecordingModel
import SQLite
import Telemetry

/// A log that was taken in: the same file for the same board is one import.
package struct RideImport: Equatable, Sendable {
  /// SHA-256 of the file, in lower-case hexadecimal.
  package var sha256: String
  /// Empty for a backup, which names its boards itself.
  package var boardID: String
  package var importedAt: UTCInstant
  /// Minutes that it added.
  package var minutes: Int64

  package init(sha256: String, boardID: String, importedAt: UTCInstant, minutes: Int64) {
    self.sha256 = sha256
    self.boardID = boardID
    self.importedAt = importedAt
    self.minutes = minutes
  }
}

/// What became of minutes that were offered.
package struct ImportedMinutes: Equatable, Sendable {
  package var stored = 0
  /// Minutes that the board has already, recorded here or taken in before; nothing of them is touched.
  package var known = 0

  package init(stored: Int = 0, known: Int = 0) {
    self.stored = stored
    self.known = known
  }
}

extension StoreDatabase {
  /// Takes in whole minutes in one transaction, all or nothing. A minute of which the board has a
  /// bucket already is left as it is, so that nothing recorded is replaced and a repeated import adds
  /// nothing.
  package func importMinutes(_ minutes: [ImportedMinute]) throws(StoreError) -> ImportedMinutes {
    try write("import-minutes") { (writer) throws(StoreError) in
      do throws(SQLiteError) {
        return try writer.importMinutes(minutes)
      } catch {
        throw .database(error)
      }
    }
  }

  /// Notes that a log was taken in whole.
  package func note(_ ride: RideImport) throws(StoreError) {
    _ = try write("note-import") { (writer) throws(StoreError) in
      try wrap { () throws(SQLiteError) in
        try writer.connection.run(
          """
          INSERT INTO ride_imports (sha256, board_id, imported_at_ms, minutes) VALUES (?, ?, ?, ?)
          ON CONFLICT (sha256, board_id) DO NOTHING
          """
        ) {
          $0.add(ride.sha256)
          $0.add(ride.boardID)
          $0.add(ride.importedAt.milliseconds)
          $0.add(ride.minutes)
        }
      }
    }
  }
}

extension BatchWriter {
  fileprivate mutating func importMinutes(
    _ minutes: [ImportedMinute]
  ) throws(SQLiteError) -> ImportedMinutes {
    var outcome = ImportedMinutes()
    isTakingIn = true
    defer { isTakingIn = false }
    for minute in minutes {
      if try isKnown(minute) {
        outcome.known += 1
      } else {
        try insert(minute)
        outcome.stored += 1
      }
    }
    return outcome
  }

  private mutating func isKnown(_ minute: ImportedMinute) throws(SQLiteError) -> Bool {
    let key = try boardKey(for: minute.bucket.boardID)
    let count = try connection.number(
      "SELECT count(*) FROM telemetry_minute_buckets WHERE bucket_start_ms = ? AND board_key = ?"
    ) {
      $0.add(minute.bucket.bucketStartMs)
      $0.add(key)
    }
    return count != 0
  }

  private mutating func insert(_ minute: ImportedMinute) throws(SQLiteError) {
    var batch = RecordingBatch()
    batch.frames = minute.frames
    batch.buckets = [minute.bucket]
    batch.markers = minute.markers
    try write(batch)
  }
}

extension StoreContents {
  /// The import of a file for a board; nil if it was not taken in whole.
  package func rideImport(sha256: String, boardID: String) throws(StoreError) -> RideImport? {
    try wrap { () throws(SQLiteError) in
      try connection.first(
        """
        SELECT imported_at_ms, minutes FROM ride_imports WHERE sha256 = ? AND board_id = ?
        """,
        {
          $0.add(sha256)
          $0.add(boardID)
        }
      ) {
        RideImport(
          sha256: sha256, boardID: boardID,
          importedAt: UTCInstant(milliseconds: $0.number()), minutes: $0.number())
      }
    }
  }
}

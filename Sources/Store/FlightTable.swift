import FlightModel
package import RecordingModel
import SQLite

extension StoreDatabase {
  /// Enters a flight into the logbook, and notes in the same transaction that its recording's IGC
  /// is on disk. A flight that is there already stays as it is; tells whether it was entered.
  @discardableResult
  package func insert(flight: FlightEntry) throws(StoreError) -> Bool {
    try repairing("insert-flight") { () throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        if let recording = flight.recordingID {
          _ = try Self.noteIGC(flight.id, of: recording, on: connection)
        }
        guard
          try connection.number(
            "SELECT count(*) FROM flights WHERE id = ?",
            {
              $0.add(flight.id)
            }) == 0
        else { return false }
        try enter(flight)
        return true
      }
    }
  }

  private func enter(_ flight: FlightEntry) throws(SQLiteError) {
    let now = ChangeTimestamp.next(after: nil, now: settings.wallClock().milliseconds)
    let sequence = try SyncSequence.next("flights", on: connection)
    // A database that was begun anew in mid-flight may not know the recording.
    let recording = try flight.recordingID.flatMap { (id) throws(SQLiteError) in
      try connection.number("SELECT id FROM recording WHERE id = ?") { $0.add(id.rawValue) }
    }
    try connection.run(
      """
      INSERT INTO flights (id, recording_id, filename, igc_bytes, imported_at, pilot, passenger,
        glider_type, registration, competition_id, competition_class, first_fix_at_ms,
        last_fix_at_ms, fix_count, takeoff_at_ms, landing_at_ms, duration_s, height_gained_m,
        updated_at, sync_seq)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ) {
      $0.add(flight.id)
      $0.add(recording)
      $0.add(flight)
      $0.add(now)
      $0.add(sequence)
    }
  }
}

extension Binder {
  fileprivate mutating func add(_ flight: FlightEntry) {
    add(flight.filename)
    add(flight.igcBytes)
    add(flight.importedAt.milliseconds)
    add(flight.declaration.pilot)
    add(flight.declaration.crew)
    add(flight.declaration.gliderType)
    add(flight.declaration.registration)
    add(flight.declaration.competitionID)
    add(flight.declaration.competitionClass)
    add(flight.firstFixAt.milliseconds)
    add(flight.lastFixAt.milliseconds)
    add(flight.fixCount)
    add(flight.takeoffAt?.milliseconds)
    add(flight.landingAt?.milliseconds)
    add(flight.durationSeconds)
    add(flight.heightGainedM)
  }
}

extension StoreContents {
  /// A flight by its id; nil if there is none or it was deleted.
  package func flight(_ id: String) throws(StoreError) -> FlightEntry? {
    try wrap { () throws(SQLiteError) in
      try connection.first(
        """
        SELECT id, recording_id, filename, igc_bytes, imported_at, pilot, passenger, glider_type,
          registration, competition_id, competition_class, first_fix_at_ms, last_fix_at_ms,
          fix_count, takeoff_at_ms, landing_at_ms, duration_s, height_gained_m
        FROM flights WHERE id = ? AND deleted_at IS NULL
        """, { $0.add(id) }, Self.flight)
    }
  }

  /// The newest flights first, at most `limit` after skipping `offset`.
  package func flights(limit: Int, offset: Int = 0) throws(StoreError) -> [FlightEntry] {
    try wrap { () throws(SQLiteError) in
      try connection.all(
        """
        SELECT id, recording_id, filename, igc_bytes, imported_at, pilot, passenger, glider_type,
          registration, competition_id, competition_class, first_fix_at_ms, last_fix_at_ms,
          fix_count, takeoff_at_ms, landing_at_ms, duration_s, height_gained_m
        FROM flights WHERE deleted_at IS NULL ORDER BY first_fix_at_ms DESC, id LIMIT ? OFFSET ?
        """,
        {
          $0.add(max(0, limit))
          $0.add(max(0, offset))
        }, Self.flight)
    }
  }

  /// Flights whose id begins with `idPrefix`, at most `limit`; deleted ones are left out.
  package func flights(idPrefix: String, limit: Int) throws(StoreError) -> [FlightEntry] {
    try wrap { () throws(SQLiteError) in
      try connection.all(
        """
        SELECT id, recording_id, filename, igc_bytes, imported_at, pilot, passenger, glider_type,
          registration, competition_id, competition_class, first_fix_at_ms, last_fix_at_ms,
          fix_count, takeoff_at_ms, landing_at_ms, duration_s, height_gained_m
        FROM flights WHERE id >= ?1 AND id < ?1 || 'g' AND deleted_at IS NULL LIMIT ?2
        """,
        {
          $0.add(idPrefix)
          $0.add(max(0, limit))
        }, Self.flight)
    }
  }

  private static func flight(_ row: inout Row) -> FlightEntry {
    let id = row.text() ?? ""
    let recording = row.int64().map(RecordingID.init)
    let filename = row.text() ?? ""
    let bytes = row.number()
    let importedAt = UTCInstant(milliseconds: row.number())
    let declaration = Declaration(
      pilot: row.text() ?? "", crew: row.text() ?? "", gliderType: row.text() ?? "",
      registration: row.text() ?? "", competitionID: row.text() ?? "",
      competitionClass: row.text() ?? "")
    return FlightEntry(
      id: id, recordingID: recording, filename: filename, igcBytes: bytes, importedAt: importedAt,
      declaration: declaration, firstFixAt: UTCInstant(milliseconds: row.number()),
      lastFixAt: UTCInstant(milliseconds: row.number()), fixCount: Int(row.number()),
      takeoffAt: row.int64().map(UTCInstant.init(milliseconds:)),
      landingAt: row.int64().map(UTCInstant.init(milliseconds:)),
      durationSeconds: row.number(), heightGainedM: row.int32() ?? 0)
  }
}

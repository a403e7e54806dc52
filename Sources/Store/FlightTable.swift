import FlightModel
package import RecordingModel
import SQLite
import SyncContract
import SyncPlan

extension StoreDatabase {
  /// Enters a flight into the logbook, and notes in the same transaction that its recording's IGC
  /// is on disk. A flight that is there already stays as it is; tells whether it was entered.
  @discardableResult
  package func insert(flight: FlightEntry) throws(StoreError) -> Bool {
    try write("insert-flight") { (writer) throws(StoreError) in
      try wrap { () throws(SQLiteError) in
        if let recording = flight.recordingID {
          _ = try Self.noteIGC(flight.id, of: recording, on: connection)
        }
      }
      let isThere = try wrap { () throws(SQLiteError) in
        try connection.number("SELECT count(*) FROM flights WHERE id = ?") { $0.add(flight.id) }
      }
      guard isThere == 0 else { return false }
      try writer.enter(flight.fitting)
      if flight.recordingID != nil { try writer.queueUploads(ofFlight: flight.id) }
      return true
    }
  }
}

extension BatchWriter {
  fileprivate mutating func enter(_ flight: FlightEntry) throws(StoreError) {
    let now = state.clock.stamp(after: nil, settings)
    try wrap { () throws(SQLiteError) in
      let sequence = try nextSequence("flights")
      // A database that was begun anew in mid-flight may not know the recording.
      let recording = try flight.recordingID.flatMap { (id) throws(SQLiteError) in
        try connection.number("SELECT id FROM recording WHERE id = ?") { $0.add(id.rawValue) }
      }
      try connection.run(
        """
        INSERT INTO flights (id, recording_id, filename, igc_bytes, imported_at, pilot, passenger,
          glider_type, registration, competition_id, competition_class, first_fix_at_ms,
          last_fix_at_ms, fix_count, takeoff_at_ms, landing_at_ms, duration_s, height_gained_m,
          updated_at, summary_updated_at, sync_seq, is_recorded_here)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
      ) {
        $0.add(flight.id)
        $0.add(recording)
        $0.add(flight)
        $0.add(now)
        $0.add(now)
        $0.add(sequence)
        $0.add(flight.recordingID != nil)
      }
    }
    let row = try wrap { () throws(SQLiteError) in
      try StoreContents(connection).find(.flights, [flight.id])?.row
    }
    do { try row?.checkSendable() } catch { throw .row(error) }
  }
}

extension FlightEntry {
  /// The same flight within the contract's bounds: a strange figure must not keep one out of the
  /// logbook.
  fileprivate var fitting: FlightEntry {
    var flight = self
    flight.filename = ContractKey.withoutNul(filename)
    flight.igcBytes = min(max(igcBytes, 0), Int64(Int32.max))
    flight.durationSeconds = min(max(durationSeconds, 0), Int64(Int32.max))
    flight.fixCount = min(max(fixCount, 0), Int(Int32.max))
    flight.importedAt = importedAt.fitting
    flight.firstFixAt = firstFixAt.fitting
    flight.lastFixAt = lastFixAt.fitting
    flight.takeoffAt = takeoffAt?.fitting
    flight.landingAt = landingAt?.fitting
    flight.declaration = declaration.withoutNul
    return flight
  }
}

extension UTCInstant {
  fileprivate var fitting: UTCInstant {
    UTCInstant(milliseconds: min(max(milliseconds, 0), ChangeTimestamp.latest))
  }
}

extension Declaration {
  fileprivate var withoutNul: Declaration {
    var declaration = self
    declaration.pilot = ContractKey.withoutNul(pilot)
    declaration.crew = ContractKey.withoutNul(crew)
    declaration.gliderType = ContractKey.withoutNul(gliderType)
    declaration.registration = ContractKey.withoutNul(registration)
    declaration.competitionID = ContractKey.withoutNul(competitionID)
    declaration.competitionClass = ContractKey.withoutNul(competitionClass)
    return declaration
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

  static func flight(_ row: inout Row) -> FlightEntry {
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

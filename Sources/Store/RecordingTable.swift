import FlightModel
package import RecordingModel
import SQLite

extension BatchWriter {
  /// Enters a recording or brings its row up to date. An end once set stays; it is written on its
  /// own, because naming the column in every update would rewrite the index on it each second.
  mutating func write(_ recording: Recording, bootKey: Int64) throws(SQLiteError) {
    let progress = recording.progress
    let boardKey = try boardKey(for: recording.boardID)
    let changed = try connection.run(
      """
      UPDATE recording SET kind = ?, board_key = ?, started_at_ms = ?, last_fix_at_ms = ?, is_airborne = ?, takeoff_at_ms = ?,
        landing_at_ms = ?, ground_altitude_cm = ?,
        pilot = ?, crew = ?, glider_type = ?, registration = ?, competition_id = ?, competition_class = ?
      WHERE id = ?
      """
    ) {
      $0.add(recording.kind.rawValue)
      $0.add(boardKey)
      $0.add(recording.startedAt.milliseconds)
      $0.add(progress)
      $0.add(recording.declaration)
      $0.add(recording.id.rawValue)
    }
    if changed == 0 { try insert(recording, boardKey: boardKey, bootKey: bootKey) }
    guard let end = progress.end else { return }
    try connection.run("UPDATE recording SET end_reason = ? WHERE id = ? AND end_reason IS NULL") {
      $0.add(end.rawValue)
      $0.add(recording.id.rawValue)
    }
  }

  private func insert(
    _ recording: Recording, boardKey: Int64, bootKey: Int64
  ) throws(SQLiteError) {
    try connection.run(
      """
      INSERT INTO recording (id, kind, board_key, boot_key, started_at_ms, last_fix_at_ms,
        is_airborne, takeoff_at_ms, landing_at_ms, ground_altitude_cm, pilot, crew, glider_type,
        registration, competition_id, competition_class)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ) {
      $0.add(recording.id.rawValue)
      $0.add(recording.kind.rawValue)
      $0.add(boardKey)
      $0.add(bootKey)
      $0.add(recording.startedAt.milliseconds)
      $0.add(recording.progress)
      $0.add(recording.declaration)
    }
  }
}

extension Binder {
  fileprivate mutating func add(_ progress: Recording.Progress) {
    add(progress.lastFixAt.milliseconds)
    add(progress.isAirborne)
    add(progress.takeoffAt?.milliseconds)
    add(progress.landingAt?.milliseconds)
    add(progress.groundAltitudeCm)
  }

  fileprivate mutating func add(_ declaration: Declaration) {
    add(declaration.pilot)
    add(declaration.crew)
    add(declaration.gliderType)
    add(declaration.registration)
    add(declaration.competitionID)
    add(declaration.competitionClass)
  }
}

extension StoreDatabase {
  /// The number that the next recording takes; numbers of this database are never used twice.
  package func nextRecordingID() throws(StoreError) -> RecordingID {
    let used = try repairing("next-recording") { () throws(SQLiteError) in
      try connection.number("SELECT seq FROM sqlite_sequence WHERE name = 'recording'") ?? 0
    }
    return RecordingID(used &+ 1)
  }

  /// Notes that the IGC file of a recording that enters no logbook is on disk, by its id.
  package func noteIGC(_ id: String, of recording: RecordingID) throws(StoreError) {
    let changed = try repairing("note-igc") { () throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        try Self.noteIGC(id, of: recording, on: connection)
      }
    }
    if changed == 0 { throw .noSuchRecording(recording.rawValue) }
  }

  /// Removes up to `limit` fixes of a recording that ended as discarded, newest first; its row
  /// and its telemetry stay. Tells whether any are left, so that a long one goes in slices between
  /// commits. Any other recording is left alone.
  @discardableResult
  package func removeFixes(
    ofDiscarded recording: RecordingID, limit: Int = 1000
  ) throws(StoreError) -> Bool {
    try repairing("remove-fixes") { () throws(SQLiteError) in
      guard
        try connection.number(
          "SELECT count(*) FROM recording WHERE id = ? AND end_reason = 'discarded'",
          { $0.add(recording.rawValue) }) == 1
      else { return false }
      return try connection.transaction { () throws(SQLiteError) in
        var left = max(1, limit)
        for segment in try contents.segments(of: recording).reversed() where left > 0 {
          left -= try removeNewestFixes(in: segment.fixes, limit: left)
        }
        return left == 0
      }
    }
  }

  private func removeNewestFixes(
    in rows: Range<Int64>, limit: Int
  ) throws(SQLiteError) -> Int {
    let doomed = try connection.all(
      "SELECT id FROM fix_record WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT ?",
      {
        $0.add(rows.lowerBound)
        $0.add(rows.upperBound)
        $0.add(limit)
      }, { $0.number() })
    guard let lowest = doomed.last else { return 0 }
    try connection.run("DELETE FROM fix_extra WHERE fix_id >= ? AND fix_id < ?") {
      $0.add(lowest)
      $0.add(rows.upperBound)
    }
    return try connection.run("DELETE FROM fix_record WHERE id >= ? AND id < ?") {
      $0.add(lowest)
      $0.add(rows.upperBound)
    }
  }

  static func noteIGC(
    _ id: String, of recording: RecordingID, on connection: Connection
  ) throws(SQLiteError) -> Int {
    try connection.run("UPDATE recording SET igc_id = ? WHERE id = ?") {
      $0.add(id)
      $0.add(recording.rawValue)
    }
  }
}

extension StoreContents {
  /// A recording by its number; nil if there is none.
  package func recording(_ id: RecordingID) throws(StoreError) -> Recording? {
    try wrap { () throws(SQLiteError) in
      try connection.first(
        """
        SELECT * FROM recording_entry WHERE id = ?
        """, { $0.add(id.rawValue) }, Self.recording)
    }
  }

  /// The newest recordings first, at most `limit`, with numbers below `before`.
  package func recordings(
    before: RecordingID = RecordingID(.max), limit: Int
  ) throws(StoreError) -> [Recording] {
    try wrap { () throws(SQLiteError) in
      try connection.all(
        """
        SELECT * FROM recording_entry WHERE id < ? ORDER BY id DESC LIMIT ?
        """,
        {
          $0.add(before.rawValue)
          $0.add(max(0, limit))
        }, Self.recording)
    }
  }

  /// Recordings without an end, oldest first: what a start has to continue or finish.
  package func unfinishedRecordings() throws(StoreError) -> [Recording] {
    try wrap { () throws(SQLiteError) in
      try connection.all(
        """
        SELECT * FROM recording_entry WHERE end_reason IS NULL ORDER BY id
        """, { _ in }, Self.recording)
    }
  }

  /// Recordings that have ended, were not discarded, and whose IGC file is not noted yet, oldest
  /// first.
  package func recordingsWithoutIGC() throws(StoreError) -> [Recording] {
    try wrap { () throws(SQLiteError) in
      try connection.all(
        """
        SELECT * FROM recording_entry WHERE end_reason <> 'discarded' AND igc_id IS NULL ORDER BY id
        """, { _ in }, Self.recording)
    }
  }

  /// How many fixes a recording was given, from the ends of its runs: a few pages however many they
  /// are. Rows on damaged pages count.
  package func fixCount(of recording: RecordingID) throws(StoreError) -> Int {
    try wrap { () throws(SQLiteError) in
      let end = try endOfFixes()
      return try segments(of: recording).reduce(0) {
        $0 + Int(max(0, min($1.fixes.upperBound, end) - $1.fixes.lowerBound))
      }
    }
  }

  /// The runs of rows of a recording in the order of their making.
  func segments(of recording: RecordingID) throws(SQLiteError) -> [StoredSegment] {
    try connection.all(
      """
      SELECT s.recording_id, s.first_fix_id, n.first_fix_id, s.first_frame_id, n.first_frame_id,
        s.base_ms
      FROM recording_segment AS s
      LEFT JOIN recording_segment AS n ON n.segment_id = s.segment_id + 1
      WHERE s.recording_id = ? ORDER BY s.segment_id
      """, { $0.add(recording.rawValue) }
    ) { row in
      let id = row.int64()
      let fixes = Self.range(from: row.number(), to: row.int64())
      let frames = Self.range(from: row.number(), to: row.int64())
      return StoredSegment(
        recordingID: id, fixes: fixes, frames: frames, baseMs: row.number())
    }
  }

  private static func range(from first: Int64, to next: Int64?) -> Range<Int64> {
    first..<max(first, next ?? .max)
  }

  private static func recording(_ row: inout Row) -> Recording {
    let id = RecordingID(row.number())
    let kind = RecordingKind(rawValue: row.text() ?? "") ?? .flight
    let board = row.text() ?? ""
    let boot = row.text() ?? ""
    let start = UTCInstant(milliseconds: row.number())
    let declaration = declaration(&row)
    return Recording(
      id: id, kind: kind, boardID: board, bootID: boot, startedAt: start,
      declaration: declaration, progress: progress(&row))
  }

  private static func declaration(_ row: inout Row) -> Declaration {
    var declaration = Declaration()
    declaration.pilot = row.text() ?? ""
    declaration.crew = row.text() ?? ""
    declaration.gliderType = row.text() ?? ""
    declaration.registration = row.text() ?? ""
    declaration.competitionID = row.text() ?? ""
    declaration.competitionClass = row.text() ?? ""
    return declaration
  }

  private static func progress(_ row: inout Row) -> Recording.Progress {
    var progress = Recording.Progress(lastFixAt: UTCInstant(milliseconds: row.number()))
    progress.isAirborne = row.bool()
    progress.takeoffAt = row.int64().map(UTCInstant.init(milliseconds:))
    progress.landingAt = row.int64().map(UTCInstant.init(milliseconds:))
    progress.groundAltitudeCm = row.int32()
    progress.end = row.text().flatMap(RecordingEnd.init(rawValue:))
    return progress
  }
}

import SQLite

/// A full check of a database in small slices, for the reader's connection while a flight is being
/// recorded.
///
/// The two tables that grow without end are walked by row number, every row read and looked up in
/// its indexes; every other table goes through SQLite's own check, one a slice.
package struct IntegrityCheck: Equatable, Sendable {
  /// How far it is.
  package enum State: Equatable, Sendable {
    case running
    /// Everything was visited and nothing was wrong.
    case sound
    /// What is wrong, in SQLite's words or ours.
    case broken(String)
  }

  package private(set) var state = State.running
  /// Rows looked at so far.
  package private(set) var rowsChecked = 0
  private var stage = 0
  private var lastID: Int64 = 0

  package init() {}

  /// Looks at up to `rows` rows of a large table, or at one small table whole. Corruption ends the
  /// check as `broken`; other errors are thrown and the slice can be tried again.
  @discardableResult
  package mutating func step(
    _ contents: StoreContents, rows: Int = 2000
  ) throws(StoreError) -> State {
    guard state == .running else { return state }
    do throws(SQLiteError) {
      try advance(contents.connection, rows: max(1, rows))
    } catch {
      guard error.isCorruption || error.isSchemaDamage else { throw .database(error) }
      state = .broken(error.message)
    }
    return state
  }

  private mutating func advance(_ connection: Connection, rows: Int) throws(SQLiteError) {
    switch stage {
    case 0:
      try walk(
        connection, "fix_record", Self.fixes, rows,
        end: Self.fixesMissing,
        border: "SELECT count(*) FROM recording_segment WHERE first_fix_id = ?")
    case 1:
      try walk(
        connection, "telemetry_frames", Self.frames, rows,
        end: Self.framesMissing,
        border: "SELECT count(*) FROM recording_segment WHERE first_frame_id = ?")
    default: try checkSmallTable(connection, index: stage - 2)
    }
  }

  /// Rows after the last one, each with whether it is wrong.
  private static let fixes: StaticString = """
    SELECT id, typeof(offset_ms) <> 'integer' OR typeof(latitude_e7) <> 'integer'
        OR typeof(longitude_e7) <> 'integer' OR typeof(solution) <> 'integer'
        OR typeof(gnss_altitude_cm) NOT IN ('integer', 'null')
        OR typeof(pressure_altitude_cm) NOT IN ('integer', 'null')
        OR typeof(ground_speed_cm_s) NOT IN ('integer', 'null')
        OR typeof(vario_cm_s) NOT IN ('integer', 'null')
        OR typeof(bearing_centideg) NOT IN ('integer', 'null')
        OR typeof(horizontal_error_dm) NOT IN ('integer', 'null')
        OR typeof(vertical_error_dm) NOT IN ('integer', 'null')
    FROM fix_record WHERE id > ?1 ORDER BY id LIMIT ?2
    """

  private static let frames: StaticString = """
    SELECT id, typeof(board_key) <> 'integer' OR typeof(boot_key) <> 'integer'
        OR typeof(elapsed_realtime_ms) <> 'integer' OR typeof(flags) <> 'integer'
        OR typeof(location_timestamp_ms) NOT IN ('integer', 'null')
        OR NOT EXISTS (SELECT 1 FROM telemetry_frames AS i INDEXED BY telemetry_frames_by_time
          WHERE i.captured_at_ms IS s.captured_at_ms AND i.id = s.id)
        OR NOT EXISTS (SELECT 1 FROM telemetry_frames AS i INDEXED BY telemetry_frames_by_board
          WHERE i.board_key = s.board_key AND i.captured_at_ms IS s.captured_at_ms
            AND i.id = s.id)
    FROM telemetry_frames AS s NOT INDEXED WHERE id > ?1 ORDER BY id LIMIT ?2
    """

  /// Runs of fixes that should go on behind a row; those of discarded recordings may be gone, and
  /// what retention has taken.
  private static let fixesMissing: StaticString = """
    SELECT count(*) FROM (
      SELECT s.recording_id, s.first_fix_id, coalesce(n.first_fix_id,
        (SELECT seq + 1 FROM sqlite_sequence WHERE name = 'fix_record'), 0) AS end_id
      FROM recording_segment AS s
      LEFT JOIN recording_segment AS n ON n.segment_id = s.segment_id + 1) AS run
    LEFT JOIN recording AS r ON r.id = run.recording_id
    WHERE run.end_id > ?1 + 1 AND run.end_id > run.first_fix_id
      AND coalesce(r.end_reason, '') <> 'discarded'
      AND NOT EXISTS (SELECT 1 FROM pruned_rows AS p WHERE p.table_name = 'fix_record'
        AND p.first_id <= max(run.first_fix_id, ?1 + 1) AND p.last_id >= run.end_id - 1)
    """

  private static let framesMissing: StaticString = """
    SELECT seq <> ?1 AND NOT EXISTS (SELECT 1 FROM pruned_rows AS p
      WHERE p.table_name = 'telemetry_frames' AND p.first_id <= ?1 + 1 AND p.last_id >= seq)
    FROM sqlite_sequence WHERE name = 'telemetry_frames'
    """

  /// Looks at the next rows of a table: each must be whole, follow the one before, and leave no
  /// number out except where a run of rows begins or where retention took them; the last must be
  /// the last that was given out.
  private mutating func walk(
    _ connection: Connection, _ table: StaticString, _ slice: StaticString, _ rows: Int,
    end: StaticString,
    border: StaticString
  ) throws(SQLiteError) {
    var count = 0
    var last = lastID
    var finding: String?
    try connection.forEachRow(
      slice,
      {
        $0.add(last)
        $0.add(rows)
      }
    ) { (row) throws(SQLiteError) in
      let id = row.number()
      if row.bool() { finding = "row \(id) is damaged" }
      if id <= last { finding = "row \(id) follows row \(last)" }
      if id > last + 1, last > 0, try connection.number(border, { $0.add(id) }) == 0,
        try !PrunedRows(connection: connection).contains(last + 1...id - 1, of: table)
      {
        finding = "rows are missing between \(last) and \(id)"
      }
      count += 1
      last = id
      return finding == nil
    }
    rowsChecked += count
    lastID = last
    if finding == nil, count < rows, try connection.number(end, { $0.add(last) }) ?? 0 != 0 {
      finding = "rows are missing after \(last)"
    }
    if let finding {
      state = .broken(finding)
    } else if count < rows {
      beginNextStage()
    }
  }

  private mutating func beginNextStage() {
    stage += 1
    lastID = 0
  }

  /// SQLite's own check of one table and its indexes (`PRAGMA integrity_check(table)`).
  private mutating func checkSmallTable(
    _ connection: Connection, index: Int
  ) throws(SQLiteError) {
    let tables = try connection.all(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table'
        AND name NOT IN ('fix_record', 'telemetry_frames') ORDER BY name
      """, { _ in }
    ) { $0.text() ?? "" }
    guard index < tables.count else {
      state = .sound
      return
    }
    // The name is out of our own schema; a table that is damaged in name is not asked for.
    let name = tables[index].filter { $0.isLetter || $0.isNumber || $0 == "_" }
    let statement = try connection.prepare("PRAGMA integrity_check('\(name)')")
    if var row = try statement.step() {
      let verdict = row.text() ?? ""
      if verdict != "ok" { state = .broken("\(name): \(verdict)") }
    }
    stage += 1
  }
}

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
    case 0: try walk(connection, Self.fixSlice, rows)
    case 1: try walk(connection, Self.frameSlice, rows)
    default: try checkSmallTable(connection, index: stage - 2)
    }
  }

  /// Columns of a slice: rows, highest row number, rows that are wrong.
  private static let fixSlice: StaticString = """
    SELECT count(*), max(id), count(*) FILTER (
      WHERE id <= ?1 OR solution IS NULL OR typeof(offset_ms) <> 'integer'
        OR typeof(latitude_e7) <> 'integer' OR typeof(longitude_e7) <> 'integer'
        OR typeof(gnss_altitude_cm) NOT IN ('integer', 'null')
        OR typeof(pressure_altitude_cm) NOT IN ('integer', 'null')
        OR typeof(ground_speed_cm_s) NOT IN ('integer', 'null')
        OR typeof(vario_cm_s) NOT IN ('integer', 'null')
        OR typeof(bearing_centideg) NOT IN ('integer', 'null')
        OR typeof(horizontal_error_dm) NOT IN ('integer', 'null')
        OR typeof(vertical_error_dm) NOT IN ('integer', 'null'))
    FROM (SELECT * FROM fix_record WHERE id > ?1 ORDER BY id LIMIT ?2)
    """

  private static let frameSlice: StaticString = """
    SELECT count(*), max(id), count(*) FILTER (
      WHERE id <= ?1 OR typeof(board_key) <> 'integer' OR typeof(boot_key) <> 'integer'
        OR typeof(elapsed_realtime_ms) <> 'integer' OR typeof(flags) <> 'integer'
        OR typeof(location_timestamp_ms) NOT IN ('integer', 'null')
        OR NOT EXISTS (SELECT 1 FROM telemetry_frames AS i INDEXED BY telemetry_frames_by_time
          WHERE i.captured_at_ms IS s.captured_at_ms AND i.id = s.id)
        OR NOT EXISTS (SELECT 1 FROM telemetry_frames AS i INDEXED BY telemetry_frames_by_board
          WHERE i.board_key = s.board_key AND i.captured_at_ms IS s.captured_at_ms
            AND i.id = s.id))
    FROM (SELECT * FROM telemetry_frames NOT INDEXED WHERE id > ?1 ORDER BY id LIMIT ?2) AS s
    """

  private mutating func walk(
    _ connection: Connection, _ slice: StaticString, _ rows: Int
  ) throws(SQLiteError) {
    let last = lastID
    let found = try connection.first(
      slice,
      {
        $0.add(last)
        $0.add(rows)
      }, { (count: $0.number(), highest: $0.int64(), wrong: $0.number()) })
    guard let found, found.count > 0, let highest = found.highest else { return beginNextStage() }
    if found.wrong > 0 || highest <= last {
      state = .broken("\(max(1, found.wrong)) damaged rows after row \(last)")
      return
    }
    rowsChecked += Int(found.count)
    lastID = highest
    if found.count < rows { beginNextStage() }
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

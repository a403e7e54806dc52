import SQLite

/// What the writer remembers between commits, so that a batch needs no lookups. It is a value:
/// a commit works on a copy, which replaces the original only once the commit is durable.
struct WriterState {
  /// A run of rows with one recording and boot; it ends where the next one begins.
  struct Segment: Equatable {
    var id: Int64
    var recordingID: Int64?
    var bootKey: Int64
    /// What the fixes' `offset_ms` count from; nil until it has a fix.
    var baseMs: Int64?
    /// Its rows were taken in from a log, or an earlier start wrote it: what is recorded without its
    /// time does not go on in it.
    var isTakenIn = false
  }

  /// Bytes of a page of this file.
  let pageSize: Int
  var bootKey: Int64?
  var lastSequence: Int64 = 0
  var segment: Segment?
  var nextFixID: Int64 = 1
  var nextFrameID: Int64 = 1
  var boardKeys: [String: Int64] = [:]
  var clock: ChangeClock

  /// Reads the ends of the tables: a fixed number of pages, however much they hold.
  init(_ connection: Connection, bootID: String) throws(SQLiteError) {
    pageSize = Int(try connection.number("PRAGMA page_size") ?? 0)
    bootKey = try connection.number("SELECT boot_key FROM boot WHERE boot_id = ?") {
      $0.add(bootID)
    }
    clock = try ChangeClock(connection)
    lastSequence =
      try connection.number(
        "SELECT last_value FROM sync_sequences WHERE name = 'recording_batch'") ?? 0
    segment = try connection.first(
      """
      SELECT segment_id, recording_id, boot_key, base_ms FROM recording_segment
      ORDER BY segment_id DESC LIMIT 1
      """
    ) {
      Segment(id: $0.number(), recordingID: $0.int64(), bootKey: $0.number(), baseMs: $0.int64())
    }
    if segment?.recordingID == nil { segment?.isTakenIn = true }
    nextFixID = try Self.nextID(connection, "fix_record")
    nextFrameID = try Self.nextID(connection, "telemetry_frames")
    for (id, key) in try connection.all(
      "SELECT id, board_key FROM boards", { _ in }, { ($0.text() ?? "", $0.number()) })
    {
      boardKeys[id] = key
    }
  }

  private static func nextID(_ connection: Connection, _ table: String) throws(SQLiteError) -> Int64
  {
    let used = try connection.number("SELECT seq FROM sqlite_sequence WHERE name = ?") {
      $0.add(table)
    }
    return (used ?? 0) &+ 1
  }
}

import FlightModel
import SQLite

/// A look into a box's database through a connection of its own.
struct StoredRows {
  let connection: Connection

  /// Opens it for this look; nil while the daemon has not made it yet.
  init?(_ path: String) throws {
    guard let connection = try? Connection(path: path, access: .query, busyTimeoutMs: 5000),
      try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'fix'") == 1
    else { return nil }
    self.connection = connection
  }

  /// The fixes up to a row, as numbers that another look can be compared with.
  struct Digest: Equatable {
    var newestRow: Int64
    var count: Int64
    var sum: Int64
  }

  /// Of all fixes, or of those up to a row.
  func digest(upTo row: Int64 = .max) throws -> Digest {
    let sql: StaticString = """
      SELECT coalesce(max(id), 0), count(*), coalesce(sum((id * 1000003 + recording_id * 7919
        + recorded_at_ms * 31 + latitude_e7 * 131 + longitude_e7 * 17 + mode
        + coalesce(gnss_altitude_cm, -1) * 257 + coalesce(ground_speed_cm_s, -1) * 8191
        + coalesce(bearing_centideg, -1) * 127 + coalesce(vario_cm_s, 9999) * 3) % 1000000007), 0)
        FROM fix WHERE id <= ?
      """
    return try connection.first(sql, { $0.add(row) }) {
      Digest(newestRow: $0.number(), count: $0.number(), sum: $0.number())
    }!
  }

  /// The times of all fixes in the order of their rows.
  func fixTimes(of recording: Int64? = nil) throws -> [UTCInstant] {
    let sql: StaticString =
      "SELECT recorded_at_ms FROM fix WHERE recording_id = ?1 OR ?1 < 0 ORDER BY id"
    return try connection.all(sql, { $0.add(recording ?? -1) }) {
      UTCInstant(milliseconds: $0.number())
    }
  }

  /// What was measured of the pilot, one a fix.
  struct Body: Hashable {
    var heartRate: Int64?
    var oxygenSaturation: Int64?
  }

  /// Of all fixes in the order of their rows.
  func bodies() throws -> [Body] {
    try connection.all("SELECT heart_rate, oxygen_saturation FROM fix ORDER BY id") {
      Body(heartRate: $0.int64(), oxygenSaturation: $0.int64())
    }
  }

  /// A recording's row.
  struct RecordingRow: Equatable {
    var id: Int64
    var end: String?
    var isAirborne: Bool
    var takeoff: UTCInstant?
    var lastFix: UTCInstant
    var igc: String?
  }

  func recordings() throws -> [RecordingRow] {
    let sql: StaticString = """
      SELECT id, end_reason, is_airborne, takeoff_at_ms, last_fix_at_ms, igc_id FROM recording
        ORDER BY id
      """
    return try connection.all(sql) { row in
      RecordingRow(
        id: row.number(), end: row.text(), isAirborne: row.bool(),
        takeoff: row.int64().map { UTCInstant(milliseconds: $0) },
        lastFix: UTCInstant(milliseconds: row.number()), igc: row.text())
    }
  }

  /// A hole that the recording tells of.
  struct Gap: Equatable {
    var from: UTCInstant
    var milliseconds: Int64
    var cause: String
  }

  func gaps() throws -> [Gap] {
    let sql: StaticString = """
      SELECT occurred_at_ms, gap_ms, message FROM telemetry_markers WHERE gap_ms > 0 ORDER BY id
      """
    return try connection.all(sql) {
      Gap(
        from: UTCInstant(milliseconds: $0.number()), milliseconds: $0.number(),
        cause: $0.text() ?? "")
    }
  }

  /// Sync Actions in their order: what was deleted, as `alert BOARD ID`.
  func actions() throws -> [String] {
    let sql: StaticString = "SELECT target, board_id, key FROM sync_actions ORDER BY id"
    return try connection.all(sql) { row in
      [row.text(), row.text(), row.text()].compactMap(\.self).joined(separator: " ")
    }
  }

  func count(of table: Table) throws -> Int64 {
    let sql: StaticString =
      switch table {
      case .fixes: "SELECT count(*) FROM fix_record"
      case .flights: "SELECT count(*) FROM flights"
      case .frames: "SELECT count(*) FROM telemetry_frames"
      case .sendingUploads: "SELECT count(*) FROM flight_uploads WHERE stage = 'sending'"
      }
    return try connection.number(sql) ?? 0
  }

  enum Table { case fixes, flights, frames, sendingUploads }
}

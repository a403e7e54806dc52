package import FlightModel
package import RecordingModel
import RideLogs
package import SQLite
import Telemetry

/// Why an app's backup gives nothing.
package enum AppBackupError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file is damaged, or no database.
  case damaged(String)
  /// The manifest names another version of the schema than the database.
  case version(manifest: Int64, database: Int64)
  /// A table or column is missing that every known version has.
  case unknownSchema(String)
  /// It could not be read.
  case database(SQLiteError)

  package var description: String {
    switch self {
    case .damaged(let cause): "the backup's database is damaged (\(cause)); export it again"
    case .version(let manifest, let database):
      "the backup says that its database is of version \(manifest), which is \(database); export it again"
    case .unknownSchema(let what): "the backup has no \(what); update barograph, or the app"
    case .database(let error): "the backup's database cannot be read: \(error)"
    }
  }
}

/// The telemetry in the database of an app's backup. Opened for queries only, with nothing of its
/// schema trusted: no view, trigger or function of it runs.
package final class AppBackup {
  private let connection: Connection
  /// The column that names a row's board: an id, or in older versions the radio's address.
  private let boardColumn: String

  private static let frameColumns =
    [
      "captured_at_ms", "elapsed_realtime_ms", "can_id", "flags", "changed_mask_1",
      "changed_mask_2",
    ]
    + [
      "speed_centi_kmh", "battery_voltage_mv", "motor_current_ma", "battery_current_ma",
      "duty_permille", "pitch_centi_deg", "roll_centi_deg", "balance_pitch_centi_deg",
      "balance_current_ma", "erpm", "state", "switch_state", "adc1_milli", "adc2_milli",
      "odometer_cm", "temp_mosfet_deci_c", "temp_motor_deci_c", "fault_code", "latitude_e7",
      "longitude_e7", "gps_speed_centi_mps", "bearing_centi_deg", "accuracy_cm", "altitude_cm",
      "location_timestamp_ms",
    ]
  private static let bucketColumns = [
    "bucket_start_ms", "sample_count", "first_sample_at_ms", "last_sample_at_ms",
    "sum_abs_speed_centi_kmh", "moving_speed_sample_count", "sum_moving_abs_speed_centi_kmh",
    "max_abs_speed_centi_kmh", "min_battery_voltage_mv", "max_motor_current_abs_ma",
    "max_battery_current_abs_ma", "battery_used_wh_milli", "battery_regen_wh_milli",
    "max_duty_abs_permille", "fault_count", "first_odometer_cm", "last_odometer_cm",
    "gps_point_count", "precise_gps_point_count", "gps_distance_cm", "max_gps_speed_centi_mps",
    "max_temp_mosfet_deci_c", "max_temp_motor_deci_c", "first_latitude_e7", "first_longitude_e7",
    "first_moving_at_ms", "last_moving_at_ms",
  ]
  private static let frames = "telemetry_frames"
  private static let buckets = "telemetry_minute_buckets"

  /// Opens a database that was unpacked to `path`, and checks it whole: integrity, version, columns.
  package init(path: String, schemaVersion: Int64) throws(AppBackupError) {
    connection = try Self.checked(path, schemaVersion)
    let columns = try Self.columns(of: Self.frames, connection)
    boardColumn = columns.contains("board_id") ? "board_id" : "device_id"
    for (table, names) in [(Self.frames, Self.frameColumns), (Self.buckets, Self.bucketColumns)] {
      let there = try Self.columns(of: table, connection)
      if let missing = (names + [boardColumn]).first(where: { !there.contains($0) }) {
        throw .unknownSchema("\(table).\(missing)")
      }
    }
  }

  private static func checked(
    _ path: String, _ schemaVersion: Int64
  ) throws(AppBackupError) -> Connection {
    try reading { () throws(SQLiteError) in
      let connection = try Connection(path: path, access: .query)
      try connection.execute(
        "PRAGMA trusted_schema = 0; PRAGMA cell_size_check = 1; PRAGMA cache_size = -1024")
      return connection
    }.verified(schemaVersion)
  }

  @discardableResult
  fileprivate static func reading<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(AppBackupError) -> Result {
    do throws(SQLiteError) {
      return try body()
    } catch {
      throw error.isCorruption ? .damaged(error.message) : .database(error)
    }
  }

  /// The columns of a real table; empty for anything else of that name.
  private static func columns(
    of table: String, _ connection: Connection
  ) throws(AppBackupError) -> Set<String> {
    try reading { () throws(SQLiteError) in
      let isTable = try connection.first(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?",
        { $0.add(table) }, { $0.number() == 1 })
      guard isTable == true else { return [] }
      return Set(
        try connection.all("SELECT name FROM pragma_table_info(?)", { $0.add(table) }) {
          $0.text() ?? ""
        })
    }
  }

  // MARK: Contents

  /// What the rows call their boards, in order; those that name none are left out.
  package func boardSources() throws(AppBackupError) -> [String] {
    try Self.reading { () throws(SQLiteError) in
      var sources: [String] = []
      try query(
        """
        SELECT \(boardColumn) FROM \(Self.frames) WHERE \(boardColumn) <> '' UNION
        SELECT \(boardColumn) FROM \(Self.buckets) WHERE \(boardColumn) <> '' ORDER BY 1 LIMIT 1000
        """, []
      ) { row in
        if let source = row.text() { sources.append(source) }
        return true
      }
      return sources
    }
  }

  /// Hands the minutes of a board to `body` under the id that it has here, in the order of time,
  /// until it returns false; samples in `hidden` places are left out. A minute that has lost its
  /// frames comes with its bucket alone. Returns how many frames could not be used.
  package func forEachMinute(
    of source: String, as boardID: String, hidden: (Coordinate) -> Bool,
    _ body: (ImportedMinute) throws -> Bool
  ) throws -> Int {
    var walk = Walk(boardID: boardID)
    var failure: (any Error)?
    try Self.reading { () throws(SQLiteError) in
      try self.query(
        """
        SELECT \(Self.frameColumns.joined(separator: ", ")) FROM \(Self.frames)
        WHERE \(boardColumn) = ? ORDER BY captured_at_ms, id
        """, [source]
      ) { row in
        guard let sample = walk.decoder.decode(Self.frame(&row, boardID)) else { return true }
        guard let minute = walk.add(sample, hidden) else { return true }
        do { return try body(try self.fullRate(minute, source)) } catch { failure = error }
        return false
      }
    }
    if let failure { throw failure }
    if let last = walk.finish() { guard try body(try fullRate(last, source)) else { return 0 } }
    try forEachBareBucket(of: source, as: boardID, hidden, body)
    return walk.decoder.skipped.total
  }

  /// What is carried from frame to frame.
  private struct Walk {
    var decoder = FrameDecoder()
    private var assembler: MinuteAssembler
    /// Whether samples of the present minute were left out.
    private var isPartlyHidden = false

    init(boardID: String) { assembler = MinuteAssembler(boardID: boardID) }

    mutating func add(
      _ sample: TelemetrySample, _ hidden: (Coordinate) -> Bool
    ) -> (minute: ImportedMinute, isPartlyHidden: Bool)? {
      if let at = sample.location,
        hidden(Coordinate(latitudeE7: at.latitudeE7, longitudeE7: at.longitudeE7))
      {
        isPartlyHidden = true
        return nil
      }
      return assembler.add(.sample(sample)).map { taken($0) }
    }

    mutating func finish() -> (minute: ImportedMinute, isPartlyHidden: Bool)? {
      assembler.finish().map { taken($0) }
    }

    private mutating func taken(
      _ minute: ImportedMinute
    ) -> (minute: ImportedMinute, isPartlyHidden: Bool) {
      defer { isPartlyHidden = false }
      return (minute, isPartlyHidden)
    }
  }

  /// The minute with the bucket that the app made from every sample, of which it kept every tenth
  /// frame; unless that bucket tells of a place that is hidden here.
  private func fullRate(
    _ walked: (minute: ImportedMinute, isPartlyHidden: Bool), _ source: String
  ) throws(AppBackupError) -> ImportedMinute {
    var minute = walked.minute
    guard !walked.isPartlyHidden else { return minute }
    let boardID = minute.bucket.boardID
    try Self.reading { () throws(SQLiteError) in
      _ = try connection.withStatement(
        generated: """
          SELECT \(Self.bucketColumns.joined(separator: ", ")) FROM \(Self.buckets)
          WHERE \(boardColumn) = ? AND bucket_start_ms = ?
          """
      ) { (statement) throws(SQLiteError) in
        try statement.forEachRow({
          $0.add(source)
          $0.add(minute.bucket.bucketStartMs)
        }) { (row) throws(SQLiteError) in
          minute.bucket = Self.bucket(&row, boardID)
          return false
        }
      }
    }
    return minute
  }

  private func forEachBareBucket(
    of source: String, as boardID: String, _ hidden: (Coordinate) -> Bool,
    _ body: (ImportedMinute) throws -> Bool
  ) throws {
    var failure: (any Error)?
    try Self.reading { () throws(SQLiteError) in
      try query(
        """
        SELECT \(Self.bucketColumns.joined(separator: ", ")) FROM \(Self.buckets) AS b
        WHERE \(boardColumn) = ? AND NOT EXISTS (SELECT 1 FROM \(Self.frames) AS f
          WHERE f.\(boardColumn) = b.\(boardColumn) AND f.captured_at_ms >= b.bucket_start_ms
            AND f.captured_at_ms < b.bucket_start_ms + 60000)
        ORDER BY bucket_start_ms
        """, [source]
      ) { row in
        let bucket = Self.bucket(&row, boardID)
        if let latitude = bucket.firstLatitudeE7, let longitude = bucket.firstLongitudeE7,
          hidden(Coordinate(latitudeE7: latitude, longitudeE7: longitude))
        {
          return true
        }
        do { return try body(ImportedMinute(bucket: bucket)) } catch { failure = error }
        return false
      }
    }
    if let failure { throw failure }
  }

  /// Runs a query whose text is made of the names above alone.
  private func query(
    _ sql: String, _ values: [String], _ body: (inout Row) -> Bool
  ) throws(SQLiteError) {
    _ = try connection.withStatement(generated: sql) { (statement) throws(SQLiteError) in
      try statement.forEachRow({ binder in values.forEach { binder.add($0) } }) {
        (row) throws(SQLiteError) in body(&row)
      }
    }
  }
}

extension Connection {
  /// This connection, once its file has proved whole and of the version that is claimed.
  fileprivate func verified(_ schemaVersion: Int64) throws(AppBackupError) -> Connection {
    try AppBackup.reading { () throws(SQLiteError) in
      try first("PRAGMA integrity_check(1)", { _ in }, { $0.text() ?? "" }) ?? ""
    }.throwUnlessOK()
    let version = try AppBackup.reading { () throws(SQLiteError) in
      try number("PRAGMA user_version") ?? 0
    }
    guard version == schemaVersion else {
      throw .version(manifest: schemaVersion, database: version)
    }
    return self
  }
}

extension String {
  /// SQLite's verdict of a check.
  fileprivate func throwUnlessOK() throws(AppBackupError) {
    if self != "ok" { throw .damaged(self) }
  }
}

import SQLite

/// What a box's database holds of boards with a motor controller.
extension StoredRows {
  /// What the minutes of all these boards add up to.
  struct BoardSums {
    var samples: Int64
    /// From the first odometer to the last.
    var distanceCm: Int64
    var usedWhMilli: Int64
    var regainedWhMilli: Int64
    var maxSpeedCentiKmh: Int64
    var maxMotorCurrentMa: Int64
    var maxBatteryCurrentMa: Int64
    var maxDutyPermille: Int64
    var minVoltageMv: Int64
    var maxMosfetDeciC: Int64
    var maxMotorDeciC: Int64
    var faultSamples: Int64
    var boards: Int64
  }

  func boardSums() throws -> BoardSums {
    let sql: StaticString = """
      SELECT coalesce(sum(sample_count), 0),
        coalesce(max(last_odometer_cm) - min(first_odometer_cm), 0),
        coalesce(sum(battery_used_wh_milli), 0), coalesce(sum(battery_regen_wh_milli), 0),
        coalesce(max(max_abs_speed_centi_kmh), 0), coalesce(max(max_motor_current_abs_ma), 0),
        coalesce(max(max_battery_current_abs_ma), 0), coalesce(max(max_duty_abs_permille), 0),
        coalesce(min(min_battery_voltage_mv), 0), coalesce(max(max_temp_mosfet_deci_c), 0),
        coalesce(max(max_temp_motor_deci_c), 0), coalesce(sum(fault_count), 0),
        count(DISTINCT board_key)
      FROM telemetry_minute_buckets JOIN boards USING (board_key) WHERE boards.id LIKE 'vesc:%'
      """
    return try connection.first(sql) { row in
      BoardSums(
        samples: row.number(), distanceCm: row.number(), usedWhMilli: row.number(),
        regainedWhMilli: row.number(), maxSpeedCentiKmh: row.number(),
        maxMotorCurrentMa: row.number(), maxBatteryCurrentMa: row.number(),
        maxDutyPermille: row.number(), minVoltageMv: row.number(), maxMosfetDeciC: row.number(),
        maxMotorDeciC: row.number(), faultSamples: row.number(), boards: row.number())
    }!
  }

  /// Frames of these boards: their times in order, and how many have none.
  func boardFrames() throws -> (times: [Int64], untimed: Int64) {
    let timed: StaticString = """
      SELECT captured_at_ms FROM frame WHERE board_id LIKE 'vesc:%' AND captured_at_ms IS NOT NULL
        ORDER BY captured_at_ms
      """
    let untimed: StaticString =
      "SELECT count(*) FROM frame WHERE board_id LIKE 'vesc:%' AND captured_at_ms IS NULL"
    return (try connection.all(timed) { $0.number() }, try connection.number(untimed) ?? 0)
  }

  /// When each fault began, by the frames.
  func faults() throws -> [(at: Int64, code: Int64)] {
    let sql: StaticString = """
      SELECT captured_at_ms, fault_code FROM frame
        WHERE board_id LIKE 'vesc:%' AND changed_mask1 & 131072 <> 0 AND fault_code IS NOT NULL
        ORDER BY captured_at_ms
      """
    var last: Int64 = 0
    let told = try connection.all(sql) { (at: $0.number(), code: $0.number()) }
    return told.filter { fault in
      defer { last = fault.code }
      return fault.code != last && fault.code != 0
    }
  }

  /// Places of frames, 1e-7 degrees.
  func framePlaces() throws -> [(latitude: Int64, longitude: Int64)] {
    let sql: StaticString =
      "SELECT latitude_e7, longitude_e7 FROM frame WHERE latitude_e7 IS NOT NULL"
    return try connection.all(sql) { (latitude: $0.number(), longitude: $0.number()) }
  }

  /// Places of fixes, 1e-7 degrees.
  func fixPlaces() throws -> [(latitude: Int64, longitude: Int64)] {
    let sql: StaticString = "SELECT latitude_e7, longitude_e7 FROM fix"
    return try connection.all(sql) { (latitude: $0.number(), longitude: $0.number()) }
  }

  /// Markers in their order: kind and words.
  func markers() throws -> [String] {
    try connection.all("SELECT type, message FROM telemetry_markers ORDER BY id") { row in
      [row.text(), row.text()].compactMap(\.self).joined(separator: " ")
    }
  }

  /// Kinds of the recordings, in their order.
  func recordingKinds() throws -> [String] {
    try connection.all("SELECT kind FROM recording ORDER BY id") { $0.text() ?? "" }
  }

  /// Diagnostic Events of a name: their properties.
  func events(_ name: String) throws -> [String] {
    let sql: StaticString =
      "SELECT properties_json FROM diagnostic_events WHERE event_name = ? ORDER BY id"
    return try connection.all(sql, { $0.add(name) }) { $0.text() ?? "" }
  }

  /// In one look: warnings that hold, and Sync Actions that tell of their end.
  func warnings() throws -> (rows: Int64, actions: Int64) {
    let sql: StaticString = """
      SELECT (SELECT count(*) FROM board_warnings),
        (SELECT count(*) FROM sync_actions WHERE target LIKE '%arning')
      """
    return try connection.first(sql) { (rows: $0.number(), actions: $0.number()) }!
  }
}

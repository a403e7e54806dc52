package import FlightModel
import RecordingModel
import SQLite
package import Telemetry

extension BatchWriter {
  /// Replaces the row of a bucket in place, with the next Change Timestamp and write counter.
  mutating func replace(_ bucket: MinuteBucket) throws(SQLiteError) {
    guard bucket.isWithinContract else { return refuse("telemetry_minute_buckets") }
    let boardKey = try boardKey(for: bucket.boardID)
    let previous = try connection.number(
      """
      SELECT updated_at FROM telemetry_minute_buckets
      WHERE bucket_start_ms = ? AND board_key = ?
      """
    ) {
      $0.add(bucket.bucketStartMs)
      $0.add(boardKey)
    }
    let now = state.clock.stamp(after: previous ?? 0, settings)
    let isAccepted = try isAccepted { () throws(SQLiteError) in
      let sequence = try nextSequence("telemetry_minute_buckets")
      try write(bucket, boardKey: boardKey, updatedAt: now, sequence: sequence)
    }
    if !isAccepted { refuse("telemetry_minute_buckets") }
  }

  private func write(
    _ bucket: MinuteBucket, boardKey: Int64, updatedAt: Int64, sequence: Int64
  ) throws(SQLiteError) {
    try connection.run(
      """
      INSERT INTO telemetry_minute_buckets (bucket_start_ms, board_key, updated_at, sync_seq,
        sample_count, first_sample_at_ms, last_sample_at_ms, sum_abs_speed_centi_kmh,
        moving_speed_sample_count, sum_moving_abs_speed_centi_kmh, max_abs_speed_centi_kmh,
        min_battery_voltage_mv, max_motor_current_abs_ma, max_battery_current_abs_ma,
        battery_used_wh_milli, battery_regen_wh_milli, max_duty_abs_permille, fault_count,
        first_odometer_cm, last_odometer_cm, gps_point_count, precise_gps_point_count,
        gps_distance_cm, max_gps_speed_centi_mps, max_temp_mosfet_deci_c, max_temp_motor_deci_c,
        first_latitude_e7, first_longitude_e7, first_moving_at_ms, last_moving_at_ms)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
        ?, ?)
      ON CONFLICT (bucket_start_ms, board_key) DO UPDATE SET
        updated_at = excluded.updated_at, sync_seq = excluded.sync_seq,
        sample_count = excluded.sample_count, first_sample_at_ms = excluded.first_sample_at_ms,
        last_sample_at_ms = excluded.last_sample_at_ms,
        sum_abs_speed_centi_kmh = excluded.sum_abs_speed_centi_kmh,
        moving_speed_sample_count = excluded.moving_speed_sample_count,
        sum_moving_abs_speed_centi_kmh = excluded.sum_moving_abs_speed_centi_kmh,
        max_abs_speed_centi_kmh = excluded.max_abs_speed_centi_kmh,
        min_battery_voltage_mv = excluded.min_battery_voltage_mv,
        max_motor_current_abs_ma = excluded.max_motor_current_abs_ma,
        max_battery_current_abs_ma = excluded.max_battery_current_abs_ma,
        battery_used_wh_milli = excluded.battery_used_wh_milli,
        battery_regen_wh_milli = excluded.battery_regen_wh_milli,
        max_duty_abs_permille = excluded.max_duty_abs_permille,
        fault_count = excluded.fault_count, first_odometer_cm = excluded.first_odometer_cm,
        last_odometer_cm = excluded.last_odometer_cm,
        gps_point_count = excluded.gps_point_count,
        precise_gps_point_count = excluded.precise_gps_point_count,
        gps_distance_cm = excluded.gps_distance_cm,
        max_gps_speed_centi_mps = excluded.max_gps_speed_centi_mps,
        max_temp_mosfet_deci_c = excluded.max_temp_mosfet_deci_c,
        max_temp_motor_deci_c = excluded.max_temp_motor_deci_c,
        first_latitude_e7 = excluded.first_latitude_e7,
        first_longitude_e7 = excluded.first_longitude_e7,
        first_moving_at_ms = excluded.first_moving_at_ms,
        last_moving_at_ms = excluded.last_moving_at_ms
      """
    ) {
      $0.add(bucket.bucketStartMs)
      $0.add(boardKey)
      $0.add(updatedAt)
      $0.add(sequence)
      $0.add(bucket)
    }
  }
}

extension Binder {
  /// A bucket's columns in the contract's order, from `sample_count` on.
  fileprivate mutating func add(_ bucket: MinuteBucket) {
    add(bucket.sampleCount)
    add(bucket.firstSampleAtMs)
    add(bucket.lastSampleAtMs)
    add(bucket.sumAbsSpeedCentiKmh)
    add(bucket.movingSpeedSampleCount)
    add(bucket.sumMovingAbsSpeedCentiKmh)
    add(bucket.maxAbsSpeedCentiKmh)
    add(bucket.minBatteryVoltageMv)
    add(bucket.maxMotorCurrentAbsMa)
    add(bucket.maxBatteryCurrentAbsMa)
    add(bucket.batteryUsedWhMilli)
    add(bucket.batteryRegenWhMilli)
    add(bucket.maxDutyAbsPermille)
    add(bucket.faultCount)
    add(bucket.firstOdometerCm)
    add(bucket.lastOdometerCm)
    add(bucket.gpsPointCount)
    add(bucket.preciseGpsPointCount)
    add(bucket.gpsDistanceCm)
    add(bucket.maxGpsSpeedCentiMps)
    add(bucket.maxTempMosfetDeciC)
    add(bucket.maxTempMotorDeciC)
    add(bucket.firstLatitudeE7)
    add(bucket.firstLongitudeE7)
    add(bucket.firstMovingAtMs)
    add(bucket.lastMovingAtMs)
  }
}

/// A bucket with the two columns that the store keeps for sync.
package struct StoredBucket: Equatable, Sendable {
  package var bucket: MinuteBucket
  /// Its Change Timestamp.
  package var updatedAt: UTCInstant
  /// Its write counter.
  package var syncSequence: Int64

  package init(bucket: MinuteBucket, updatedAt: UTCInstant, syncSequence: Int64) {
    self.bucket = bucket
    self.updatedAt = updatedAt
    self.syncSequence = syncSequence
  }
}

extension StoreContents {
  /// The buckets of a board that begin in `times`, in order.
  package func buckets(
    board: String, in times: Range<UTCInstant>
  ) throws(StoreError) -> [StoredBucket] {
    try wrap { () throws(SQLiteError) in
      try connection.all(
        """
        SELECT b.id, t.bucket_start_ms, t.updated_at, t.sync_seq, sample_count, first_sample_at_ms,
          last_sample_at_ms, sum_abs_speed_centi_kmh, moving_speed_sample_count,
          sum_moving_abs_speed_centi_kmh, max_abs_speed_centi_kmh, min_battery_voltage_mv,
          max_motor_current_abs_ma, max_battery_current_abs_ma, battery_used_wh_milli,
          battery_regen_wh_milli, max_duty_abs_permille, fault_count, first_odometer_cm,
          last_odometer_cm, gps_point_count, precise_gps_point_count, gps_distance_cm,
          max_gps_speed_centi_mps, max_temp_mosfet_deci_c, max_temp_motor_deci_c,
          first_latitude_e7, first_longitude_e7, first_moving_at_ms, last_moving_at_ms
        FROM telemetry_minute_buckets AS t JOIN boards AS b USING (board_key)
        WHERE t.bucket_start_ms >= ? AND t.bucket_start_ms < ? AND b.id = ?
        ORDER BY t.bucket_start_ms
        """,
        {
          $0.add(times.lowerBound.milliseconds)
          $0.add(times.upperBound.milliseconds)
          $0.add(board)
        }, Self.bucket)
    }
  }

  /// The newest bucket of a board that begins at a moment; nil if there is none.
  package func bucket(
    board: String, at start: UTCInstant
  ) throws(StoreError) -> StoredBucket? {
    try buckets(board: board, in: start..<start.advanced(byMilliseconds: 1)).first
  }

  private static func bucket(_ row: inout Row) -> StoredBucket {
    let board = row.text() ?? ""
    let start = row.number()
    let updatedAt = UTCInstant(milliseconds: row.number())
    let sequence = row.number()
    let count = row.int32() ?? 0
    var bucket = MinuteBucket(
      boardID: board, bucketStartMs: start, firstSampleAtMs: row.number(),
      lastSampleAtMs: row.number())
    bucket.sampleCount = count
    fillMotion(&bucket, from: &row)
    fillLocation(&bucket, from: &row)
    return StoredBucket(bucket: bucket, updatedAt: updatedAt, syncSequence: sequence)
  }

  static func fillMotion(_ bucket: inout MinuteBucket, from row: inout Row) {
    bucket.sumAbsSpeedCentiKmh = row.number()
    bucket.movingSpeedSampleCount = row.int32()
    bucket.sumMovingAbsSpeedCentiKmh = row.int64()
    bucket.maxAbsSpeedCentiKmh = row.int32() ?? 0
    bucket.minBatteryVoltageMv = row.int32()
    bucket.maxMotorCurrentAbsMa = row.int32() ?? 0
    bucket.maxBatteryCurrentAbsMa = row.int32() ?? 0
    bucket.batteryUsedWhMilli = row.number()
    bucket.batteryRegenWhMilli = row.number()
    bucket.maxDutyAbsPermille = row.int32() ?? 0
    bucket.faultCount = row.int32() ?? 0
    bucket.firstOdometerCm = row.int64()
    bucket.lastOdometerCm = row.int64()
  }

  static func fillLocation(_ bucket: inout MinuteBucket, from row: inout Row) {
    bucket.gpsPointCount = row.int32() ?? 0
    bucket.preciseGpsPointCount = row.int32() ?? 0
    bucket.gpsDistanceCm = row.number()
    bucket.maxGpsSpeedCentiMps = row.int32()
    bucket.maxTempMosfetDeciC = row.int32()
    bucket.maxTempMotorDeciC = row.int32()
    bucket.firstLatitudeE7 = row.int32()
    bucket.firstLongitudeE7 = row.int32()
    bucket.firstMovingAtMs = row.int64()
    bucket.lastMovingAtMs = row.int64()
  }
}

package import FlightModel
package import RecordingModel
import SQLite
package import Telemetry

extension BatchWriter {
  /// Appends a frame; one outside the contract's bounds is left out and counted.
  mutating func append(_ frame: TelemetryFrame, bootKey: Int64) throws(SQLiteError) {
    guard frame.isWithinContract else { return refuse("telemetry_frames") }
    let id = state.nextFrameID
    let boardKey = try boardKey(for: frame.boardID)
    let isAccepted = try isAccepted { () throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO telemetry_frames (id, board_key, boot_key, captured_at_ms, elapsed_realtime_ms,
          can_id, flags, changed_mask1, changed_mask2, speed_centi_kmh, battery_voltage_mv,
          motor_current_ma, battery_current_ma, duty_permille, pitch_centi_deg, roll_centi_deg,
          balance_pitch_centi_deg, balance_current_ma, erpm, state, switch_state, adc1_milli,
          adc2_milli, odometer_cm, temp_mosfet_deci_c, temp_motor_deci_c, fault_code, latitude_e7,
          longitude_e7, gps_speed_centi_mps, bearing_centi_deg, accuracy_cm, altitude_cm,
          location_timestamp_ms)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
          ?, ?, ?, ?, ?, ?)
        """
      ) {
        $0.add(id)
        $0.add(boardKey)
        $0.add(bootKey)
        $0.add(frame)
      }
    }
    if isAccepted { state.nextFrameID = id + 1 } else { refuse("telemetry_frames") }
  }
}

extension Binder {
  /// A frame's columns in the contract's order, from `captured_at_ms` on.
  fileprivate mutating func add(_ frame: TelemetryFrame) {
    add(frame.capturedAtMs)
    add(frame.elapsedRealtimeMs)
    add(frame.canID)
    add(frame.flags.rawValue)
    add(frame.changedMask1)
    add(frame.changedMask2)
    add(frame.motion)
    add(frame.location?.latitudeE7)
    add(frame.location?.longitudeE7)
    add(frame.location?.gpsSpeedCentiMps)
    add(frame.location?.bearingCentiDeg)
    add(frame.location?.accuracyCm)
    add(frame.location?.altitudeCm)
    add(frame.location?.locationTimestampMs)
  }

  private mutating func add(_ motion: MotionColumns) {
    add(motion.speedCentiKmh)
    add(motion.batteryVoltageMv)
    add(motion.motorCurrentMa)
    add(motion.batteryCurrentMa)
    add(motion.dutyPermille)
    add(motion.pitchCentiDeg)
    add(motion.rollCentiDeg)
    add(motion.balancePitchCentiDeg)
    add(motion.balanceCurrentMa)
    add(motion.erpm)
    add(motion.state)
    add(motion.switchState)
    add(motion.adc1Milli)
    add(motion.adc2Milli)
    add(motion.odometerCm)
    add(motion.tempMosfetDeciC)
    add(motion.tempMotorDeciC)
    add(motion.faultCode)
  }
}

/// A frame, the number of its row, and the boot whose monotonic clock it carries.
package struct StoredFrame: Equatable, Sendable {
  package var rowID: Int64
  package var bootID: String
  package var frame: TelemetryFrame

  package init(rowID: Int64, bootID: String, frame: TelemetryFrame) {
    self.rowID = rowID
    self.bootID = bootID
    self.frame = frame
  }
}

extension StoreContents {
  /// Hands the frames of a recording to `body` in order, beginning after the row `rowID`, until it
  /// returns false; tells whether it saw them all.
  @discardableResult
  package func forEachFrame(
    of recording: RecordingID, after rowID: Int64 = 0, _ body: (StoredFrame) -> Bool
  ) throws(StoreError) -> Bool {
    try wrap { () throws(SQLiteError) in
      for segment in try segments(of: recording) where segment.frames.upperBound > rowID {
        let first = max(segment.frames.lowerBound, rowID &+ 1)
        guard first < segment.frames.upperBound else { continue }
        let wantsMore = try forEachFrame(in: first...(segment.frames.upperBound - 1), body)
        if !wantsMore { return false }
      }
      return true
    }
  }

  /// Hands the frames of a board captured in `times` to `body` in the order of their capture;
  /// frames whose time is not known yet are left out.
  @discardableResult
  package func forEachFrame(
    board: String, in times: Range<UTCInstant>, _ body: (StoredFrame) -> Bool
  ) throws(StoreError) -> Bool {
    try wrap { () throws(SQLiteError) in
      try connection.forEachRow(
        """
        SELECT * FROM frame WHERE board_id = ? AND captured_at_ms >= ? AND captured_at_ms < ?
        ORDER BY captured_at_ms, id
        """,
        {
          $0.add(board)
          $0.add(times.lowerBound.milliseconds)
          $0.add(times.upperBound.milliseconds)
        }
      ) { (row) throws(SQLiteError) in body(Self.frame(&row)) }
    }
  }

  /// Hands the frames of these rows to `body` in their order, until it returns false.
  @discardableResult
  func forEachFrame(
    in rows: ClosedRange<Int64>, _ body: (StoredFrame) -> Bool
  ) throws(SQLiteError) -> Bool {
    try connection.forEachRow(
      """
      SELECT * FROM frame WHERE id >= ? AND id <= ? ORDER BY id
      """,
      {
        $0.add(rows.lowerBound)
        $0.add(rows.upperBound)
      }
    ) { (row) throws(SQLiteError) in body(Self.frame(&row)) }
  }

  private static func frame(_ row: inout Row) -> StoredFrame {
    let rowID = row.number()
    let board = row.text() ?? ""
    let boot = row.text() ?? ""
    var frame = TelemetryFrame(
      boardID: board, capturedAtMs: row.int64(), elapsedRealtimeMs: row.number())
    frame.canID = row.int32()
    frame.flags = TelemetryFrame.Flags(rawValue: row.int32() ?? 0)
    frame.changedMask1 = row.int32() ?? 0
    frame.changedMask2 = row.int32() ?? 0
    frame.motion = motion(&row)
    frame.location = location(&row)
    return StoredFrame(rowID: rowID, bootID: boot, frame: frame)
  }

  static func motion(_ row: inout Row) -> MotionColumns {
    var motion = MotionColumns()
    motion.speedCentiKmh = row.int32()
    motion.batteryVoltageMv = row.int32()
    motion.motorCurrentMa = row.int32()
    motion.batteryCurrentMa = row.int32()
    motion.dutyPermille = row.int32()
    motion.pitchCentiDeg = row.int32()
    motion.rollCentiDeg = row.int32()
    motion.balancePitchCentiDeg = row.int32()
    motion.balanceCurrentMa = row.int32()
    motion.erpm = row.int32()
    motion.state = row.int32()
    motion.switchState = row.int32()
    motion.adc1Milli = row.int32()
    motion.adc2Milli = row.int32()
    motion.odometerCm = row.int64()
    motion.tempMosfetDeciC = row.int32()
    motion.tempMotorDeciC = row.int32()
    motion.faultCode = row.int32()
    return motion
  }

  static func location(_ row: inout Row) -> LocationColumns? {
    let latitude = row.int32()
    let longitude = row.int32()
    let speed = row.int32()
    let bearing = row.int32()
    let accuracy = row.int32()
    let altitude = row.int32()
    guard let latitude, let longitude, let time = row.int64() else { return nil }
    return LocationColumns(
      latitudeE7: latitude, longitudeE7: longitude, gpsSpeedCentiMps: speed,
      bearingCentiDeg: bearing, accuracyCm: accuracy, altitudeCm: altitude,
      locationTimestampMs: time)
  }
}

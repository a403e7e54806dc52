import FlightModel
package import RecordingModel
import SQLite

/// How a fix is packed into a row of `fix_record`, and read back. Errors keep 0.1 m, a bearing is
/// taken modulo a turn, everything else is kept as it is.
enum PackedFix {
  /// Whole decimetres, rounded.
  static func decimetres(_ centimetres: Int32?) -> Int64? {
    centimetres.map { (Int64($0) + ($0 < 0 ? -5 : 5)) / 10 }
  }

  static func centimetres(_ decimetres: Int64?) -> Int32? {
    decimetres.map { Int32(clamping: $0.multipliedReportingOverflow(by: 10).partialValue) }
  }

  /// Hundredths of a degree from -18,000 to 17,999, which two bytes hold.
  static func signedBearing(_ bearing: Int32?) -> Int64? {
    bearing.map {
      let turn = ((Int64($0) % 36_000) + 36_000) % 36_000
      return turn >= 18_000 ? turn - 36_000 : turn
    }
  }

  static func bearing(_ signed: Int64?) -> Int32? {
    signed.map { Int32(clamping: $0 < 0 ? $0 &+ 36_000 : $0) }
  }

  /// Mode in the two low bits, above them the number of satellites plus one, 0 for unknown.
  static func solution(_ mode: Fix.Mode, satellites: Int?) -> Int64 {
    let count = satellites.map { Int64(min(max(0, $0), 1_000_000)) + 1 } ?? 0
    return count << 2 | Int64(mode.rawValue)
  }

  static func mode(_ solution: Int64) -> Fix.Mode {
    Fix.Mode(rawValue: UInt8(truncatingIfNeeded: solution & 3)) ?? .none
  }

  static func satellites(_ solution: Int64) -> Int? {
    solution >= 4 ? Int(solution >> 2) - 1 : nil
  }

  /// How far from its segment's base a fix may lie, so that three bytes hold the offset: 2.3 h.
  static let reach: ClosedRange<Int64> = -8_388_608...8_388_607

  /// The offset from the base, if three bytes hold it.
  static func offset(_ time: Int64, base: Int64?) -> Int64? {
    guard let base else { return nil }
    let (offset, overflow) = time.subtractingReportingOverflow(base)
    return overflow || !reach.contains(offset) ? nil : offset
  }
}

extension BatchWriter {
  /// Appends a fix to the running segment, or to a new one that counts from this fix.
  mutating func append(_ fix: FixRecord) throws(SQLiteError) {
    let offset = try offsetInSegment(fix.recordedAt.milliseconds)
    let id = state.nextFixID
    try connection.run(
      """
      INSERT INTO fix_record (id, offset_ms, latitude_e7, longitude_e7, gnss_altitude_cm,
        pressure_altitude_cm, ground_speed_cm_s, vario_cm_s, bearing_centideg,
        horizontal_error_dm, vertical_error_dm, solution)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ) {
      $0.add(id)
      $0.add(offset)
      $0.add(fix.position.latitudeE7)
      $0.add(fix.position.longitudeE7)
      $0.add(fix.gnssAltitudeCm)
      $0.add(fix.pressureAltitudeCm)
      $0.add(fix.groundSpeedCmPerS)
      $0.add(fix.varioCmPerS)
      $0.add(PackedFix.signedBearing(fix.bearingCentiDeg))
      $0.add(PackedFix.decimetres(fix.horizontalErrorCm))
      $0.add(PackedFix.decimetres(fix.verticalErrorCm))
      $0.add(PackedFix.solution(fix.mode, satellites: fix.satellitesUsed))
    }
    state.nextFixID = id + 1
    try appendExtra(fix, id: id)
  }

  private mutating func offsetInSegment(_ time: Int64) throws(SQLiteError) -> Int64 {
    if let offset = PackedFix.offset(time, base: state.segment?.baseMs) { return offset }
    try beginSegment(
      of: state.segment?.recordingID, bootKey: state.segment?.bootKey ?? 0, baseMs: time)
    return 0
  }

  private func appendExtra(_ fix: FixRecord, id: Int64) throws(SQLiteError) {
    guard fix.heartRate != nil || fix.oxygenSaturation != nil || fix.isPilotEvent else { return }
    try connection.run(
      """
      INSERT INTO fix_extra (fix_id, heart_rate, oxygen_saturation, is_pilot_event)
      VALUES (?, ?, ?, ?)
      """
    ) {
      $0.add(id)
      $0.add(fix.heartRate)
      $0.add(fix.oxygenSaturation)
      $0.add(fix.isPilotEvent)
    }
  }
}

/// A fix and the number of its row, which rises in the order of arrival.
package struct StoredFix: Equatable, Sendable {
  package var rowID: Int64
  package var fix: FixRecord

  package init(rowID: Int64, fix: FixRecord) {
    self.rowID = rowID
    self.fix = fix
  }
}

/// How the reading of a recording's fixes went.
package struct FixReading: Equatable, Sendable {
  /// The body wanted no more.
  package var wasStopped = false
  /// Rows that lie on damaged pages and were passed over.
  package var damagedRows = 0
}

extension StoreContents {
  /// Hands the fixes of a recording to `body` in the order of their arrival, beginning after the
  /// row `rowID`, until it returns false. A damaged page costs its own fixes only: they are passed
  /// over and counted.
  @discardableResult
  package func forEachFix(
    of recording: RecordingID, after rowID: Int64 = 0, _ body: (StoredFix) -> Bool
  ) throws(StoreError) -> FixReading {
    try wrap { () throws(SQLiteError) in
      var reading = FixReading()
      for segment in try segments(of: recording) where segment.fixes.upperBound > rowID {
        try read(segment, after: rowID, into: &reading, body)
        if reading.wasStopped { break }
      }
      return reading
    }
  }

  /// At most `limit` fixes of a recording after the row `rowID`.
  package func fixes(
    of recording: RecordingID, after rowID: Int64 = 0, limit: Int
  ) throws(StoreError) -> [StoredFix] {
    var fixes: [StoredFix] = []
    guard limit > 0 else { return fixes }
    try forEachFix(of: recording, after: rowID) {
      fixes.append($0)
      return fixes.count < limit
    }
    return fixes
  }

  /// Rows that a search for the end of a damaged page leaps at a time: less than a page holds.
  private static let leap: Int64 = 8

  private func read(
    _ segment: StoredSegment, after rowID: Int64, into reading: inout FixReading,
    _ body: (StoredFix) -> Bool
  ) throws(SQLiteError) {
    let end = min(segment.fixes.upperBound, try endOfFixes())
    var next = max(segment.fixes.lowerBound, rowID &+ 1)
    next += try prunedFixes(from: next, to: end)
    var lastSeen = next - 1
    while next < end {
      do throws(SQLiteError) {
        reading.wasStopped = try !forEachFix(in: next..<end, baseMs: segment.baseMs) { stored in
          reading.damagedRows += Int(stored.rowID - lastSeen - 1)
          lastSeen = stored.rowID
          return body(stored)
        }
        return
      } catch {
        guard error.isCorruption else { throw error }
        next = max(next, lastSeen + 1) + Self.leap
      }
    }
    reading.damagedRows += Int(max(0, end - lastSeen - 1))
  }

  /// How many of these rows have gone by retention: those from the first one on, if any.
  private func prunedFixes(from first: Int64, to end: Int64) throws(SQLiteError) -> Int64 {
    guard first < end else { return 0 }
    return Int64(
      try PrunedRows(connection: connection).count(in: first..<end, of: "fix_record"))
  }

  /// One more than the highest row number ever given to a fix.
  func endOfFixes() throws(SQLiteError) -> Int64 {
    (try connection.number("SELECT seq FROM sqlite_sequence WHERE name = 'fix_record'") ?? 0) &+ 1
  }

  /// The newest fixes of a recording, at most `limit`, in the order of their arrival.
  package func newestFixes(
    of recording: RecordingID, limit: Int
  ) throws(StoreError) -> [FixRecord] {
    try wrap { () throws(SQLiteError) in
      var fixes: [FixRecord] = []
      let end = try endOfFixes()
      for segment in try segments(of: recording).reversed() where fixes.count < limit {
        let first = min(segment.fixes.upperBound, end) - Int64(limit - fixes.count)
        var part: [FixRecord] = []
        var reading = FixReading()
        try read(segment, after: first - 1, into: &reading) {
          part.append($0.fix)
          return true
        }
        fixes = part + fixes
      }
      return fixes
    }
  }

  private func forEachFix(
    in rows: Range<Int64>, baseMs: Int64, _ body: (StoredFix) -> Bool
  ) throws(SQLiteError) -> Bool {
    try connection.forEachRow(
      """
      SELECT f.id, f.offset_ms, f.latitude_e7, f.longitude_e7, f.gnss_altitude_cm,
        f.pressure_altitude_cm, f.ground_speed_cm_s, f.vario_cm_s, f.bearing_centideg,
        f.horizontal_error_dm, f.vertical_error_dm, f.solution,
        x.heart_rate, x.oxygen_saturation, x.is_pilot_event
      FROM fix_record AS f LEFT JOIN fix_extra AS x ON x.fix_id = f.id
      WHERE f.id >= ? AND f.id < ? ORDER BY f.id
      """,
      {
        $0.add(rows.lowerBound)
        $0.add(rows.upperBound)
      }
    ) { (row) throws(SQLiteError) in body(Self.fix(&row, baseMs: baseMs)) }
  }

  private static func fix(_ row: inout Row, baseMs: Int64) -> StoredFix {
    let rowID = row.number()
    let time = UTCInstant(milliseconds: baseMs).advanced(byMilliseconds: row.number())
    let position = Coordinate(
      latitudeE7: row.int32() ?? 0, longitudeE7: row.int32() ?? 0)
    var fix = FixRecord(recordedAt: time, mode: .none, position: position)
    fix.gnssAltitudeCm = row.int32()
    fix.pressureAltitudeCm = row.int32()
    fix.groundSpeedCmPerS = row.int32()
    fix.varioCmPerS = row.int32()
    fix.bearingCentiDeg = PackedFix.bearing(row.int64())
    fix.horizontalErrorCm = PackedFix.centimetres(row.int64())
    fix.verticalErrorCm = PackedFix.centimetres(row.int64())
    let solution = row.number()
    fix.mode = PackedFix.mode(solution)
    fix.satellitesUsed = PackedFix.satellites(solution)
    fix.heartRate = row.int16()
    fix.oxygenSaturation = row.int16()
    fix.isPilotEvent = row.bool()
    return StoredFix(rowID: rowID, fix: fix)
  }
}

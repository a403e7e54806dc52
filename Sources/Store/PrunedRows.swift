import SQLite

/// Removes runs of rows from the two tables whose rows are counted without holes, and keeps account
/// of the holes, so that they are not taken for damage.
struct PrunedRows {
  let connection: Connection

  /// Removes the fixes with these numbers; returns how many there were.
  func removeFixes(_ rows: ClosedRange<Int64>) throws(SQLiteError) -> Int {
    try connection.run("DELETE FROM fix_extra WHERE fix_id >= ? AND fix_id <= ?") {
      $0.add(rows.lowerBound)
      $0.add(rows.upperBound)
    }
    try note(rows, of: "fix_record")
    return try connection.run("DELETE FROM fix_record WHERE id >= ? AND id <= ?") {
      $0.add(rows.lowerBound)
      $0.add(rows.upperBound)
    }
  }

  /// Removes the frames with these rising numbers, run by run; returns how many there were.
  func removeFrames(_ rows: [Int64]) throws(SQLiteError) -> Int {
    var removed = 0
    var first = 0
    for index in rows.indices where index + 1 == rows.count || rows[index + 1] > rows[index] + 1 {
      removed += try removeFrames(rows[first]...rows[index])
      first = index + 1
    }
    return removed
  }

  private func removeFrames(_ rows: ClosedRange<Int64>) throws(SQLiteError) -> Int {
    try note(rows, of: "telemetry_frames")
    return try connection.run("DELETE FROM telemetry_frames WHERE id >= ? AND id <= ?") {
      $0.add(rows.lowerBound)
      $0.add(rows.upperBound)
    }
  }

  /// Whether all of these numbers were removed.
  func contains(_ rows: ClosedRange<Int64>, of table: StaticString) throws(SQLiteError) -> Bool {
    try connection.number(
      """
      SELECT count(*) FROM pruned_rows WHERE table_name = ? AND first_id <= ? AND last_id >= ?
      """
    ) {
      $0.add(constant: table)
      $0.add(rows.lowerBound)
      $0.add(rows.upperBound)
    } != 0
  }

  /// How many of these numbers were removed.
  func count(in rows: Range<Int64>, of table: StaticString) throws(SQLiteError) -> Int {
    let count = try connection.number(
      """
      SELECT sum(min(last_id + 1, ?2) - max(first_id, ?1)) FROM pruned_rows
      WHERE table_name = ?3 AND last_id >= ?1 AND first_id < ?2
      """
    ) {
      $0.add(rows.lowerBound)
      $0.add(rows.upperBound)
      $0.add(constant: table)
    }
    return Int(count ?? 0)
  }

  /// Adds a range and joins it with those that it meets.
  private func note(
    _ rows: ClosedRange<Int64>, of table: StaticString
  ) throws(SQLiteError) {
    let joined = try connection.first(
      """
      SELECT min(first_id, ?2), max(last_id, ?3) FROM (
        SELECT min(first_id) AS first_id, max(last_id) AS last_id FROM pruned_rows
        WHERE table_name = ?1 AND last_id >= ?2 - 1 AND first_id <= ?3 + 1)
      """,
      {
        $0.add(constant: table)
        $0.add(rows.lowerBound)
        $0.add(rows.upperBound)
      }
    ) { ($0.int64() ?? rows.lowerBound, $0.int64() ?? rows.upperBound) }
    let (first, last) = joined ?? (rows.lowerBound, rows.upperBound)
    try connection.run(
      "DELETE FROM pruned_rows WHERE table_name = ? AND first_id >= ? AND last_id <= ?"
    ) {
      $0.add(constant: table)
      $0.add(first)
      $0.add(last)
    }
    try connection.run(
      "INSERT INTO pruned_rows (table_name, first_id, last_id) VALUES (?, ?, ?)"
    ) {
      $0.add(constant: table)
      $0.add(first)
      $0.add(last)
    }
  }
}

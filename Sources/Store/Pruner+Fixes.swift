import RecordingModel
import SQLite
import SyncContract

extension Pruner {
  /// Removes fixes, oldest first, of an ended recording whose IGC file is on disk and, if the server
  /// takes flights, whose flight and file are there too. A flight that was deleted waits for nobody.
  func pruneFixes(before cutoff: Int64, limit: Int) throws(SQLiteError) -> Int {
    while let recording = try oldRecording(before: cutoff) {
      let removed = try removeFixes(of: recording, limit: limit)
      if removed > 0 { return removed }
      try connection.run("UPDATE recording SET are_fixes_pruned = 1 WHERE id = ?") {
        $0.add(recording)
      }
    }
    return 0
  }

  private func removeFixes(of recording: Int64, limit: Int) throws(SQLiteError) -> Int {
    let contents = StoreContents(connection)
    let end = try contents.endOfFixes()
    for segment in try contents.segments(of: RecordingID(recording)) {
      let first = segment.fixes.lowerBound
      guard first < end else { continue }
      if let last = try lastFix(in: first..<min(segment.fixes.upperBound, end), limit) {
        return try PrunedRows(connection: connection).removeFixes(first...last)
      }
    }
    return 0
  }

  private func oldRecording(before cutoff: Int64) throws(SQLiteError) -> Int64? {
    try connection.number(
      """
      SELECT r.id FROM recording AS r
      WHERE r.igc_id IS NOT NULL AND r.are_fixes_pruned = 0 AND r.end_reason IS NOT NULL
        AND r.last_fix_at_ms < ? AND NOT EXISTS (
          SELECT 1 FROM flights AS f
          WHERE f.id = r.igc_id AND f.deleted_at IS NULL AND ? AND (f.sync_seq > ?
            OR NOT EXISTS (SELECT 1 FROM sync_blobs AS b WHERE b.kind = 'igc' AND b.id = f.id)))
      ORDER BY r.id LIMIT 1
      """
    ) {
      $0.add(cutoff)
      $0.add(gate?.takesFlights ?? false)
      $0.add(accepted(.flights))
    }
  }

  /// The last of the first `limit` fixes that are left among these rows.
  private func lastFix(in rows: Range<Int64>, _ limit: Int) throws(SQLiteError) -> Int64? {
    try connection.number(
      """
      SELECT max(id) FROM
        (SELECT id FROM fix_record WHERE id >= ? AND id < ? ORDER BY id LIMIT ?)
      """
    ) {
      $0.add(rows.lowerBound)
      $0.add(rows.upperBound)
      $0.add(limit)
    }
  }
}

import RecordingModel
import SQLite
import SyncContract

extension BatchWriter {
  /// Samples of one run are at most so far apart, in milliseconds.
  private static let longestBreak: Int64 = 2000

  /// Enters a range, joined to those of the same board and reason that it touches; one outside the
  /// contract's bounds is left out and counted.
  mutating func append(_ range: MetricExclusionRange) throws(SQLiteError) {
    var range = range
    range.boardID = ContractKey.fitting(range.boardID)
    guard range.startMs <= range.endMs, ContractRow(range).isSendable else {
      return refuse("metric_exclusion_ranges")
    }
    _ = try boardKey(for: range.boardID)
    for (id, other) in try neighbours(of: range) {
      try deleteRange(id)
      range.startMs = min(range.startMs, other.startMs)
      range.endMs = max(range.endMs, other.endMs)
      let (count, overflow) = range.sampleCount.addingReportingOverflow(other.sampleCount)
      range.sampleCount = overflow ? .max : count
    }
    try connection.run(
      """
      INSERT INTO metric_exclusion_ranges (board_id, reason, start_ms, end_ms, sample_count)
      VALUES (?, ?, ?, ?, ?)
      """
    ) { for value in ContractRow(range).values { $0.add(value) } }
  }

  private func neighbours(
    of range: MetricExclusionRange
  ) throws(SQLiteError) -> [(Int64, MetricExclusionRange)] {
    try connection.all(
      """
      SELECT id, start_ms, end_ms, sample_count FROM metric_exclusion_ranges
      WHERE board_id = ? AND reason = ? AND end_ms >= ? AND start_ms <= ? ORDER BY id
      """,
      {
        $0.add(range.boardID)
        $0.add(range.reason.rawValue)
        $0.add(range.startMs - Self.longestBreak)
        $0.add(range.endMs + Self.longestBreak)
      }
    ) { row in
      let id = row.number()
      return (
        id,
        MetricExclusionRange(
          boardID: range.boardID, reason: range.reason, startMs: row.number(),
          endMs: row.number(), sampleCount: row.int32() ?? 0)
      )
    }
  }
}

import BoardRules
package import FlightModel
import RecordingModel
import SQLite
import Telemetry

extension BatchWriter {
  /// Gives a time to the frames of this boot that were stored before UTC was known: their monotonic
  /// time plus `offsetMs`, the only change that a frame ever sees. Builds their minute buckets and
  /// left-out ranges, and makes them part of a recording.
  mutating func assignTime(
    offsetMs: Int64, to recording: Int64?, bootKey: Int64
  ) throws(SQLiteError) {
    guard let rows = try untimedRows(bootKey) else { return }
    if let recording { try attach(rows, to: recording, bootKey: bootKey) }
    try connection.run(
      """
      UPDATE telemetry_frames SET captured_at_ms = elapsed_realtime_ms + ?
      WHERE captured_at_ms IS NULL AND boot_key = ?
        AND elapsed_realtime_ms + ? BETWEEN 0 AND 9007199254740991
      """
    ) {
      $0.add(offsetMs)
      $0.add(bootKey)
      $0.add(offsetMs)
    }
    var statistics = StoredStatistics(contents: StoreContents(connection), offsetMs: offsetMs)
    try StoreContents(connection).forEachFrame(in: rows) { statistics.take($0.frame) }
    statistics.finish()
    for bucket in statistics.buckets { try replace(bucket) }
    for range in statistics.exclusions { try append(range) }
  }

  private func untimedRows(_ bootKey: Int64) throws(SQLiteError) -> ClosedRange<Int64>? {
    let ends = try connection.first(
      """
      SELECT min(id), max(id) FROM telemetry_frames
      WHERE captured_at_ms IS NULL AND boot_key = ?
      """, { $0.add(bootKey) }, { ($0.int64(), $0.int64()) })
    guard let first = ends?.0, let last = ends?.1 else { return nil }
    return first...last
  }

  /// The runs of rows that belonged to no recording yet: those that begin without a time, as logs that
  /// were taken in meanwhile do not.
  private mutating func attach(
    _ rows: ClosedRange<Int64>, to recording: Int64, bootKey: Int64
  ) throws(SQLiteError) {
    try connection.run(
      """
      UPDATE recording_segment SET recording_id = ?
      WHERE recording_id IS NULL AND boot_key = ? AND first_frame_id BETWEEN ? AND ?
        AND EXISTS (SELECT 1 FROM telemetry_frames AS t
          WHERE t.id = first_frame_id AND t.captured_at_ms IS NULL)
      """
    ) {
      $0.add(recording)
      $0.add(bootKey)
      $0.add(rows.lowerBound)
      $0.add(rows.upperBound)
    }
    if state.segment?.recordingID == nil, state.segment?.isTakenIn == false {
      state.segment?.recordingID = recording
    }
  }
}

/// What the statistics of stored frames come to, board by board.
private struct StoredStatistics {
  let contents: StoreContents
  let offsetMs: Int64
  private(set) var buckets: [MinuteBucket] = []
  private(set) var exclusions: [MetricExclusionRange] = []
  private var boards: [String: (decoder: FrameDecoder, statistics: BoardStatistics)] = [:]

  init(contents: StoreContents, offsetMs: Int64) {
    self.contents = contents
    self.offsetMs = offsetMs
  }

  /// Counts the next frame, if it is one whose time came by the offset; always wants more.
  mutating func take(_ frame: TelemetryFrame) -> Bool {
    guard let ms = frame.capturedAtMs, ms - frame.elapsedRealtimeMs == offsetMs,
      !frame.boardID.isEmpty
    else { return true }
    var board = boards[frame.boardID] ?? begin(frame.boardID, at: ms)
    if let sample = board.decoder.decode(frame) {
      let news = board.statistics.add(sample)
      if let closed = news.closed { buckets.append(closed) }
      exclusions += news.exclusions
    }
    boards[frame.boardID] = board
    return true
  }

  /// Ends what runs.
  mutating func finish() {
    for key in boards.keys.sorted() {
      if let open = boards[key]?.statistics.current { buckets.append(open) }
      exclusions += boards[key]?.statistics.closeExclusions() ?? []
    }
  }

  /// A minute that has a bucket already is counted on.
  private func begin(
    _ boardID: String, at ms: Int64
  ) -> (decoder: FrameDecoder, statistics: BoardStatistics) {
    let minute = UTCInstant(milliseconds: ms - ms % 60_000)
    let stored = (try? contents.bucket(board: boardID, at: minute))?.bucket
    return (FrameDecoder(), BoardStatistics(boardID: boardID, resuming: stored))
  }
}

extension StoreDatabase {
  /// The oldest frame of this boot that has no time: its board, and the monotonic time; nil if there is
  /// none.
  package func untimedStretch() throws(StoreError) -> (boardID: String, began: MonotonicInstant)? {
    guard let bootKey = state.bootKey else { return nil }
    return try wrap { () throws(SQLiteError) in
      try connection.first(
        """
        SELECT b.id, t.elapsed_realtime_ms FROM telemetry_frames AS t JOIN boards AS b USING (board_key)
        WHERE t.captured_at_ms IS NULL AND t.boot_key = ? ORDER BY t.id LIMIT 1
        """, { $0.add(bootKey) }
      ) { row in
        let board = row.text() ?? ""
        return (
          board, MonotonicInstant(nanoseconds: 0).advanced(byMilliseconds: row.number())
        )
      }
    }
  }
}

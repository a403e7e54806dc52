import SQLite
import SyncContract

extension Pruner {
  /// Up to where a table's rows may go: its accepted cursor, or all of a database of no account.
  func accepted(_ table: ContractTable) -> Int64 { gate?.positions.accepted(table) ?? .max }

  /// Removes the oldest frames that no favorite pins, board by board in the order of their rows, up
  /// to a keyframe, so that whatever is left can be decoded.
  func pruneFrames(before cutoff: Int64, limit: Int) throws(SQLiteError) -> Int {
    for gap in try gapsBetweenFavorites(before: cutoff) {
      guard let first = try firstFrame(in: gap) else { continue }
      let removed = try pruneFrames(from: first, limit) { $0.time.map(gap.contains) ?? $0.isLost }
      if removed > 0 { return removed }
    }
    guard let first = try firstLostFrame() else { return 0 }
    return try pruneFrames(from: first, limit) { $0.time == nil && $0.isLost }
  }

  /// What the choice of frames to remove looks at.
  private struct FrameHead {
    var id: Int64
    var board: Int64
    var time: Int64?
    var isKeyframe: Bool
    /// Its boot is over, so it will never get a time if it has none.
    var isLost: Bool
  }

  /// Rows that one slice looks at: more than a minute of faults, so that it holds a keyframe.
  private static let window = 4000

  /// Removes frames of the board of the row `first`, up to a keyframe.
  private func pruneFrames(
    from first: Int64, _ limit: Int, where isDoomed: (FrameHead) -> Bool
  ) throws(SQLiteError) -> Int {
    var heads: [FrameHead] = []
    try connection.forEachRow(
      """
      SELECT id, board_key, captured_at_ms, flags & 1,
        boot_key < (SELECT max(boot_key) FROM boot) FROM telemetry_frames
      WHERE id >= ? AND id <= ? ORDER BY id LIMIT ?
      """,
      {
        $0.add(first)
        $0.add(accepted(.telemetryFrames))
        $0.add(max(limit, Self.window))
      }
    ) {
      let head = FrameHead(
        id: $0.number(), board: $0.number(), time: $0.int64(), isKeyframe: $0.bool(),
        isLost: $0.bool())
      guard isDoomed(head) else { return false }
      if head.board == heads.first?.board ?? head.board { heads.append(head) }
      return true
    }
    let count = try removable(heads, limit)
    return try PrunedRows(connection: connection).removeFrames(heads.prefix(count).map(\.id))
  }

  /// How many of a board's frames can go so that it goes on with a keyframe or not at all: the
  /// least number that fills the limit, else the greatest.
  private func removable(_ heads: [FrameHead], _ limit: Int) throws(SQLiteError) -> Int {
    guard let last = heads.last else { return 0 }
    var borders = heads.indices.dropFirst().filter { heads[$0].isKeyframe }
    if try goesOnWithKeyframe(after: last, heads.last { $0.time != nil }?.time) {
      borders.append(heads.count)
    }
    return borders.first { $0 >= limit } ?? borders.last ?? 0
  }

  /// Whether the next frame of the same board, `time` or later, is a keyframe. A board that is
  /// silent begins again with one, because its gap is a long one.
  private func goesOnWithKeyframe(
    after head: FrameHead, _ time: Int64?
  ) throws(SQLiteError) -> Bool {
    guard let time else { return try goesOnWithKeyframe(after: head) }
    return try connection.number(
      """
      SELECT flags & 1 FROM telemetry_frames
      WHERE board_key = ? AND captured_at_ms >= ? AND id > ?
      ORDER BY captured_at_ms, id LIMIT 1
      """
    ) {
      $0.add(head.board)
      $0.add(time)
      $0.add(head.id)
    } != 0
  }

  /// The same for frames without a time, which follow each other closely.
  private func goesOnWithKeyframe(after head: FrameHead) throws(SQLiteError) -> Bool {
    try connection.number(
      """
      SELECT flags & 1 FROM (SELECT board_key, flags FROM telemetry_frames WHERE id > ?
        ORDER BY id LIMIT 1000)
      WHERE board_key = ? LIMIT 1
      """
    ) {
      $0.add(head.id)
      $0.add(head.board)
    } != 0
  }

  private func firstFrame(in times: Range<Int64>) throws(SQLiteError) -> Int64? {
    try connection.number(
      """
      SELECT id FROM telemetry_frames WHERE captured_at_ms >= ? AND captured_at_ms < ?
      ORDER BY captured_at_ms LIMIT 1
      """
    ) {
      $0.add(times.lowerBound)
      $0.add(times.upperBound)
    }
  }

  /// The first frame without a time of a boot that is over and began long ago.
  private func firstLostFrame() throws(SQLiteError) -> Int64? {
    let cutoff = cutoffByClock(.frames)
    return try connection.number(
      """
      SELECT min(t.id) FROM boot AS o JOIN telemetry_frames AS t USING (boot_key)
      WHERE t.captured_at_ms IS NULL AND o.first_seen_at_ms < ?
        AND o.boot_key < (SELECT max(boot_key) FROM boot)
      """
    ) { $0.add(cutoff) }
  }

  /// The times before `cutoff` that no favorite pins, in order.
  private func gapsBetweenFavorites(before cutoff: Int64) throws(SQLiteError) -> [Range<Int64>] {
    var gaps: [Range<Int64>] = []
    var start = Int64.min
    try connection.forEachRow(
      """
      SELECT start_ms - start_ms % 60000, end_ms - end_ms % 60000 + 60000 FROM favorites
      ORDER BY start_ms
      """
    ) {
      let (from, to) = ($0.number(), $0.number())
      if from > start, start < cutoff { gaps.append(start..<min(from, cutoff)) }
      start = max(start, to)
      return true
    }
    if start < cutoff { gaps.append(start..<cutoff) }
    return gaps
  }
}

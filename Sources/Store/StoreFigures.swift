import Linux
import SQLite

/// How much a database holds, for status; costs a few pages whatever the size.
package struct StoreCounts: Equatable, Sendable {
  /// Rows of append-only tables, taken from their lowest and highest number.
  package var fixes: Int
  package var frames: Int
  package var buckets: Int
  package var recordings: Int
  package var flights: Int
  package var boards: Int
}

/// How many bytes a database takes.
package struct StoreSizes: Equatable, Sendable {
  /// Bytes of the file, free pages included.
  package var file: Int64
  /// Bytes of the pages that hold nothing.
  package var free: Int64
  /// Bytes of the write-ahead log as it lies on disk.
  package var log: Int64
  package var pageSize: Int64
}

extension StoreContents {
  /// How many rows there are.
  package func counts() throws(StoreError) -> StoreCounts {
    try wrap { () throws(SQLiteError) in
      StoreCounts(
        fixes: try span(
          "fix_record", "SELECT max(id) FROM fix_record", "SELECT min(id) FROM fix_record"),
        frames: try span(
          "telemetry_frames", "SELECT max(id) FROM telemetry_frames",
          "SELECT min(id) FROM telemetry_frames"),
        buckets: Int(
          try connection.number("SELECT count(*) FROM telemetry_minute_buckets") ?? 0),
        recordings: Int(try connection.number("SELECT count(*) FROM recording") ?? 0),
        flights: Int(
          try connection.number("SELECT count(*) FROM flights WHERE deleted_at IS NULL") ?? 0),
        boards: Int(
          try connection.number(
            "SELECT count(*) FROM boards WHERE board_key > 0 AND deleted_at IS NULL") ?? 0))
    }
  }

  /// The numbers from the lowest to the highest, without those that retention took.
  private func span(
    _ table: StaticString, _ highest: StaticString, _ lowest: StaticString
  ) throws(SQLiteError) -> Int {
    guard let high = try connection.number(highest), let low = try connection.number(lowest),
      low <= high
    else { return 0 }
    let pruned = try PrunedRows(connection: connection).count(in: low..<high &+ 1, of: table)
    return Int(clamping: high &- low &+ 1) - pruned
  }

  /// How many bytes the files take.
  package func sizes() throws(StoreError) -> StoreSizes {
    try wrap { () throws(SQLiteError) in
      let pageSize = try connection.number("PRAGMA page_size") ?? 0
      return StoreSizes(
        file: pageSize * (try connection.number("PRAGMA page_count") ?? 0),
        free: pageSize * (try connection.number("PRAGMA freelist_count") ?? 0),
        log: Files.size(connection.path + "-wal") ?? 0, pageSize: pageSize)
    }
  }

  /// Bytes of pages by table and index, from the `dbstat` table, which visits every page; nil where
  /// SQLite was built without it.
  package func bytesByTable() throws(StoreError) -> [String: Int64]? {
    do throws(SQLiteError) {
      let rows = try connection.all(
        "SELECT name, pgsize FROM dbstat WHERE aggregate = TRUE", { _ in }
      ) { ($0.text() ?? "", $0.number()) }
      return Dictionary(rows, uniquingKeysWith: +)
    } catch {
      if error.isSchemaDamage { return nil }
      if error.isFull {
        // The pager's word for a page number that the file cannot have.
        throw .database(
          SQLiteError(
            operation: "step", extendedCode: 11, message: "a page number beyond the file",
            subject: "dbstat"))
      }
      throw .database(error)
    }
  }
}

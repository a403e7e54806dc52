import SQLite

/// The questions that can be put to a database, on the writer's connection or a reader's.
///
/// A body that is handed rows must not ask the same question again before it returns.
package struct StoreContents {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }
}

/// A run of rows that one recording made in one boot.
struct StoredSegment {
  var recordingID: Int64?
  /// Row numbers in `fix_record`.
  var fixes: Range<Int64>
  /// Row numbers in `telemetry_frames`.
  var frames: Range<Int64>
  var baseMs: Int64
}

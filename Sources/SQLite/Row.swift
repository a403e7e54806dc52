import CSQLite

/// Reads the columns of the row that a statement stands on, from left to right; valid until the
/// statement moves on.
package struct Row {
  private let statement: OpaquePointer
  private var index: Int32 = -1

  init(statement: OpaquePointer) { self.statement = statement }

  /// How many columns the row has.
  package var width: Int { Int(sqlite3_column_count(statement)) }

  /// The next column as a whole number, nil for NULL (`sqlite3_column_int64`).
  package mutating func int64() -> Int64? {
    index += 1
    guard sqlite3_column_type(statement, index) != SQLITE_NULL else { return nil }
    return sqlite3_column_int64(statement, index)
  }

  /// The next column, 0 for NULL.
  package mutating func number() -> Int64 { int64() ?? 0 }

  /// The next column held to the bounds of 32 bits, nil for NULL.
  package mutating func int32() -> Int32? { int64().map(Int32.init(clamping:)) }

  /// The next column held to the bounds of 16 bits, nil for NULL.
  package mutating func int16() -> Int16? { int64().map(Int16.init(clamping:)) }

  /// Whether the next column is a number other than 0.
  package mutating func bool() -> Bool { number() != 0 }

  /// The next column as a double, nil for NULL (`sqlite3_column_double`).
  package mutating func double() -> Double? {
    index += 1
    guard sqlite3_column_type(statement, index) != SQLITE_NULL else { return nil }
    return sqlite3_column_double(statement, index)
  }

  /// The next column as bytes, none for NULL (`sqlite3_column_blob`).
  package mutating func bytes() -> [UInt8] {
    index += 1
    guard let start = sqlite3_column_blob(statement, index) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, index))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The next column as text, nil for NULL; broken UTF-8 is repaired (`sqlite3_column_text`).
  package mutating func text() -> String? {
    index += 1
    guard let start = sqlite3_column_text(statement, index) else { return nil }
    let bytes = UnsafeBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(statement, index)))
    return String(decoding: bytes, as: UTF8.self)
  }
}

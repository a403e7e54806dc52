import CPostgres

/// The rows of an answer in binary format, held by libpq until the last owner lets go.
package final class PostgresResult {
  private let result: OpaquePointer

  init(owning result: OpaquePointer) { self.result = result }

  deinit { PQclear(result) }

  /// How many rows there are (PQntuples).
  package var count: Int { Int(PQntuples(result)) }

  /// How many rows a statement inserted, changed or deleted (PQcmdTuples); 0 for others.
  package var affected: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

  /// What was done, as PostgreSQL names it: `COMMIT`, `INSERT 0 5` (PQcmdStatus).
  package var command: String { PQcmdStatus(result).map { String(cString: $0) } ?? "" }

  /// A row, from 0; nil behind the last.
  package func row(_ index: Int) -> PostgresRow? {
    (0..<count).contains(index) ? PostgresRow(of: self, at: Int32(index)) : nil
  }

  /// Each row in its order.
  package var rows: some Sequence<PostgresRow> {
    (0..<count).lazy.map { PostgresRow(of: self, at: Int32($0)) }
  }

  /// The bytes of a value; nil for NULL or where there is none.
  fileprivate func value(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer? {
    guard row < PQntuples(result), column < PQnfields(result),
      PQgetisnull(result, row, column) == 0
    else { return nil }
    return UnsafeRawBufferPointer(
      start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
  }
}

/// Reads the columns of one row from left to right. A value of another width than asked for reads as
/// nil.
package struct PostgresRow {
  private let result: PostgresResult
  private let index: Int32
  private var column: Int32 = 0

  fileprivate init(of result: PostgresResult, at index: Int32) {
    self.result = result
    self.index = index
  }

  private mutating func next<Value>(_ read: (UnsafeRawBufferPointer) -> Value?) -> Value? {
    defer { column += 1 }
    return result.value(index, column).flatMap(read)
  }

  /// The next column, an int2, int4 or int8; nil for NULL.
  package mutating func int64() -> Int64? {
    next { bytes in
      switch bytes.count {
      case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
      case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
      case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
      default: nil
      }
    }
  }

  /// The next column, a float8; nil for NULL.
  package mutating func double() -> Double? {
    next { bytes in
      guard bytes.count == 8 else { return nil }
      return Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    }
  }

  /// The next column, a bool; nil for NULL.
  package mutating func bool() -> Bool? { next { $0.count == 1 ? $0[0] != 0 : nil } }

  /// The next column, a text; nil for NULL.
  package mutating func text() -> String? { next { String(decoding: $0, as: UTF8.self) } }

  /// The next column, a bytea; nil for NULL.
  package mutating func bytes() -> [UInt8]? { next { Array($0) } }
}

import CSQLite

/// Gives values to the parameters of a statement from left to right.
package struct Binder {
  private let statement: OpaquePointer
  private var index: Int32 = 0
  private(set) var failure: Int32 = SQLITE_OK

  init(statement: OpaquePointer) { self.statement = statement }

  /// How many parameters have got a value.
  var count: Int32 { index }

  private mutating func bind(_ call: (OpaquePointer, Int32) -> Int32) {
    index += 1
    let code = call(statement, index)
    if failure == SQLITE_OK { failure = code }
  }

  /// The next parameter as a whole number, NULL for nil (`sqlite3_bind_int64`).
  package mutating func add(_ value: Int64?) {
    bind { statement, position in
      guard let value else { return sqlite3_bind_null(statement, position) }
      return sqlite3_bind_int64(statement, position, value)
    }
  }

  /// The next parameter as a whole number, NULL for nil.
  package mutating func add(_ value: Int32?) { add(value.map(Int64.init)) }

  /// The next parameter as a whole number, NULL for nil.
  package mutating func add(_ value: Int16?) { add(value.map(Int64.init)) }

  /// The next parameter as a whole number, NULL for nil.
  package mutating func add(_ value: Int?) { add(value.map(Int64.init)) }

  /// The next parameter as 0 or 1.
  package mutating func add(_ value: Bool) { add(Int64(value ? 1 : 0)) }

  /// The next parameter as a double, NULL for nil (`sqlite3_bind_double`).
  package mutating func add(_ value: Double?) {
    bind { statement, position in
      guard let value else { return sqlite3_bind_null(statement, position) }
      return sqlite3_bind_double(statement, position, value)
    }
  }

  /// The next parameter as bytes; SQLite copies them (`sqlite3_bind_blob64`).
  package mutating func add(_ bytes: [UInt8]) {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    bind { statement, position in
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, position, 0) }
      return sqlite3_bind_blob64(statement, position, bytes, UInt64(bytes.count), transient)
    }
  }

  /// The next parameter as text, NULL for nil; SQLite copies it (`SQLITE_TRANSIENT`).
  package mutating func add(_ value: String?) {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    bind { statement, position in
      guard var value else { return sqlite3_bind_null(statement, position) }
      return value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { text in
          guard let start = text.baseAddress else {
            return sqlite3_bind_text(statement, position, "", 0, transient)
          }
          return sqlite3_bind_text64(
            statement, position, start, UInt64(text.count), transient, UInt8(SQLITE_UTF8))
        }
      }
    }
  }

  /// The next parameter as text that lives as long as the program; SQLite does not copy it.
  package mutating func add(constant value: StaticString) {
    bind { statement, position in
      sqlite3_bind_text64(
        statement, position, UnsafeRawPointer(value.utf8Start).assumingMemoryBound(to: CChar.self),
        UInt64(value.utf8CodeUnitCount), nil, UInt8(SQLITE_UTF8))
    }
  }
}

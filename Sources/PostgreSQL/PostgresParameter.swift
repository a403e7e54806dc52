/// A value for one `$n` of a statement, in PostgreSQL's binary format, or a whole column of values as
/// a one-dimensional array for `unnest`.
package struct PostgresParameter: Sendable {
  /// The type's OID (pg_type.dat).
  let type: UInt32
  /// Nil is NULL.
  let bytes: [UInt8]?
  /// A text holds a NUL, which PostgreSQL cannot store: the statement is refused unsent.
  let holdsNUL: Bool

  private init(_ type: UInt32, _ bytes: [UInt8]?, holdsNUL: Bool = false) {
    self.type = type
    self.bytes = bytes
    self.holdsNUL = holdsNUL
  }

  private init<Value: PostgresValue>(_ value: Value?) {
    var bytes: [UInt8] = []
    var holdsNUL = false
    value?.append(to: &bytes, holdsNUL: &holdsNUL)
    self.init(Value.type, value == nil ? nil : bytes, holdsNUL: holdsNUL)
  }

  package static func int8(_ value: Int64?) -> Self { Self(value) }
  package static func int4(_ value: Int32?) -> Self { Self(value) }
  package static func float8(_ value: Double?) -> Self { Self(value) }
  package static func bool(_ value: Bool?) -> Self { Self(value) }
  package static func text(_ value: String?) -> Self { Self(value) }
  package static func bytea(_ value: [UInt8]?) -> Self { Self(value) }

  package static func int8s(_ values: some Collection<Int64?>) -> Self { array(values) }
  package static func int4s(_ values: some Collection<Int32?>) -> Self { array(values) }
  package static func float8s(_ values: some Collection<Double?>) -> Self { array(values) }
  package static func bools(_ values: some Collection<Bool?>) -> Self { array(values) }
  package static func texts(_ values: some Collection<String?>) -> Self { array(values) }

  /// array_recv: dimensions, a flag for NULLs, the element type, length and lower bound; then each
  /// element after its length, -1 for NULL.
  private static func array<Value: PostgresValue>(_ values: some Collection<Value?>) -> Self {
    let count = values.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20 + count * 12)
    var hasNull = false
    var holdsNUL = false
    bytes.append(bigEndian: Int32(count == 0 ? 0 : 1))
    bytes.append(bigEndian: Int32(0))
    bytes.append(bigEndian: Value.type)
    if count > 0 {
      bytes.append(bigEndian: Int32(clamping: count))
      bytes.append(bigEndian: Int32(1))
    }
    for value in values {
      guard let value else {
        hasNull = true
        bytes.append(bigEndian: Int32(-1))
        continue
      }
      let start = bytes.count
      bytes.append(bigEndian: Int32(0))
      value.append(to: &bytes, holdsNUL: &holdsNUL)
      bytes.replace(at: start, bigEndian: Int32(clamping: bytes.count - start - 4))
    }
    if hasNull { bytes.replace(at: 4, bigEndian: Int32(1)) }
    return Self(Value.arrayType, bytes, holdsNUL: holdsNUL)
  }
}

/// A Swift type with a binary format in PostgreSQL.
private protocol PostgresValue {
  static var type: UInt32 { get }
  static var arrayType: UInt32 { get }
  func append(to bytes: inout [UInt8], holdsNUL: inout Bool)
}

extension Int64: PostgresValue {
  fileprivate static var type: UInt32 { 20 }
  fileprivate static var arrayType: UInt32 { 1016 }
  fileprivate func append(to bytes: inout [UInt8], holdsNUL: inout Bool) {
    bytes.append(bigEndian: self)
  }
}

extension Int32: PostgresValue {
  fileprivate static var type: UInt32 { 23 }
  fileprivate static var arrayType: UInt32 { 1007 }
  fileprivate func append(to bytes: inout [UInt8], holdsNUL: inout Bool) {
    bytes.append(bigEndian: self)
  }
}

extension Double: PostgresValue {
  fileprivate static var type: UInt32 { 701 }
  fileprivate static var arrayType: UInt32 { 1022 }
  fileprivate func append(to bytes: inout [UInt8], holdsNUL: inout Bool) {
    bytes.append(bigEndian: bitPattern)
  }
}

extension Bool: PostgresValue {
  fileprivate static var type: UInt32 { 16 }
  fileprivate static var arrayType: UInt32 { 1000 }
  fileprivate func append(to bytes: inout [UInt8], holdsNUL: inout Bool) {
    bytes.append(self ? 1 : 0)
  }
}

extension String: PostgresValue {
  fileprivate static var type: UInt32 { 25 }
  fileprivate static var arrayType: UInt32 { 1009 }
  fileprivate func append(to bytes: inout [UInt8], holdsNUL: inout Bool) {
    if utf8.contains(0) { holdsNUL = true }
    bytes.append(contentsOf: utf8)
  }
}

extension [UInt8]: PostgresValue {
  fileprivate static var type: UInt32 { 17 }
  fileprivate static var arrayType: UInt32 { 1001 }
  fileprivate func append(to bytes: inout [UInt8], holdsNUL: inout Bool) { bytes += self }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func replace(at start: Int, bigEndian value: Int32) {
    let bits = UInt32(bitPattern: value)
    for place in 0..<4 { self[start + place] = UInt8(truncatingIfNeeded: bits >> (24 - 8 * place)) }
  }
}

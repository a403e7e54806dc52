/// Reads the tokens of a batch off bytes that outlive it. It never reads past their end, and
/// allocates nothing but the texts it returns.
struct ContractScanner {
  /// Bytes of the longest spelling of a number that is read.
  static let longestNumber = 64

  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// The next byte, or nil at the end.
  @inline(__always)
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Passes a byte if it is the next one.
  @inline(__always)
  mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  /// Passes bytes if they are the next ones.
  @inline(__always)
  mutating func take(_ literal: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count - position >= literal.count, let base = bytes.baseAddress,
      Self.areEqual(UnsafeRawPointer(base + position), literal)
    else { return false }
    position += literal.count
    return true
  }

  /// Eight bytes at a time; the names of fields are most of a batch.
  @inline(__always)
  private static func areEqual(_ here: UnsafeRawPointer, _ literal: UnsafeRawBufferPointer) -> Bool
  {
    var offset = 0
    while offset + 8 <= literal.count {
      let left = here.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let right = literal.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if left != right { return false }
      offset += 8
    }
    while offset < literal.count {
      if here.load(fromByteOffset: offset, as: UInt8.self) != literal[offset] { return false }
      offset += 1
    }
    return true
  }

  /// Passes blanks, tabs and line ends.
  mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      position += 1
    }
  }

  /// As in `ASCII`, here where the compiler can put it in place.
  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// What is wrong when another token was expected: a value of another type, or no value at all.
  var mismatch: ContractError.Kind {
    guard let next else { return .malformed }
    return Self.isDigit(next) || "-{[\"tfn".utf8.contains(next) ? .unexpectedType : .malformed
  }

  /// Reads a value if it is null or a whole number, and the field may be that; otherwise nil, and
  /// `value(of:)` finds out what it is.
  @inline(__always)
  mutating func plainValue(
    of field: FieldDigest
  ) throws(ContractError.Kind) -> ContractValue? {
    if field.isNullable, next == UInt8(ascii: "n") { return try literal("null", .null) }
    guard let rule = field.integers, let next, Self.isDigit(next) || next == UInt8(ascii: "-")
    else {
      return nil
    }
    let number = try integer()
    guard rule.allows(number) else { throw .numberRange }
    return .integer(number)
  }

  /// Reads the value of a field and checks it.
  mutating func value(
    of field: ContractField
  ) throws(ContractError.Kind) -> ContractValue {
    let value = try value(as: field.kind)
    if let kind = field.objection(to: value) { throw kind }
    return value
  }

  private mutating func value(
    as kind: ContractField.Kind
  ) throws(ContractError.Kind) -> ContractValue {
    guard let next else { throw .malformed }
    switch next {
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      switch kind {
      case .integer: return .integer(try integer())
      case .number: return .number(try number())
      default: throw .unexpectedType
      }
    default: throw mismatch
    }
  }

  @inline(__always)
  private mutating func literal(
    _ text: StaticString, _ value: ContractValue
  ) throws(ContractError.Kind) -> ContractValue {
    guard take(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)) else {
      throw .malformed
    }
    return value
  }
}

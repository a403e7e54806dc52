import Bytes

extension Array where Element == UInt8 {
  /// Appends a value that is valid for its field.
  mutating func append(json value: ContractValue) {
    switch value {
    case .null: append(static: "null")
    case .bool(let flag): append(static: flag ? "true" : "false")
    case .integer(let number): append(json: number)
    case .number(let number): append(json: number)
    case .text(let text): append(json: text)
    }
  }

  mutating func append(static text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a whole number.
  mutating func append(json number: Int64) {
    var rest = number.magnitude
    if number < 0 { append(UInt8(ascii: "-")) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var start = digits.count
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  /// The shortest decimal that reads back as the same double, without `.0`.
  private mutating func append(json number: Double) {
    append(text: number.description)
    if suffix(2).elementsEqual([ASCII.dot, ASCII.zero]) { removeLast(2) }
  }

  private mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      if utf8.contains(where: Self.isEscaped) {
        for byte in utf8 { append(escaped: byte) }
      } else {
        append(contentsOf: utf8)
      }
    }
    append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func append(escaped byte: UInt8) {
    guard Self.isEscaped(byte) else { return append(byte) }
    switch byte {
    case UInt8(ascii: "\""): append(text: "\\\"")
    case UInt8(ascii: "\\"): append(text: "\\\\")
    case 0x08: append(text: "\\b")
    case ASCII.tab: append(text: "\\t")
    case ASCII.lineFeed: append(text: "\\n")
    case 0x0C: append(text: "\\f")
    case ASCII.carriageReturn: append(text: "\\r")
    default: append(text: "\\u00" + Hexadecimal.encode(CollectionOfOne(byte)))
    }
  }
}

import Bytes

extension ContractScanner {
  /// Reads a text, whose quotation mark is the next byte.
  mutating func text() throws(ContractError.Kind) -> String {
    guard take("\"") else { throw mismatch }
    let start = position
    while let byte = next, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { return try escapedText(from: start) }
      if byte < 0x20 { throw byte == 0 ? .badText : .malformed }
      position += 1
    }
    let content = UnsafeBufferPointer(rebasing: bytes[start..<position])
    guard take("\"") else { throw .malformed }
    guard let text = String(validating: content, as: UTF8.self) else { throw .badText }
    return text
  }

  /// Reads on from the first backslash of a text that begins at `start`.
  private mutating func escapedText(from start: Int) throws(ContractError.Kind) -> String {
    var content = Array(bytes[start..<position])
    while let byte = next, byte != UInt8(ascii: "\"") {
      if byte < 0x20 { throw byte == 0 ? .badText : .malformed }
      position += 1
      if byte == UInt8(ascii: "\\") {
        content.append(contentsOf: String(try escape()).utf8)
      } else {
        content.append(byte)
      }
    }
    guard take("\"") else { throw .malformed }
    guard let text = String(validating: content, as: UTF8.self) else { throw .badText }
    return text
  }

  /// Reads what follows a backslash.
  private mutating func escape() throws(ContractError.Kind) -> Unicode.Scalar {
    guard let byte = next else { throw .malformed }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw .malformed
    }
  }

  private mutating func unicodeEscape() throws(ContractError.Kind) -> Unicode.Scalar {
    let first = try hexadecimal()
    guard first != 0 else { throw .badText }
    guard (0xD800...0xDBFF).contains(first) else {
      guard let scalar = Unicode.Scalar(first) else { throw .badText }
      return scalar
    }
    guard take("\\"), take("u") else { throw .badText }
    let second = try hexadecimal()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw .badText }
    return scalar
  }

  private mutating func hexadecimal() throws(ContractError.Kind) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = ASCII.hexValue(byte) else { throw .malformed }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}

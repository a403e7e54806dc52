import Bytes

/// One line that is a JSON object (RFC 8259): its own members, as far as they are texts, numbers or
/// truth values. What is nested is stepped over. Nil for anything that is no whole object.
struct FlatJSONLine {
  private(set) var texts: [String: String] = [:]
  private(set) var numbers: [String: Double] = [:]

  private var rest: ArraySlice<UInt8>
  private static let mostMembers = 64
  private static let deepest = 16

  init?(_ line: ArraySlice<UInt8>) {
    rest = line
    guard take(UInt8(ascii: "{")) else { return nil }
    if !take(UInt8(ascii: "}")) {
      var members = 0
      repeat {
        members += 1
        guard members <= Self.mostMembers, member() else { return nil }
      } while take(ASCII.comma)
      guard take(UInt8(ascii: "}")) else { return nil }
    }
    skipBlanks()
    guard rest.isEmpty else { return nil }
  }

  private mutating func member() -> Bool {
    skipBlanks()
    guard let key = text(), take(ASCII.colon) else { return false }
    skipBlanks()
    if rest.first == UInt8(ascii: "\"") {
      texts[key] = text()
      return texts[key] != nil
    }
    if let first = rest.first, ASCII.isDigit(first) || first == ASCII.minus {
      numbers[key] = number()
      return numbers[key] != nil
    }
    return skipValue(depth: 0)
  }

  private mutating func skipBlanks() {
    rest = rest.drop { $0 == ASCII.space || $0 == ASCII.tab || $0 == ASCII.carriageReturn }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func number() -> Double? {
    let digits = rest.prefix { ASCII.isDigit($0) || "+-.eE".utf8.contains($0) }
    guard digits.count <= 40 else { return nil }
    rest = rest.dropFirst(digits.count)
    return Double(String(decoding: digits, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  private mutating func text() -> String? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escape = rest.popFirst(), appendEscape(escape, to: &bytes) else { return nil }
      case 0..<0x20: return nil
      default: bytes.append(byte)
      }
    }
    return nil
  }

  private mutating func appendEscape(_ escape: UInt8, to bytes: inout [UInt8]) -> Bool {
    switch escape {
    case UInt8(ascii: "n"): bytes.append(ASCII.lineFeed)
    case UInt8(ascii: "t"): bytes.append(ASCII.tab)
    case UInt8(ascii: "r"): bytes.append(ASCII.carriageReturn)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "u"):
      let digits = rest.prefix(4)
      guard digits.count == 4, digits.allSatisfy({ ASCII.hexValue($0) != nil }) else {
        return false
      }
      let code = digits.reduce(UInt32(0)) { $0 << 4 | UInt32(ASCII.hexValue($1) ?? 0) }
      rest = rest.dropFirst(4)
      // Halves of a pair become the sign for what cannot be shown: these texts are names only.
      bytes.append(contentsOf: String(Unicode.Scalar(code).map(Character.init) ?? "\u{FFFD}").utf8)
    default: bytes.append(escape)
    }
    return true
  }

  /// Steps over a word, an array or an object.
  private mutating func skipValue(depth: Int) -> Bool {
    guard depth < Self.deepest else { return false }
    skipBlanks()
    guard let first = rest.first else { return false }
    switch first {
    case UInt8(ascii: "\""): return text() != nil
    case UInt8(ascii: "["): return skipList(end: UInt8(ascii: "]"), depth: depth, hasKeys: false)
    case UInt8(ascii: "{"): return skipList(end: UInt8(ascii: "}"), depth: depth, hasKeys: true)
    default:
      let word = rest.prefix {
        ASCII.isDigit($0) || "+-.eE".utf8.contains($0) || $0 >= 0x61 && $0 <= 0x7A
      }
      rest = rest.dropFirst(word.count)
      return !word.isEmpty
    }
  }

  private mutating func skipList(end: UInt8, depth: Int, hasKeys: Bool) -> Bool {
    rest.removeFirst()
    if take(end) { return true }
    repeat {
      if hasKeys {
        guard text() != nil, take(ASCII.colon) else { return false }
      }
      guard skipValue(depth: depth + 1) else { return false }
    } while take(ASCII.comma)
    return take(end)
  }
}

/// One word of a line: bytes without a blank or bracket.
struct Word {
  let bytes: [UInt8]
  let lowered: String

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lowered = String(decoding: bytes.map { $0.isUpper ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Whether it is what a redaction put there: `name` between brackets.
  static func isMark(_ word: [UInt8], _ gap: [UInt8], _ rest: ArraySlice<UInt8>) -> Bool {
    let words = [Mark.name, Mark.address, Mark.secret, Mark.opaque, Mark.number, Mark.position]
    return gap.last == 0x5B && rest.first == 0x5D && words.contains([0x5B] + word + [0x5D])
  }

  // MARK: What it is

  var hasDigit: Bool { bytes.contains(where: \.isDigit) }

  private static let secretKeys = [
    "token", "passw", "passphrase", "secret", "authorization", "bearer", "credential", "apikey",
    "api-key", "api_key", "cookie", "private-key", "private_key", "psk", "login",
  ]

  var isKeyOfSecret: Bool { Self.secretKeys.contains { lowered.contains($0) } }

  /// Whether it is a plain word, so that nothing but the key is in it.
  var isKeyAlone: Bool { bytes.count <= 24 && !hasDigit }

  /// What English has no words like: digits in it, or letters of both cases mixed.
  var looksSecret: Bool {
    if bytes.count < 4 { return false }
    let hasLowerBeforeUpper = zip(bytes, bytes.dropFirst()).contains { $0.isLower && $1.isUpper }
    let isPlain = bytes.allSatisfy { $0.isDigit || $0 == 0x2E || $0 == 0x3A }
    return hasDigit && !isPlain || hasLowerBeforeUpper || bytes.count >= 20
  }

  /// A sentence of an instrument, or a record of an IGC file: the line holds a position or a name.
  var beginsRecord: Bool {
    if bytes.count >= 6, bytes[0] == 0x24 || bytes[0] == 0x21, bytes[1...4].allSatisfy(\.isUpper) {
      return true
    }
    if bytes.count >= 24, bytes[0] == 0x42, bytes[1..<14].allSatisfy(\.isDigit) { return true }
    return bytes.count >= 5 && bytes[0] == 0x48 && [0x46, 0x4F, 0x50].contains(bytes[1])
      && bytes[2..<5].allSatisfy(\.isUpper) && (bytes.contains(0x3A) || bytes.count > 5)
  }

  /// A sign, digits, and at most a point and digits.
  var isNumber: Bool {
    let digits = bytes.drop { $0 == 0x2B || $0 == 0x2D }
    return !digits.isEmpty && digits.allSatisfy { $0.isDigit || $0 == 0x2E || $0 == 0x3A }
  }

  // MARK: Coordinates

  private static let units: Set<String> = [
    "s", "ms", "m", "km", "v", "a", "hz", "mb", "gb", "kb", "%", "sec", "seconds", "km/h",
  ]

  /// Degrees with so many decimals that they name a place, or with a letter of the compass.
  func isCoordinate(next: [UInt8]) -> Bool {
    if bytes.contains(0xB0) || hasPackedPosition { return true }
    let first = bytes.first.map(Self.isCompass) == true
    let last = bytes.last.map(Self.isCompass) == true
    var digits = bytes[...]
    if first { digits = digits.dropFirst() }
    if last, digits.count > 1 { digits = digits.dropLast() }
    let mantissa = digits.drop { $0 == 0x2B || $0 == 0x2D }
    let parts = mantissa.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts.allSatisfy({ $0.allSatisfy(\.isDigit) })
    else { return false }
    let decimals = parts[1].count
    let isNamed = first || last || next.count == 1 && Self.isCompass(next[0])
    if isNamed { return decimals >= 2 }
    if decimals >= 4 { return true }
    let unit = String(decoding: next, as: UTF8.self).lowercased()
    return decimals == 3 && parts[0].count <= 5 && !Self.units.contains(unit)
  }

  private static func isCompass(_ byte: UInt8) -> Bool { "NSEW".utf8.contains(byte) }

  /// `4807038N01131000E` of an IGC file, anywhere in the word.
  private var hasPackedPosition: Bool {
    guard bytes.count >= 17 else { return false }
    return (0...(bytes.count - 17)).contains { start in
      let at = bytes[start..<(start + 17)]
      let (latitude, longitude) = (at.prefix(7), at.dropFirst(8).prefix(8))
      return latitude.allSatisfy(\.isDigit) && longitude.allSatisfy(\.isDigit)
        && "NS".utf8.contains(at[start + 7]) && "EW".utf8.contains(at[start + 16])
    }
  }
}

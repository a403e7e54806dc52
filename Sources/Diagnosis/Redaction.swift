/// Takes out of a text what a stranger must not learn: secrets, coordinates, names, numbers that
/// name a device or an account. What is in doubt goes.
///
/// It keeps the lines: each line of the text is a line of the result.
package struct Redaction: Sendable {
  /// Texts that are known to be private, longest first, in lower case.
  private let known: [[UInt8]]

  /// Shorter ones would take half of every text with them.
  private static let shortest = 3
  /// Shorter ones go only where they stand alone: `Ada`, not a part of `adapter`.
  private static let shortestInside = 6
  private static let longestLine = 16_384

  /// `secrets` are names and numbers that this box knows to be private; also their single words,
  /// from four letters on.
  package init(secrets: [String] = []) {
    let words = secrets.flatMap { secret in
      secret.split(whereSeparator: { " ,;()\t\n".contains($0) }).filter { $0.utf8.count >= 4 }
        .map(String.init)
    }
    let all = (secrets + words).map { Self.lowered(Array($0.utf8)) }
    known = Set(all.filter { $0.count >= Self.shortest }).sorted { $0.count > $1.count }
  }

  /// A text without what is private. A line that is too long is cut.
  package func redacted(_ text: String) -> String {
    // By bytes: CR and LF together are one character.
    text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { redactedLine($0.prefix(Self.longestLine)) }.joined(separator: "\n")
  }

  private func redactedLine(_ line: some Sequence<UInt8>) -> String {
    let clean = line.map { $0 < 0x20 && $0 != 0x09 && $0 != 0x0D ? UInt8(ascii: "?") : $0 }
    let named = withoutAddresses(withoutKnown(clean))
    return RedactedLine(named).text
  }

  // MARK: What is known

  private func withoutKnown(_ line: [UInt8]) -> [UInt8] {
    var line = line
    for secret in known { line = Self.without(secret, in: line) }
    return line
  }

  /// With each place of a text, in any case of letters, replaced.
  private static func without(_ secret: [UInt8], in line: [UInt8]) -> [UInt8] {
    let lowered = lowered(line)
    guard secret.count <= lowered.count else { return line }
    var result: [UInt8] = []
    var index = 0
    while index < line.count {
      if stands(secret, at: index, in: lowered) {
        result += Mark.name
        index += secret.count
      } else {
        result.append(line[index])
        index += 1
      }
    }
    return result
  }

  private static func stands(_ secret: [UInt8], at index: Int, in line: [UInt8]) -> Bool {
    let end = index + secret.count
    guard end <= line.count, line[index..<end].elementsEqual(secret) else { return false }
    if secret.count >= shortestInside { return true }
    func isPart(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte >= 0x80 }
    return (index == 0 || !isPart(line[index - 1])) && (end == line.count || !isPart(line[end]))
  }

  private static func lowered(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  // MARK: Addresses

  /// With what follows `SCHEME://` taken away: logins, hosts, paths and queries of it. gpsd of this
  /// box stays.
  private func withoutAddresses(_ line: [UInt8]) -> [UInt8] {
    let mark = Array("://".utf8)
    var result: [UInt8] = []
    var index = 0
    while index < line.count {
      guard line[index...].starts(with: mark) else {
        result.append(line[index])
        index += 1
        continue
      }
      let rest = line[(index + mark.count)...].prefix { !Self.endsAddress($0) }
      result += mark + (Self.isHere(rest) ? Array(rest) : Mark.address)
      index += mark.count + rest.count
    }
    return result
  }

  private static func endsAddress(_ byte: UInt8) -> Bool {
    byte <= 0x20 || [0x22, 0x27, 0x3C, 0x3E, 0x60].contains(byte)
  }

  /// `localhost:2947` and the like.
  private static func isHere(_ address: ArraySlice<UInt8>) -> Bool {
    let parts = String(decoding: address, as: UTF8.self).split(
      separator: ":", omittingEmptySubsequences: false)
    return ["localhost", "127.0.0.1"].contains(parts[0]) && parts.count <= 2
      && parts.dropFirst().allSatisfy { $0.utf8.count <= 6 && $0.utf8.allSatisfy(\.isPortByte) }
  }
}

extension UInt8 {
  /// A digit, or what may follow the port in a sentence.
  fileprivate var isPortByte: Bool { isDigit || self == 0x2C || self == 0x2E }
}

/// What stands in the place of something.
enum Mark {
  static let name = Array("[name]".utf8)
  static let address = Array("[address]".utf8)
  static let secret = Array("[secret]".utf8)
  static let opaque = Array("[id]".utf8)
  static let number = Array("[number]".utf8)
  static let position = Array("[position]".utf8)
}

extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isUpper: Bool { (0x41...0x5A).contains(self) }
  var isLower: Bool { (0x61...0x7A).contains(self) }
  var isLetter: Bool { isUpper || isLower }
  var isHexDigit: Bool {
    isDigit || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
  }
}

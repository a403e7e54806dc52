/// The token of a page, which a request shows to change something: 160 bits in 32 letters and digits
/// that no two people read differently.
package struct WebToken: Equatable, Sendable, CustomStringConvertible {
  /// Random bytes that one is made from.
  package static let byteCount = 20
  private static let length = 32
  private static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)

  package let text: String

  /// From `byteCount` random bytes, five bits a letter.
  package init?(random bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    var letters: [UInt8] = []
    var (held, count) = (0, 0)
    for byte in bytes {
      (held, count) = ((held << 8 | Int(byte)) & 0xFFFF, count + 8)
      while count >= 5 {
        count -= 5
        letters.append(Self.alphabet[held >> count & 31])
      }
    }
    text = String(decoding: letters, as: UTF8.self)
  }

  /// As it is kept in a file; white space around it plays no part. Nil for what is no token.
  package init?(kept bytes: [UInt8]) {
    let letters = bytes.filter { $0 > 0x20 }
    guard letters.count == Self.length, letters.allSatisfy(Self.alphabet.contains) else {
      return nil
    }
    text = String(decoding: letters, as: UTF8.self)
  }

  /// Whether a text is this token. How long it takes tells nothing of where they differ.
  package func matches(_ shown: String) -> Bool {
    let (own, other) = (Array(text.utf8), Array(shown.utf8.prefix(Self.length + 1)))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Keeps it out of logs and messages.
  package var description: String { "a token" }

  /// The token of an `Authorization` header: `Bearer TOKEN` (RFC 6750). Nil where there is none.
  package static func shown(in header: String?) -> String? {
    guard let header, header.utf8.count <= 200 else { return header == nil ? nil : "" }
    let words = header.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { return "" }
    return String(words[1])
  }
}

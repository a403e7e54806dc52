import Bytes
import Crypto

/// A public key with a name for people, as `*.pub` files hold it: one line
/// `barograph-ed25519 HEX NAME`.
package struct NamedPublicKey: Equatable, Sendable {
  /// Ed25519, 32 bytes.
  package var bytes: [UInt8]
  /// What people call the recorder; may be empty, never holds a line end.
  package var name: String

  /// Nil when the bytes are no key's length.
  package init?(bytes: [UInt8], name: String) {
    guard bytes.count == Ed25519.keyByteCount else { return nil }
    self.bytes = bytes
    let printable = name.unicodeScalars.map { Self.isControl($0) ? " " : $0 }
    var text = ""
    text.unicodeScalars.append(contentsOf: printable.prefix(80))
    self.name = text
  }

  /// The first 16 hexadecimal digits of the key's SHA-256, as `verify` shows it.
  package var fingerprint: String {
    String(Hexadecimal.encode(SHA256.digest(of: bytes)).prefix(16))
  }

  /// The key in 64 hexadecimal digits.
  package var hexadecimal: String { Hexadecimal.encode(bytes) }

  /// The line of a file, without its end.
  package var line: String {
    let start = "\(Self.prefix) \(hexadecimal)"
    return name.isEmpty ? start : "\(start) \(name)"
  }

  /// Reads the first line that is no comment (`#`); bare hexadecimal digits are a key without a
  /// name. Nil if there is no key.
  package init?(text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    guard let line = lines.first(where: { !$0.hasPrefix("#") }) else { return nil }
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    if words.first == Self.prefix, words.count >= 2, let bytes = Hexadecimal.decode(words[1]) {
      self.init(bytes: bytes, name: words.count > 2 ? words[2] : "")
    } else if words.count == 1, let bytes = Hexadecimal.decode(words[0]) {
      self.init(bytes: bytes, name: "")
    } else {
      return nil
    }
  }

  /// Controls of both sets, and the line and paragraph separators.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<32, 127..<160, 0x2028, 0x2029: true
    default: false
    }
  }

  private static let prefix = "barograph-ed25519"
}

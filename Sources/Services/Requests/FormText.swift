/// Text inside URLs and headers.
package enum FormText {
  /// Percent-encodes all but letters, digits and `-._~` (RFC 3986, 2.3).
  package static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: escaped.append(byte)
      default: escaped += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// `name=value&…`, of a query or of a body `application/x-www-form-urlencoded`.
  package static func joined(_ pairs: [(String, String)]) -> String {
    pairs.map { "\(escaped($0))=\(escaped($1))" }.joined(separator: "&")
  }

  /// The value of `Authorization` for a name and a password (RFC 7617).
  package static func basic(_ login: String, _ password: String) -> String {
    "Basic \(base64(Array("\(login):\(password)".utf8)))"
  }

  /// RFC 4648, 4, with padding.
  private static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0 as UInt32) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        let isFilled = place <= group.count
        text.append(isFilled ? alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)] : 0x3D)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

import Bytes

/// Sentences as we send them.
enum SentenceText {
  /// `$`, the text, `*`, the checksum in upper-case hexadecimal and CR LF.
  static func framed(_ body: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    let sum = body.reduce(0, ^)
    return [ASCII.dollar] + body
      + [
        ASCII.asterisk, digits[Int(sum >> 4)], digits[Int(sum & 15)], ASCII.carriageReturn,
        ASCII.lineFeed,
      ]
  }

  static func framed(_ body: String) -> [UInt8] { framed(Array(body.utf8)) }
}

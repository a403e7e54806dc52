import Bytes

/// The G records of a signed file, format 1: a chain of links, each signed by the recorder's key.
///
/// `GXBG1K` key (once, before the first link); a link is `GXBG1D` six-digit number, digest; then
/// `GXBG1S` and `GXBG1T` with the halves of the signature of that first line. The last link has E
/// in place of D. Keys, digests and halves are 32 bytes in 43 characters of base64. The whole is
/// told in docs/formats.md.
enum SecurityRecord: Equatable {
  case publicKey([UInt8])
  case link(number: Int, digest: [UInt8], isLast: Bool)
  case firstHalf([UInt8])
  case secondHalf([UInt8])
  /// One of ours whose format number is not 1.
  case otherFormat
  /// Not one of ours, or not whole.
  case unknown

  /// Lines between two links at most.
  static let longestRun = 60
  /// Digits of a link's number: enough for 60 million lines.
  static let numberWidth = 6
  /// What stands before the first link in place of a digest.
  static let chainStart = [UInt8](repeating: 0, count: Base64.byteCount)

  private static let maker = Array("GXBG".utf8)
  private static let format = UInt8(ascii: "1")

  /// From a line with its G.
  init(line: [UInt8]) {
    let head = Self.maker.count
    guard line.starts(with: Self.maker), line.count > head + 1 else {
      self = .unknown
      return
    }
    guard line[head] == Self.format else {
      self = ASCII.isDigit(line[head]) ? .otherFormat : .unknown
      return
    }
    self = Self.parse(kind: line[head + 1], line[(head + 2)...]) ?? .unknown
  }

  private static func parse(kind: UInt8, _ payload: ArraySlice<UInt8>) -> SecurityRecord? {
    switch kind {
    case UInt8(ascii: "K"): return Base64.decode(payload).map { .publicKey($0) }
    case UInt8(ascii: "S"): return Base64.decode(payload).map { .firstHalf($0) }
    case UInt8(ascii: "T"): return Base64.decode(payload).map { .secondHalf($0) }
    case UInt8(ascii: "D"), UInt8(ascii: "E"):
      guard let number = Digits.number(payload.prefix(numberWidth)),
        payload.count == numberWidth + Base64.characterCount,
        let digest = Base64.decode(payload.dropFirst(numberWidth))
      else { return nil }
      return .link(number: number, digest: digest, isLast: kind == UInt8(ascii: "E"))
    default: return nil
    }
  }

  /// The line without its end.
  var line: [UInt8] {
    switch self {
    case .publicKey(let key): Self.line("K", key)
    case .firstHalf(let half): Self.line("S", half)
    case .secondHalf(let half): Self.line("T", half)
    case .link(let number, let digest, let isLast):
      Self.line(isLast ? "E" : "D", digest, number: String(number, width: Self.numberWidth))
    case .otherFormat, .unknown: Self.maker
    }
  }

  private static func line(_ kind: String, _ bytes: [UInt8], number: String = "") -> [UInt8] {
    maker + [format] + Array((kind + number).utf8) + Base64.encode(bytes)
  }

  /// Whether the chain covers a line: all but G, H records of the official observer (O) or the
  /// pilot (P), and L records of others than Barograph.
  static func covers(_ line: [UInt8]) -> Bool {
    switch line.first {
    case UInt8(ascii: "G"): false
    case UInt8(ascii: "H"): line.count < 2 || (line[1] != 0x4F && line[1] != 0x50)
    case UInt8(ascii: "L"): line.dropFirst().starts(with: maker.dropFirst())
    default: true
    }
  }
}

/// Fixed-width decimal fields.
enum Digits {
  /// The value of a field of 1 to 9 digits and nothing else.
  static func number(_ field: some Collection<UInt8>) -> Int? {
    guard (1...9).contains(field.count) else { return nil }
    var value = 0
    for byte in field {
      guard ASCII.isDigit(byte) else { return nil }
      value = value * 10 + Int(byte - ASCII.zero)
    }
    return value
  }
}

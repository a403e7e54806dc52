package import FlightModel

extension UTCInstant {
  /// A time as services write it: RFC 3339 with `Z` or an offset, or without either, which is UTC.
  package init?(serviceTime text: String) {
    guard (19...40).contains(text.utf8.count) else { return nil }
    let bytes = Array(text.utf8)
    let day = String(decoding: bytes.prefix(19), as: UTF8.self).replacingBlank
    let tail = bytes.dropFirst(19)
    let fraction = tail.prefix { $0 == 0x2E || (0x30...0x39).contains($0) }
    let offset = tail.drop { $0 == 0x2E || (0x30...0x39).contains($0) }
    guard let shift = Self.minutes(of: Array(offset)),
      let local = UTCInstant(rfc3339: day + String(decoding: fraction, as: UTF8.self) + "Z")
    else { return nil }
    self = local.advanced(byMilliseconds: -shift * 60_000)
  }

  /// Minutes of `Z`, nothing, `+02:00` or `-0330`.
  private static func minutes(of offset: [UInt8]) -> Int64? {
    if offset.isEmpty || offset == [0x5A] { return 0 }
    let digits = offset.dropFirst().filter { $0 != 0x3A }
    guard offset[0] == 0x2B || offset[0] == 0x2D, digits.count == 4,
      digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    let number = digits.reduce(0 as Int64) { $0 * 10 + Int64($1 - 0x30) }
    return (number / 100 * 60 + number % 100) * (offset[0] == 0x2D ? -1 : 1)
  }
}

extension String {
  /// A blank between day and time is a `T`.
  fileprivate var replacingBlank: String {
    String(enumerated().map { $0.offset == 10 && $0.element == " " ? "T" : $0.element })
  }
}

import Glibc

/// A line of gpsd's JSON stream, told apart by its first bytes without parsing it.
package struct GPSDReport {
  /// The classes that a watcher is sent (gpsd_json(5)).
  package enum Kind: String, Sendable, CaseIterable {
    case tpv = "TPV"
    case sky = "SKY"
    case devices = "DEVICES"
    case device = "DEVICE"
    case version = "VERSION"
    case watch = "WATCH"
    case error = "ERROR"
    /// A class that nobody reads (`TOFF`, `PPS`, `GST`, `ATT`, …).
    case other
  }

  /// Tells the class of a line, without its line end; nil if it is no report.
  package static func kind(of line: UnsafeBufferPointer<UInt8>) -> Kind? {
    guard line.count > 11, starts(line, at: 0, with: "{\"class\":\"") else { return nil }
    switch line[10] {
    case UInt8(ascii: "T"): return starts(line, at: 10, with: "TPV\"") ? .tpv : .other
    case UInt8(ascii: "S"): return starts(line, at: 10, with: "SKY\"") ? .sky : .other
    case UInt8(ascii: "D"):
      if starts(line, at: 10, with: "DEVICE\"") { return .device }
      return starts(line, at: 10, with: "DEVICES\"") ? .devices : .other
    case UInt8(ascii: "V"): return starts(line, at: 10, with: "VERSION\"") ? .version : .other
    case UInt8(ascii: "W"): return starts(line, at: 10, with: "WATCH\"") ? .watch : .other
    case UInt8(ascii: "E"): return starts(line, at: 10, with: "ERROR\"") ? .error : .other
    default: return .other
    }
  }

  /// The text behind `"key":"` up to the next quote, of the first such key; nil if there is none,
  /// or if it holds an escape, which no device path, driver or release does.
  package static func text(
    of key: StaticString, in line: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let start = end(of: key, in: line), start < line.count,
      line[start] == UInt8(ascii: "\"")
    else { return nil }
    let rest = line[(start + 1)...]
    guard
      let stop = rest.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }),
      rest[stop] == UInt8(ascii: "\"")
    else { return nil }
    return UnsafeBufferPointer(rebasing: line[(start + 1)..<stop])
  }

  /// The whole number behind `"key":`, of the first such key, at most six digits.
  package static func number(
    of key: StaticString, in line: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard let start = end(of: key, in: line) else { return nil }
    let digits = line[start...].prefix(7).prefix { $0 &- 0x30 < 10 }
    guard (1...6).contains(digits.count) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// The number behind `"key":`, of the first such key: at most six digits, a point and three more;
  /// further ones are left off.
  package static func decimal(
    of key: StaticString, in line: UnsafeBufferPointer<UInt8>
  ) -> Double? {
    guard let start = end(of: key, in: line), let whole = number(of: key, in: line) else {
      return nil
    }
    let rest = line[start...].drop { $0 &- 0x30 < 10 }
    guard rest.first == UInt8(ascii: ".") else { return Double(whole) }
    let digits = rest.dropFirst().prefix(3).prefix { $0 &- 0x30 < 10 }
    var (fraction, scale) = (0.0, 1.0)
    for digit in digits { (fraction, scale) = (fraction * 10 + Double(digit - 0x30), scale * 10) }
    return Double(whole) + fraction / scale
  }

  /// The one-line objects of a `DEVICES` report, in order.
  ///
  /// libgps is not asked: it knows four devices at most, and `gps_unpack` never returns from a list
  /// of five (libgps 3.22).
  package static func forEachDevice(
    in line: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var rest = UnsafeBufferPointer(rebasing: line.dropFirst(2))
    while let start = find("{\"class\":\"DEVICE\"", in: rest) {
      let tail = UnsafeBufferPointer(rebasing: rest[(start + 1)...])
      let length = find("{\"class\":\"DEVICE\"", in: tail) ?? tail.count
      body(UnsafeBufferPointer(rebasing: tail[..<length]))
      rest = UnsafeBufferPointer(rebasing: tail[length...])
    }
  }

  /// Where `"key":` first ends.
  private static func end(of key: StaticString, in line: UnsafeBufferPointer<UInt8>) -> Int? {
    find(key, in: line).map { $0 + key.utf8CodeUnitCount }
  }

  /// Where a text of two bytes or more first stands. Its second byte is looked for, which is rarer
  /// than the quote or brace that such texts begin with.
  static func find(_ text: StaticString, in line: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = line.baseAddress else { return nil }
    let count = text.utf8CodeUnitCount
    var offset = 1
    while offset < line.count,
      let found = memchr(base + offset, Int32(text.utf8Start[1]), line.count - offset)
    {
      let start = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found)) - 1
      guard line.count - start >= count else { return nil }
      if memcmp(base + start, text.utf8Start, count) == 0 { return start }
      offset = start + 2
    }
    return nil
  }

  private static func starts(
    _ line: UnsafeBufferPointer<UInt8>, at offset: Int, with text: StaticString
  ) -> Bool {
    let count = text.utf8CodeUnitCount
    guard line.count >= offset + count else { return false }
    return memcmp(line.baseAddress! + offset, text.utf8Start, count) == 0
  }
}

import Bytes

extension UTCInstant {
  /// Reads RFC 3339 in UTC, `2026-07-04T09:12:30Z` with up to nine decimals, or nil.
  package init?(rfc3339 text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 30, bytes.last == UInt8(ascii: "Z") else { return nil }
    func digits(_ range: Range<Int>) -> Int? {
      bytes[range].allSatisfy(ASCII.isDigit)
        ? bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
    }
    let marks: [(Int, Character)] = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")]
    guard marks.allSatisfy({ bytes[$0.0] == $0.1.asciiValue }),
      let year = digits(0..<4), let month = digits(5..<7), let day = digits(8..<10),
      let hour = digits(11..<13), let minute = digits(14..<16), let second = digits(17..<19),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    guard CivilDate(daysSince1970: date.daysSince1970) == date else { return nil }
    var millisecond = 0
    if bytes.count > 20 {
      guard bytes[19] == ASCII.dot, bytes.count > 21,
        let fraction = digits(20..<(bytes.count - 1))
      else { return nil }
      var scaled = fraction
      for _ in 0..<max(0, bytes.count - 1 - 23) { scaled /= 10 }
      for _ in 0..<max(0, 23 - (bytes.count - 1)) { scaled *= 10 }
      millisecond = scaled
    }
    let ofDay = ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
    self.init(date, millisecondOfDay: Int64(ofDay))
  }
}

extension CivilDate {
  /// A full date of RFC 3339, `2026-07-04`.
  package var rfc3339: String { String(UTCInstant(self).rfc3339.prefix(10)) }

  /// Reads such a date, or nil.
  package init?(rfc3339 text: String) {
    guard text.utf8.count == 10, let midnight = UTCInstant(rfc3339: "\(text)T00:00:00Z") else {
      return nil
    }
    self = midnight.date
  }
}

import Bytes
import FlightModel

/// Takes single records apart that are not fixes; nil for one that is not of its form.
enum RecordParser {
  typealias Line = [UInt8]

  /// The text of bytes that may be UTF-8 or Latin-1.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }

  /// A field of digits.
  static func number(_ line: Line, _ offset: Int, _ width: Int) -> Int? {
    guard offset >= 0, offset + width <= line.count else { return nil }
    return Digits.number(line[offset..<offset + width])
  }

  /// Milliseconds of `HHMMSS`.
  static func time(_ line: Line, at offset: Int) -> Int64? {
    guard let hours = number(line, offset, 2), let minutes = number(line, offset + 2, 2),
      let seconds = number(line, offset + 4, 2), hours < 24, minutes < 60, seconds < 60
    else { return nil }
    return Int64(hours * 3600 + minutes * 60 + seconds) * 1000
  }

  /// `DDMMmmm[NS]DDDMMmmm[EW]` at an offset.
  static func position(_ line: Line, at offset: Int) -> Coordinate? {
    guard offset > 0, offset + 17 <= line.count else { return nil }
    let bytes = line.span
    guard
      let latitude = try? Angle(
        DigitWord(bytes, at: offset - 1).last(7), bytes[offset + 7], "N", "S", limit: 90),
      let longitude = try? Angle(
        DigitWord(bytes, at: offset + 8), bytes[offset + 16], "E", "W", limit: 180)
    else { return nil }
    return Coordinate(latitudeE7: latitude.e7(limit: 90), longitudeE7: longitude.e7(limit: 180))
  }

  /// The fields of an I or J record: a count, then first byte, last byte and code of each. Numbers
  /// have two digits, or three from 100 on; codes begin with a letter. What is no field, or lies in
  /// front of `earliest`, ends them, and then they are fewer than their count.
  static func extensions(
    _ line: Line, from earliest: Int
  ) -> (fields: [ExtensionField], isWhole: Bool)? {
    guard let count = number(line, 1, 2) else { return nil }
    var fields: [ExtensionField] = []
    var offset = 3
    while fields.count < count {
      let digits = line[offset...].prefix(while: ASCII.isDigit).count
      let firstWidth = digits / 2
      guard (4...6).contains(digits), offset + digits + 3 <= line.count,
        let first = number(line, offset, firstWidth),
        let last = number(line, offset + firstWidth, digits - firstWidth),
        first >= earliest, last >= first
      else { return (fields, false) }
      offset += digits + 3
      fields.append(
        ExtensionField(code: text(line[offset - 3..<offset]), first: first, last: last))
    }
    return (fields, offset == line.count)
  }

  /// An H record; the value is what follows the colon, or the three-letter subject without one.
  static func header(_ line: Line) -> HeaderLine? {
    guard line.count >= 5 else { return nil }
    let rest = line[5...]
    let value = rest.firstIndex(of: ASCII.colon).map { rest[($0 + 1)...] } ?? rest
    return HeaderLine(
      source: Character(Unicode.Scalar(line[1])), subject: text(line[2..<5]),
      value: text(value.drop { $0 == ASCII.space }))
  }

  /// The date of an `HFDTE` record in any of its forms: the first six digits, day first, with
  /// whatever stands between them; or eight digits in one with the century.
  static func date(_ line: Line) -> CivilDate? {
    let rest = line.dropFirst(5).prefix { $0 != ASCII.comma }
    let run = rest.drop { !ASCII.isDigit($0) }.prefix(while: ASCII.isDigit)
    var digits = Array(rest.lazy.filter(ASCII.isDigit).prefix(6))
    if run.count == 8, let century = Digits.number(run.dropFirst(4).prefix(2)),
      century == 19 || century == 20
    {
      digits = Array(run.prefix(4) + run.suffix(2))
    }
    return date(digits, at: 0)
  }

  /// `DDMMYY` at an offset; years from 80 on are of the 20th century.
  static func date(_ line: Line, at offset: Int) -> CivilDate? {
    guard let day = number(line, offset, 2), let month = number(line, offset + 2, 2),
      let year = number(line, offset + 4, 2)
    else { return nil }
    let date = CivilDate(year: year < 80 ? 2000 + year : 1900 + year, month: month, day: day)
    return CivilDate(daysSince1970: date.daysSince1970) == date ? date : nil
  }
}

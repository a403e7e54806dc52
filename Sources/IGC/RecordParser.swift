import Bytes
import FlightModel

/// Takes single records apart; nil for one that is not of its form.
enum RecordParser {
  typealias Line = [UInt8]

  /// The text of bytes that may be UTF-8 or Latin-1.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }

  /// Milliseconds of `HHMMSS` at an offset; 60 seconds are a leap second and pass.
  static func time(_ line: Line, at offset: Int) -> Int64? {
    guard let hours = number(line, offset, 2), let minutes = number(line, offset + 2, 2),
      let seconds = number(line, offset + 4, 2), hours < 24, minutes < 60, seconds <= 60
    else { return nil }
    return Int64(hours * 3600 + minutes * 60 + seconds) * 1000
  }

  /// A field of digits.
  static func number(_ line: Line, _ offset: Int, _ width: Int) -> Int? {
    guard offset >= 0, offset + width <= line.count else { return nil }
    return Digits.number(line[offset..<offset + width])
  }

  /// `DDMMmmm[NS]DDDMMmmm[EW]` at an offset.
  static func position(_ line: Line, at offset: Int) -> Coordinate? {
    guard let latitude = angle(line, offset, 2, "N", "S"),
      let longitude = angle(line, offset + 8, 3, "E", "W"),
      latitude.magnitude <= 900_000_000, longitude.magnitude <= 1_800_000_000
    else { return nil }
    return Coordinate(latitudeE7: Int32(latitude), longitudeE7: Int32(longitude))
  }

  private static func angle(
    _ line: Line, _ offset: Int, _ width: Int, _ positive: Character, _ negative: Character
  ) -> Int? {
    let hemisphere = offset + width + 5
    guard let degrees = number(line, offset, width), let minutes = number(line, offset + width, 5),
      hemisphere < line.count, minutes < 60_000
    else { return nil }
    let value = ((degrees * 60_000 + minutes) * 500).dividedRounding(by: 3)
    switch Character(Unicode.Scalar(line[hemisphere])) {
    case positive: return value
    case negative: return -value
    default: return nil
    }
  }

  /// Five characters of metres, a minus in front or after leading zeros.
  static func altitude(_ line: Line, at offset: Int) -> Int32? {
    guard offset + 5 <= line.count else { return nil }
    let field = line[offset..<offset + 5]
    guard let minus = field.firstIndex(of: ASCII.minus) else {
      return Digits.number(field).map { Int32($0) }
    }
    guard field[..<minus].allSatisfy({ $0 == ASCII.zero || $0 == ASCII.space }) else { return nil }
    return Digits.number(field[(minus + 1)...]).map { -Int32($0) }
  }

  /// The fields of an I record: a count, then first byte, last byte and code of each. Numbers have
  /// two digits, or three from 100 on; codes begin with a letter.
  static func extensions(_ line: Line) -> [ExtensionField]? {
    guard let count = number(line, 1, 2) else { return nil }
    var fields: [ExtensionField] = []
    var offset = 3
    for _ in 0..<count {
      let digits = line[offset...].prefix(while: ASCII.isDigit).count
      let firstWidth = digits / 2
      guard (4...6).contains(digits), offset + digits + 3 <= line.count,
        let first = number(line, offset, firstWidth),
        let last = number(line, offset + firstWidth, digits - firstWidth),
        first >= FixLayout.firstByte, last >= first
      else { return nil }
      offset += digits + 3
      fields.append(
        ExtensionField(code: text(line[offset - 3..<offset]), first: first, last: last))
    }
    return offset == line.count ? fields : nil
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

  /// The date of an `HFDTE` record in any of its forms: the first six digits, day first.
  static func date(_ line: Line) -> CivilDate? {
    guard let start = line.dropFirst(5).firstIndex(where: ASCII.isDigit),
      let day = number(line, start, 2), let month = number(line, start + 2, 2),
      let year = number(line, start + 4, 2)
    else { return nil }
    let date = CivilDate(year: year < 80 ? 2000 + year : 1900 + year, month: month, day: day)
    return CivilDate(daysSince1970: date.daysSince1970) == date ? date : nil
  }
}

import Bytes
import FlightModel

/// Positions, numbers and altitudes as OpenAir files write them.
enum OpenAirText {
  /// The places of a text: latitude and longitude in `39:29:09.5 N`, `39:29.15N` or `39.48N`, with
  /// blanks and commas between as one likes; nil where there is anything else. A comment may follow.
  static func places(_ text: ArraySlice<UInt8>) -> [Coordinate]? {
    var rest = text.prefix { $0 != ASCII.asterisk && $0 != UInt8(ascii: ";") }
    var places: [Coordinate] = []
    skip(&rest)
    while !rest.isEmpty {
      guard places.count < 8, let latitude = angle(&rest, "N", "S"),
        let longitude = angle(&rest, "E", "W"),
        let place = Coordinate(latitude: latitude, longitude: longitude)
      else { return nil }
      places.append(place)
    }
    return places
  }

  /// Numbers between commas and blanks; nil where there is anything else. A comment may follow.
  static func numbers(_ text: ArraySlice<UInt8>) -> [Double]? {
    let text = text.prefix { $0 != ASCII.asterisk && $0 != UInt8(ascii: ";") }
    var numbers: [Double] = []
    for field in text.split(whereSeparator: { isBetween($0) }) {
      guard numbers.count < 8,
        let number = DecimalText.parse(String(decoding: field, as: UTF8.self))
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Whether a text tells a height: with a number (`FL 95`, `1500ft MSL`), from the ground or
  /// without limit.
  static func isAltitude(_ text: ArraySlice<UInt8>) -> Bool {
    let word = String(decoding: CommaFields.trimmed(text).prefix(40), as: UTF8.self).uppercased()
    return word.utf8.contains(where: ASCII.isDigit)
      || ["GND", "SFC", "UNL", "GROUND", "SURFACE", "MSL", "ASK"].contains { word.hasPrefix($0) }
  }

  /// Takes one angle and what separates it from the next, degrees.
  private static func angle(
    _ rest: inout ArraySlice<UInt8>, _ positive: Unicode.Scalar, _ negative: Unicode.Scalar
  ) -> Double? {
    var degrees = 0.0
    var unit = 1.0
    for part in 0..<3 {
      let digits = rest.prefix { ASCII.isDigit($0) || $0 == ASCII.dot }
      guard let number = DecimalText.parse(String(decoding: digits, as: UTF8.self)),
        part == 0 || number <= 60
      else { return nil }
      degrees += number / unit
      unit *= 60
      rest = rest.dropFirst(digits.count)
      guard rest.first == ASCII.colon else { break }
      rest.removeFirst()
    }
    skip(&rest)
    guard let letter = rest.popFirst() else { return nil }
    skip(&rest)
    switch letter & 0xDF {
    case UInt8(ascii: positive): return degrees
    case UInt8(ascii: negative): return -degrees
    default: return nil
    }
  }

  private static func skip(_ rest: inout ArraySlice<UInt8>) {
    while let next = rest.first, isBetween(next) { rest.removeFirst() }
  }

  private static func isBetween(_ byte: UInt8) -> Bool {
    byte == ASCII.space || byte == ASCII.tab || byte == ASCII.comma
  }
}

import Bytes
import FlightModel

/// One NMEA 0183 sentence in the making: fields joined by commas, then the checksum and CR LF.
package struct NMEASentence: Sendable {
  private var body: [UInt8]

  /// `type` is the first field without the dollar sign: `GPRMC`.
  package init(_ type: String) { body = Array(type.utf8) }

  /// A sentence of fields that are texts already.
  package init(_ type: String, fields: [String]) {
    self.init(type)
    for field in fields { add(field) }
  }

  package mutating func add(_ field: String) {
    body.append(ASCII.comma)
    body.append(text: field)
  }

  package mutating func add(_ value: some BinaryInteger) { add(String(value)) }

  /// A fixed-point number: `value` in units of 10^-`decimals`.
  package mutating func add(_ value: Int, decimals: Int) {
    add(Self.fixed(value, decimals: decimals))
  }

  /// `$`, the fields, `*`, the checksum in upper-case hexadecimal, CR LF.
  package var bytes: [UInt8] {
    let checksum = body.reduce(0, ^)
    let digits = Hexadecimal.encode([checksum]).uppercased()
    return [ASCII.dollar] + body + [ASCII.asterisk] + Array(digits.utf8)
      + [ASCII.carriageReturn, ASCII.lineFeed]
  }

  static func fixed(_ value: Int, decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    let fraction = decimals == 0 ? "" : "." + String(rest, width: decimals)
    return (value < 0 ? "-" : "") + String(whole) + fraction
  }
}

extension NMEASentence {
  /// `HHMMSS.ss` of a moment.
  static func clock(_ time: UTCInstant) -> String {
    let inDay = Int(time.millisecondOfDay)
    let seconds = inDay / 1000
    return String(seconds / 3600, width: 2) + String(seconds / 60 % 60, width: 2)
      + String(seconds % 60, width: 2) + "." + String(inDay % 1000 / 10, width: 2)
  }

  /// `DDMMYY` of a moment.
  static func date(_ time: UTCInstant) -> String {
    let date = time.date
    return String(date.day, width: 2) + String(date.month, width: 2)
      + String(date.year % 100, width: 2)
  }

  /// Degrees and minutes to a millionth with the hemisphere, which keeps every 1e-7 degree.
  mutating func add(_ position: Coordinate) {
    add(Self.angle(position.latitudeE7, width: 2))
    add(position.latitudeE7 < 0 ? "S" : "N")
    add(Self.angle(position.longitudeE7, width: 3))
    add(position.longitudeE7 < 0 ? "W" : "E")
  }

  private static func angle(_ valueE7: Int32, width: Int) -> String {
    let (degrees, rest) = Int(valueE7.magnitude).quotientAndRemainder(dividingBy: 10_000_000)
    let microMinutes = rest * 6
    return String(degrees, width: width) + String(microMinutes / 1_000_000, width: 2) + "."
      + String(microMinutes % 1_000_000, width: 6)
  }
}

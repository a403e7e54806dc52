import Bytes
import FlightModel

/// Latitude and longitude as CUP files write them: `5147.809N`, `00405.003W`, degrees and minutes
/// with decimals.
enum CUPCoordinate {
  /// Nil where one of them is none.
  static func parse(latitude: some StringProtocol, longitude: some StringProtocol) -> Coordinate? {
    guard let latitude = degrees(latitude, "N", "S"), let longitude = degrees(longitude, "E", "W")
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Rounded to a thousandth of a minute, 1.9 m.
  static func latitude(_ position: Coordinate) -> String {
    text(position.latitudeE7, width: 2, "N", "S")
  }

  /// Rounded to a thousandth of a minute, 1.9 m at most.
  static func longitude(_ position: Coordinate) -> String {
    text(position.longitudeE7, width: 3, "E", "W")
  }

  private static func degrees(
    _ text: some StringProtocol, _ positive: Character, _ negative: Character
  ) -> Double? {
    guard let letter = text.last?.uppercased().first, letter == positive || letter == negative
    else { return nil }
    var digits = text.dropLast()
    while digits.last == " " { digits = digits.dropLast() }
    guard digits.utf8.allSatisfy({ ASCII.isDigit($0) || $0 == ASCII.dot }),
      let value = DecimalText.parse(digits)
    else { return nil }
    let whole = (value / 100).rounded(.down)
    let minutes = value - whole * 100
    // 60.000 is what some programs round 59.9999 to.
    guard minutes <= 60 else { return nil }
    let degrees = whole + minutes / 60
    return letter == negative ? -degrees : degrees
  }

  private static func text(
    _ degreesE7: Int32, width: Int, _ positive: String, _ negative: String
  ) -> String {
    // 1e-7 degrees are 6e-3 thousandths of a minute.
    let thousandths = (Int(degreesE7.magnitude) * 6 + 500) / 1000
    let (degrees, rest) = thousandths.quotientAndRemainder(dividingBy: 60_000)
    return String(degrees, width: width) + String(rest / 1000, width: 2) + "."
      + String(rest % 1000, width: 3) + (degreesE7 < 0 ? negative : positive)
  }
}

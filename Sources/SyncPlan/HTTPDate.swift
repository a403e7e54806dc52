import FlightModel

/// A date of HTTP in its three forms: RFC 9110, 5.6.7.
package struct HTTPDate: Equatable, Sendable {
  /// Seconds since 1970-01-01T00:00Z.
  package let seconds: Int64

  /// Nil for any other text. The name of the day is not compared with the date; years of two digits
  /// are 1970 to 2069.
  package init?(_ text: Substring) {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.split(separator: " ").map(String.init)
    guard let first = words.first else { return nil }
    let parts: (day: String, month: String, year: String, clock: String)
    if first.hasSuffix(","), words.count == 6, words[5] == "GMT" {
      parts = (words[1], words[2], words[3], words[4])
    } else if first.hasSuffix(","), words.count == 4, words[3] == "GMT" {
      let date = words[1].split(separator: "-").map(String.init)
      guard date.count == 3 else { return nil }
      parts = (date[0], date[1], date[2], words[2])
    } else if words.count == 5 {
      parts = (words[2], words[1], words[4], words[3])
    } else {
      return nil
    }
    guard let month = Self.months.firstIndex(of: parts.month), let day = Self.number(parts.day),
      let year = Self.year(parts.year), let clock = Self.secondsOfDay(parts.clock)
    else { return nil }
    let date = CivilDate(year: year, month: month + 1, day: day)
    guard CivilDate(daysSince1970: date.daysSince1970) == date else { return nil }
    seconds = Int64(date.daysSince1970) * 86_400 + clock
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func number(_ text: String) -> Int? {
    let isNumber =
      (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isNumber ? Int(text) : nil
  }

  private static func year(_ text: String) -> Int? {
    guard let number = number(text) else { return nil }
    switch text.utf8.count {
    case 4: return number
    case 2: return number < 70 ? 2000 + number : 1900 + number
    default: return nil
    }
  }

  /// `hh:mm:ss`, a leap second included.
  private static func secondsOfDay(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.count == 2 }), let hour = number(parts[0]),
      let minute = number(parts[1]), let second = number(parts[2]), hour < 24, minute < 60,
      second <= 60
    else { return nil }
    return Int64(hour * 3600 + minute * 60 + second)
  }
}

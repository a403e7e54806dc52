import Bytes

/// A date of the proleptic Gregorian calendar in UTC.
package struct CivilDate: Hashable, Comparable, Sendable {
  package var year: Int
  /// 1 to 12.
  package var month: Int
  /// 1 to 31.
  package var day: Int

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// The date that is `days` after 1970-01-01.
  ///
  /// Years are counted from March, so that the leap day ends a year and every month has a fixed
  /// offset in it.
  package init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days from 1970-01-01 to this date.
  package var daysSince1970: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let marchMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

extension UTCInstant {
  /// Milliseconds in a day.
  package static let millisecondsPerDay: Int64 = 86_400_000

  /// Midnight of a date plus milliseconds of that day.
  package init(_ date: CivilDate, millisecondOfDay: Int64 = 0) {
    self.init(
      milliseconds: Int64(date.daysSince1970) * Self.millisecondsPerDay + millisecondOfDay)
  }

  /// The date in UTC.
  package var date: CivilDate {
    CivilDate(daysSince1970: Int((milliseconds - millisecondOfDay) / Self.millisecondsPerDay))
  }

  /// Milliseconds since midnight UTC, 0 to 86,399,999.
  package var millisecondOfDay: Int64 {
    let rest = milliseconds % Self.millisecondsPerDay
    return rest < 0 ? rest + Self.millisecondsPerDay : rest
  }

  /// RFC 3339 in UTC, with milliseconds only if there are any: `2026-07-04T09:12:30Z`.
  package var rfc3339: String {
    let date = date
    let inDay = millisecondOfDay
    let seconds = inDay / 1000
    let fraction = inDay % 1000
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { String($0, width: 2) }
      .joined(separator: ":")
    let day = [
      String(date.year, width: 4), String(date.month, width: 2), String(date.day, width: 2),
    ]
    .joined(separator: "-")
    return "\(day)T\(clock)\(fraction == 0 ? "" : "." + String(fraction, width: 3))Z"
  }
}

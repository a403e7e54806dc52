package import FlightModel

/// Why a file's date is hard to believe. It is told and never changed: what is right, only a person
/// can say.
package enum DateDoubt: Equatable, Sendable {
  /// No record tells it; the times are of 1970-01-01.
  case missing
  /// The day that a calendar or a receiver begins with: 1899-12-30 in two digits, or January 1980.
  case neverSet
  /// Before there were flight recorders: a receiver without a date, or one that is 1024 weeks behind.
  case beforeRecorders
  /// The task was declared 1024 weeks later: the receiver's week number has rolled over.
  case weekRollover
  /// After the day that the caller calls today, or after 2060.
  case inFuture
}

extension IGCFile {
  private static let rolloverDays = 1024 * 7

  /// What is wrong with the file's date; nil where nothing is known against it.
  package func dateDoubt(today: CivilDate? = nil) -> DateDoubt? {
    guard let date else { return .missing }
    if date == CivilDate(year: 1999, month: 12, day: 30) || (date.year, date.month) == (1980, 1) {
      return .neverSet
    }
    let behind = tasks.map { $0.declaredAt.date.daysSince1970 - date.daysSince1970 }
    if behind.contains(where: { abs($0 - Self.rolloverDays) <= 1 }) { return .weekRollover }
    if date.year < 1994 { return .beforeRecorders }
    let latest = today.map { CivilDate(daysSince1970: $0.daysSince1970 + 1) }
    return date.year > 2060 || latest.map { date > $0 } == true ? .inFuture : nil
  }
}

import Bytes
package import FlightModel

/// The date, and the time where there is one, that an app put into a log's name.
package struct LogFileName: Equatable, Sendable {
  package let date: CivilDate
  /// Milliseconds since that date's midnight.
  package let millisecondOfDay: Int64?

  /// Reads `2026-07-04_09-12-30.csv`, `20260704_091230`, `26-07-04 09-12-30` (VESC Express) and the
  /// like anywhere in the last part of a path; nil without a date of 2010 to 2099.
  package init?(_ name: String) {
    let groups = Self.digitGroups(name.split(separator: "/").last.map(String.init) ?? name)
    for index in groups.indices {
      guard let (date, rest) = Self.date(groups[index...]) else { continue }
      self.date = date
      millisecondOfDay = Self.time(rest)
      return
    }
    return nil
  }

  /// Runs of digits; anything else parts them.
  private static func digitGroups(_ name: String) -> [Substring] {
    name.prefix(200).split { !($0.isASCII && $0.isNumber) }
  }

  private static func date(
    _ groups: ArraySlice<Substring>
  ) -> (CivilDate, ArraySlice<Substring>)? {
    guard let first = groups.first else { return nil }
    if first.count == 8,
      let date = civil(first.prefix(4), first.dropFirst(4).prefix(2), first.suffix(2))
    {
      return (date, groups.dropFirst())
    }
    let parts = groups.prefix(3)
    guard parts.count == 3 else { return nil }
    let (year, month, day) = (first, parts[parts.startIndex + 1], parts[parts.startIndex + 2])
    guard month.count <= 2, day.count <= 2 else { return nil }
    // Two digits are a year only where a whole time follows.
    let isShort = year.count == 2 && groups.count >= 6
    guard year.count == 4 || isShort,
      let date = civil(isShort ? "20" + year : year, month, day)
    else { return nil }
    return (date, groups.dropFirst(3))
  }

  private static func civil(
    _ year: some StringProtocol, _ month: some StringProtocol, _ day: some StringProtocol
  ) -> CivilDate? {
    guard let year = Int(year), let month = Int(month), let day = Int(day),
      (2010...2099).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    // 31 June would come back as 1 July.
    return CivilDate(daysSince1970: date.daysSince1970) == date ? date : nil
  }

  private static func time(_ groups: ArraySlice<Substring>) -> Int64? {
    guard let first = groups.first else { return nil }
    if first.count == 6 {
      return time(first.prefix(2), first.dropFirst(2).prefix(2), first.suffix(2))
    }
    let parts = Array(groups.prefix(3))
    guard parts.count == 3, parts.allSatisfy({ $0.count <= 2 }) else { return nil }
    return time(parts[0], parts[1], parts[2])
  }

  private static func time(_ hour: Substring, _ minute: Substring, _ second: Substring) -> Int64? {
    guard let hour = Int64(hour), let minute = Int64(minute), let second = Int64(second),
      hour < 24, minute < 60, second < 60
    else { return nil }
    return (hour * 3600 + minute * 60 + second) * 1000
  }
}

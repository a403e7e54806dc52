import Bytes
package import FlightModel

/// Dates and times of day as people write them.
package enum CalendarText {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// "4 July 2026".
  package static func date(_ time: UTCInstant) -> String {
    let date = time.date
    return "\(date.day) \(months[date.month - 1]) \(date.year)"
  }

  /// "09:05" or "09:05:30".
  package static func clock(_ time: UTCInstant, seconds: Bool) -> String {
    let second = time.millisecondOfDay / 1000
    let parts = [second / 3600, second / 60 % 60, second % 60].prefix(seconds ? 3 : 2)
    return parts.map { String($0, width: 2) }.joined(separator: ":")
  }

  /// "5 h 12 min", "35 min 20 s", "40 s".
  package static func duration(milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds) / 1000
    switch seconds {
    case 3600...: return "\(seconds / 3600) h \(String(seconds / 60 % 60, width: 2)) min"
    case 60...: return "\(seconds / 60) min \(String(seconds % 60, width: 2)) s"
    default: return "\(seconds) s"
    }
  }
}

import Bytes
import FlightModel
import FlightPicture

/// Numbers as the report writes them; what is no number is a dash.
enum ReportNumber {
  static let none = "–"

  /// With so many decimals, at most three; a real minus sign.
  static func decimal(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite else { return none }
    let factor = [1, 10, 100, 1000][decimals]
    let scaled = Int((min(1e12, max(-1e12, value)) * Double(factor)).rounded())
    let sign = scaled < 0 ? "\u{2212}" : ""
    let whole = "\(sign)\(scaled.magnitude / UInt(factor))"
    guard decimals > 0 else { return whole }
    return whole + "." + String(scaled.magnitude % UInt(factor), width: decimals)
  }

  /// A part of the whole in percent.
  static func percent(_ share: Double) -> String { decimal(share * 100, 0) + " %" }

  /// "3:05", minutes and seconds; "1:02:05" from an hour on.
  static func clock(milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds) / 1000
    let (minutes, rest) = (seconds / 60, String(seconds % 60, width: 2))
    guard minutes >= 60 else { return "\(minutes):\(rest)" }
    return "\(minutes / 60):\(String(minutes % 60, width: 2)):\(rest)"
  }

  /// "10:01" or "10:01:10".
  static func time(_ time: UTCInstant, seconds: Bool = false) -> String {
    time.isDrawable ? CalendarText.clock(time, seconds: seconds) : none
  }
}

extension UTCInstant {
  /// Whether the time is one that calendars name, 1970 to 9999.
  var isDrawable: Bool { (0...253_402_300_799_999).contains(milliseconds) }
}

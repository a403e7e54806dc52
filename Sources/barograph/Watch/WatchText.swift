import ControlAPI
import FlightModel

/// Short texts for fixed columns.
enum WatchText {
  /// `0.1 s`, `38 s`, `3 min`; `-` when there never was one.
  static func age(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite else { return "-" }
    return switch max(0, seconds) {
    case ..<10: "\(Decimal.text(max(0, seconds), places: 1)) s"
    case ..<120: "\(Int(seconds)) s"
    case ..<7200: "\(Int(seconds / 60)) min"
    case ..<172_800: "\(Int(seconds / 3600)) h"
    default: "\(Decimal.text(seconds / 86_400, places: 0)) d"
    }
  }

  static func rate(_ hertz: Double?) -> String {
    hertz.map { "\(Decimal.text($0, places: 1))/s" } ?? "-"
  }

  static func text(_ number: Int?) -> String { number.map { String($0) } ?? "-" }

  static func text(_ value: Double?, times factor: Double = 1, places: Int = 0) -> String {
    value.map { Decimal.text($0 * factor, places: places) } ?? "-"
  }

  /// `43 640`.
  static func grouped(_ number: Int64) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(" ") }
      text.append(digit)
    }
    return number < 0 ? "-" + text : text
  }

  /// `48.12345 N`.
  static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
    "\(Decimal.text(abs(value), places: 5)) \(value < 0 ? negative : positive)"
  }

  /// `+0.6 ms`, `-2.5 s`.
  static func offset(_ seconds: Double) -> String {
    let sign = seconds < 0 ? "" : "+"
    return abs(seconds) < 1
      ? "\(sign)\(Decimal.text(seconds * 1000, places: abs(seconds) < 0.01 ? 1 : 0)) ms"
      : "\(sign)\(Decimal.span(seconds: seconds))"
  }

  /// `16:13:54`.
  static func time(_ instant: UTCInstant) -> String { String(StatusText.clock(instant).dropLast()) }

  /// `+02`, `-03:30`.
  static func zone(minutes: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
    return (minutes < 0 ? "-" : "+") + two(hours) + (rest == 0 ? "" : ":\(two(rest))")
  }

  static func words(for event: RecentEvent) -> String {
    let name = event.subject ?? "source"
    let subject = name.hasPrefix("gpsd://") ? "gpsd" : name
    return switch event.kind {
    case .recordingStart: "recording start"
    case .takeoff: "take-off"
    case .landing: "landing"
    case .recordingEnd: "recording end"
    case .sourceLost: "\(subject) lost"
    case .sourceBack: "\(subject) back"
    case .fixLost: "fix lost"
    case .fixBack: "fix back"
    case .clockStep: "clock step"
    case .lowSupply: "low supply"
    case .supplyBack: "supply OK"
    }
  }
}

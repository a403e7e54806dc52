/// Numbers as people read them.
package enum Decimal {
  /// A span of time in the unit that fits: `2.5 s`, `14 min`, `3 h`, `149 d`.
  package static func span(seconds: Double) -> String {
    switch abs(seconds) {
    case ..<120: "\(text(seconds, places: 1)) s"
    case ..<7200: "\(text(seconds / 60, places: 0)) min"
    case ..<172_800: "\(text(seconds / 3600, places: 0)) h"
    default: "\(text(seconds / 86_400, places: 0)) d"
    }
  }

  /// `41.2 GB`, `18 MB`, `3.4 kB`, in powers of ten as card makers count.
  package static func size(bytes: Int64) -> String {
    switch bytes {
    case 1_000_000_000...: "\(text(Double(bytes) / 1e9, places: 1)) GB"
    case 10_000_000...: "\(text(Double(bytes) / 1e6, places: 0)) MB"
    case 1_000_000...: "\(text(Double(bytes) / 1e6, places: 1)) MB"
    default: "\(text(Double(bytes) / 1e3, places: 1)) kB"
    }
  }

  /// A number with a fixed count of decimals; `-` for what is no number.
  package static func text(_ value: Double, places: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "-" }
    var scale: Int64 = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int64((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled != 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % scale)
    return "\(sign)\(scaled / scale)."
      + String(repeating: "0", count: places - fraction.count) + fraction
  }
}

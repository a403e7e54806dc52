import FlightModel

/// Turns a log's own time into UTC: milliseconds of a day that wrap at midnight, or milliseconds
/// since the log began.
struct LogClock: Sendable {
  /// What a log's time is laid to.
  enum Anchor: Sendable {
    /// UTC of the midnight that the log's first day began with; `named` is the time of day in its
    /// name, which tells on which side of midnight the first row lies.
    case midnight(Int64, named: Int64?)
    /// UTC of the first row.
    case firstRow(Int64)
  }

  private static let day = UTCInstant.millisecondsPerDay
  private static let hour: Int64 = 3_600_000

  private let anchor: Anchor
  /// Whether the time wraps at midnight.
  private let isOfDay: Bool
  private var base: Int64?
  private var last: Int64 = 0

  init(_ anchor: Anchor, isOfDay: Bool) {
    self.anchor = anchor
    self.isOfDay = isOfDay
  }

  /// UTC milliseconds of a row; nil for one that lies before its predecessor, or out of all range.
  mutating func utc(_ logMs: Int64) -> Int64? {
    guard (0...Self.day * 30).contains(logMs) else { return nil }
    guard var base else {
      let begun = begin(logMs)
      (base, last) = (begun, logMs)
      return begun &+ logMs
    }
    let step = logMs - last
    if step < 0 {
      guard isOfDay, let shift = Self.shift(step) else { return nil }
      base &+= shift
    }
    (self.base, last) = (base, logMs)
    return base &+ logMs
  }

  /// How far the zero of the log's time moves at a step back: midnight, or the end of summer time.
  private static func shift(_ step: Int64) -> Int64? {
    if step < -day / 2 { return day }
    return abs(step + hour) <= 10_000 ? hour : nil
  }

  private func begin(_ logMs: Int64) -> Int64 {
    switch anchor {
    case .firstRow(let utc): return utc - logMs
    case .midnight(let utc, let named):
      guard let named else { return utc }
      // The file got its name before midnight and its first row after it, or the other way round.
      if logMs - named < -Self.day / 2 { return utc + Self.day }
      return logMs - named > Self.day / 2 ? utc - Self.day : utc
    }
  }
}

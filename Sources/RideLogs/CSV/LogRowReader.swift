import Bytes
import FlightModel
import Telemetry

/// Turns the rows of one CSV log into samples.
struct LogRowReader: Sendable {
  /// What a row gave.
  enum Outcome {
    case sample(TelemetrySample)
    case broken(String)
  }

  /// A value that nothing has renewed for so long, ms, is not known any more.
  private static let longestHoldMs: Int64 = 5000
  private static let plausible =
    UTCInstant(CivilDate(year: 2010, month: 1, day: 1))
    .milliseconds..<UTCInstant(CivilDate(year: 2100, month: 1, day: 1)).milliseconds

  private let layout: LogLayout
  private var clock: LogClock
  private var begin: Int64?
  private var held = LogValues()
  private var heldSinceMs = [Int64](repeating: .min, count: LogQuantity.allCases.count)
  private var fix: (identity: [Double?], location: LocationColumns)?

  init(_ layout: LogLayout, clock: LogClock) {
    self.layout = layout
    self.clock = clock
  }

  mutating func read(_ line: ArraySlice<UInt8>) -> Outcome {
    let fields = line.split(
      separator: layout.separator, maxSplits: LogLayout.mostColumns,
      omittingEmptySubsequences: false)
    guard fields.count >= layout.neededFields else {
      return .broken("\(fields.count) fields where \(layout.neededFields) are due")
    }
    var row = LogValues()
    for (column, field) in zip(layout.columns, fields) {
      guard let column else { continue }
      switch LogNumber(field) {
      case .value(let value): row[column.quantity] = value * column.factor
      case .missing: break
      case .broken: return .broken("\(column.name) is no number")
      }
    }
    return sample(row)
  }

  private mutating func sample(_ row: LogValues) -> Outcome {
    guard let time = row[.time], let logMs = Int64(exactly: time.rounded()) else {
      return .broken("no time")
    }
    guard let utc = clock.utc(logMs) else { return .broken("the time goes back") }
    guard Self.plausible.contains(utc) else { return .broken("the date cannot be right") }
    let first = begin ?? utc
    begin = first
    let values = layout.holdsValues ? renewed(row, utc) : row
    return .sample(
      TelemetrySample(
        capturedAtMs: utc, elapsedRealtimeMs: utc - first, canID: values.canNumber,
        motion: values.motion, location: location(values, utc)))
  }

  /// The row over what the rows before it said lately.
  private mutating func renewed(_ row: LogValues, _ utc: Int64) -> LogValues {
    for quantity in LogQuantity.allCases where quantity != .time {
      if let value = row[quantity] {
        held[quantity] = value
        heldSinceMs[quantity.rawValue] = utc
      } else if heldSinceMs[quantity.rawValue] < utc - Self.longestHoldMs {
        held[quantity] = nil
      }
    }
    return held
  }

  /// The row's fix; one that is the same as in the row before keeps its time, so that it grows old.
  private mutating func location(_ values: LogValues, _ utc: Int64) -> LocationColumns? {
    guard let location = values.location(utc) else {
      fix = nil
      return nil
    }
    let identity = values.fixIdentity
    if let fix, fix.identity == identity { return fix.location }
    fix = (identity, location)
    return location
  }
}

import Bytes

/// What the columns of a CSV log are.
struct LogLayout: Sendable {
  /// A column that is read: what it is, and its unit in ours.
  struct Column: Sendable {
    var quantity: LogQuantity
    var factor = 1.0
    /// As the file calls it.
    var name: String
  }

  /// How the time of a row is meant.
  enum Time: Sendable {
    /// Milliseconds of the local day.
    case localDay
    /// Of a day in UTC; the file's name tells when its first row was.
    case namedBegin
    /// Since the first row, which the file's name tells in local time.
    case elapsed
  }

  /// Columns that are never looked at beyond this many.
  static let mostColumns = 256

  var separator: UInt8
  var time: Time
  /// By position; nil is passed over.
  var columns: [Column?]
  /// Whether an empty field means that nothing is new.
  var holdsValues = false

  /// The layout that a header line tells; nil if it is none that is known.
  init?(header: ArraySlice<UInt8>) {
    let text = String(decoding: header, as: UTF8.self)
    let known = Self.vescTool(text) ?? Self.vescExpress(text) ?? Self.floatControl(text)
    guard let known else { return nil }
    self = known
  }

  init(separator: UInt8, time: Time, columns: [Column?], holdsValues: Bool = false) {
    self.separator = separator
    self.time = time
    self.columns = columns
    self.holdsValues = holdsValues
  }

  /// The names in a header line.
  static func names(_ header: String, _ separator: Character) -> [Substring] {
    header.split(separator: separator, maxSplits: mostColumns, omittingEmptySubsequences: false)
  }

  /// The fewest fields that a row must have: up to the last column that is read.
  var neededFields: Int { (columns.lastIndex { $0 != nil } ?? -1) + 1 }

  var hasTime: Bool { columns.contains { $0?.quantity == .time } }
}

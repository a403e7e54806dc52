/// Why a log gives nothing at all.
package enum RideLogError: Error, Equatable, Sendable {
  /// The first line is of no layout that is read.
  case unknownLayout
  /// The file tells the time of day or the seconds of the ride; the date is in its name, which has
  /// none, and nobody gave one.
  case noDate
  /// No column with the time.
  case noTimeColumn
  /// Nothing but a beginning: no row gave a sample.
  case nothing(rows: Int, broken: Int)
}

extension RideLogError: CustomStringConvertible {
  /// Cause and what to do.
  package var description: String {
    switch self {
    case .unknownLayout:
      "the file is no ride log: it is neither VESC Tool's or VESC Express's CSV, nor Float Control's, "
        + "nor a debug recording; see docs/ride-logs.md"
    case .noDate:
      "the file does not say on which day the ride was; keep the name that the app gave it, or say when "
        + "it began (--start)"
    case .noTimeColumn:
      "the file has no column with the time; switch on the time in the logger's settings"
    case .nothing(let rows, let broken):
      "the file holds no sample: \(rows) rows, \(broken) of them broken"
    }
  }
}

/// What became of the rows of a log.
package struct RideLogTally: Equatable, Sendable {
  /// A row that gave nothing.
  package struct BrokenRow: Equatable, Sendable {
    /// Counted from 1.
    package var line: Int
    package var cause: String
  }

  /// The lines that are listed; all are counted.
  package static let mostListed = 10

  /// Rows below the header, or lines of a recording.
  package internal(set) var rows = 0
  package internal(set) var samples = 0
  package internal(set) var brokenRows = 0
  package internal(set) var firstBroken: [BrokenRow] = []

  mutating func noteBroken(_ line: Int, _ cause: String) {
    brokenRows += 1
    if firstBroken.count < Self.mostListed {
      firstBroken.append(BrokenRow(line: line, cause: cause))
    }
  }
}

/// A line of a file that is not as it should be, and what is wrong with it.
package struct LineDefect: Equatable, Sendable {
  package enum Cause: Error, Equatable, Sendable, CaseIterable {
    /// Lines that are left out.
    case time, position, validity, altitude, tooShort, unknownRecord, header, date, extensions
    case event, task
    /// Lines that are read in spite of it.
    case tooLong, repaired, joined, duplicateTime, backwardTime, laterDate, earlierDate
  }

  /// 1 for the first line; empty lines count.
  package var line: Int
  package var cause: Cause

  package init(line: Int, cause: Cause) {
    self.line = line
    self.cause = cause
  }
}

extension LineDefect.Cause: CustomStringConvertible {
  package var description: String {
    switch self {
    case .time: "the time is none from 000000 to 235959"
    case .position: "the position is none on Earth"
    case .validity: "the validity is neither A nor V"
    case .altitude: "an altitude is no number"
    case .tooShort: "the line is too short for its record"
    case .unknownRecord: "no record begins with this character"
    case .header: "the H record has no subject"
    case .date: "the date is none"
    case .extensions: "the fields do not fit their count or their places"
    case .event: "the event has no time or no code"
    case .task: "the line belongs to no task"
    case .tooLong: "the line is longer than 1024 bytes; the rest is left out"
    case .repaired: "60.000 minutes or a minus behind zeros, read as meant"
    case .joined: "another record stands on the line, read too"
    case .duplicateTime: "the time is that of the fix before"
    case .backwardTime: "the time is before that of the fix before"
    case .laterDate: "a later date follows; fixes after it are of that day"
    case .earlierDate: "a date before the flight's follows; it is not believed"
    }
  }
}

/// What a reader counted in a file.
package struct ReadCounts: Equatable, Sendable {
  /// Lines that hold anything.
  package var lines = 0
  /// Fixes of validity A, and of validity V.
  package var validFixes = 0
  package var voidFixes = 0
  /// B lines that are no fix.
  package var badLines = 0
  /// Other lines that are not of their form.
  package var badOtherLines = 0
  /// Fixes among the valid and void ones that the format does not allow as they are written.
  package var repairedFixes = 0
  /// Lines with more than one record.
  package var joinedLines = 0
  /// Fixes with the time of the one before, and with an earlier one; midnight is no step back.
  package var duplicateTimes = 0
  package var backwardTimes = 0
  /// The same among the fixes of validity A alone.
  package var duplicateTimesAmongValid = 0
  package var backwardTimesAmongValid = 0
  package var midnights = 0

  package init() {}

  /// All fixes.
  package var fixes: Int { validFixes + voidFixes }
  /// All lines that are not of their form.
  package var bad: Int { badLines + badOtherLines }
}

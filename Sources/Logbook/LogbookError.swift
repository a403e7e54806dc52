package import RecordingModel

/// Why a recording has no file in the logbook.
package struct LogbookError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What went wrong.
  package enum Cause: Equatable, Sendable {
    /// The recording has no fix that a file can hold.
    case noFixes
    /// The fixes could not be read, for the reason in the text.
    case fixesUnreadable(String)
    /// The file could not be written.
    case fileUnwritable(String)
    /// The file could not be read back.
    case fileUnreadable(String)
    /// What was read back is not what was written.
    case notAsWritten(String)
  }

  package var recording: RecordingID
  package var cause: Cause

  package init(recording: RecordingID, cause: Cause) {
    self.recording = recording
    self.cause = cause
  }

  /// Whether another try may succeed: all but a recording without fixes. Its fixes stay meanwhile.
  package var isTransient: Bool { cause != .noFixes }

  package var description: String {
    let subject = "write the IGC file of recording \(recording)"
    switch cause {
    case .noFixes:
      return "\(subject): it has no fix with a position and a time; there is nothing to write"
    case .fixesUnreadable(let reason):
      return "\(subject): its fixes cannot be read: \(reason); they stay, it is tried again"
    case .fileUnwritable(let reason):
      return "\(subject): \(reason); free some space or check the directory, it is tried again"
    case .fileUnreadable(let reason):
      return "\(subject): it cannot be read back: \(reason); check the disk, it is tried again"
    case .notAsWritten(let reason):
      return "\(subject): what the disk gives back is wrong: \(reason); the fixes stay in the"
        + " database, check the disk"
    }
  }
}

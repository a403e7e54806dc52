package import RecordingModel

/// A flight whose file was written, read back and found right.
package struct FinishedFlight: Equatable, Sendable {
  package var entry: FlightEntry
  /// Fixes of the recording.
  package var fixesRead: Int
  /// B records that our reader found in the file on disk.
  package var fixesInFile: Int
  /// Links that the key refused to sign; later links cover their lines.
  package var signingFailures: Int
}

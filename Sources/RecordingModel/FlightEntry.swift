package import FlightModel

/// One entry of the logbook: an IGC file and what is known of it. Its id is the SHA-256 of the
/// normalised file, in lower-case hexadecimal.
package struct FlightEntry: Equatable, Sendable {
  package var id: String
  /// The Recording that it was written from; nil for an imported file.
  package var recordingID: RecordingID?
  /// Long IGC name, `2026-07-04-XBG-ABC-01.IGC`.
  package var filename: String
  package var igcBytes: Int64
  package var importedAt: UTCInstant
  package var declaration: Declaration
  /// First and last fix of the file.
  package var firstFixAt: UTCInstant
  package var lastFixAt: UTCInstant
  package var fixCount: Int
  package var takeoffAt: UTCInstant?
  package var landingAt: UTCInstant?
  /// Take-off to landing, or first to last fix where one of them is unknown; seconds.
  package var durationSeconds: Int64
  /// The greatest gain of height between a low point and a later high point of the flight
  /// (FAI Sporting Code, section 3), metres.
  package var heightGainedM: Int32

  package init(
    id: String, recordingID: RecordingID?, filename: String, igcBytes: Int64,
    importedAt: UTCInstant, declaration: Declaration, firstFixAt: UTCInstant,
    lastFixAt: UTCInstant, fixCount: Int, takeoffAt: UTCInstant?, landingAt: UTCInstant?,
    durationSeconds: Int64, heightGainedM: Int32
  ) {
    self.id = id
    self.recordingID = recordingID
    self.filename = filename
    self.igcBytes = igcBytes
    self.importedAt = importedAt
    self.declaration = declaration
    self.firstFixAt = firstFixAt
    self.lastFixAt = lastFixAt
    self.fixCount = fixCount
    self.takeoffAt = takeoffAt
    self.landingAt = landingAt
    self.durationSeconds = durationSeconds
    self.heightGainedM = heightGainedM
  }
}
